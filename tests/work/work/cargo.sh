# SPDX-License-Identifier: MIT
# A crate without dependencies is made, built, tested and run.
needs cargo rustc gcc git

work() {
  run cargo new --offline --quiet --vcs none tiny
  cat >tiny/src/main.rs <<'END'
fn answer() -> i32 { 42 }
fn main() { println!("{}", std::thread::spawn(answer).join().unwrap()); }
#[test]
fn right() { assert_eq!(answer(), 42); }
END
  run sh -c 'cd tiny && cargo build --offline'
  run sh -c 'cd tiny && cargo test --offline'
  expect_out '1 passed; 0 failed'
  run sh -c 'cd tiny && cargo run --offline --quiet'
  expect_text 42
  outside tiny/target/debug/tiny
  expect_text 42
}
