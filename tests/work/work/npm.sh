# SPDX-License-Identifier: MIT
# A package of a local directory is installed and the tests run. A tarball would be
# kept in ~/.npm: that is refused, and sbx names the option by which it works.
needs node npm

work() {
  mkdir -p library app
  echo '{"name": "library", "version": "1.0.0", "main": "index.js"}' >library/package.json
  echo 'module.exports = () => 42;' >library/index.js
  cat >app/package.json <<'END'
{"name": "app", "version": "1.0.0", "private": true, "scripts": {"test": "node --test"}}
END
  cat >app/app.test.js <<'END'
const test = require('node:test');
const assert = require('node:assert');
test('the answer', () => assert.strictEqual(require('library')(), 42));
END
  run npm --prefix app --offline install ./library
  run sh -c 'cd app && npm test'
  expect_out 'pass 1'
  outside node -e 'if (require("./app/node_modules/library")() !== 42) process.exit(1)'
}

boxed() {
  rm -rf app/node_modules app/package-lock.json
  echo '{"name": "app", "version": "1.0.0", "private": true, "scripts": {"test": "node --test"}}' >app/package.json
  outside npm pack --silent --pack-destination "$W" ./library
  rm -rf "$HOME/.npm"
  try sh -c 'cd app && npm --offline install ../library-1.0.0.tgz'
  [ "$RC" != 0 ] || fail "the tarball was kept in ~/.npm"
  expect_err 'EACCES|EROFS|EPERM|ENOENT|read-only|denied'
  [ ! -e "$HOME/.npm/_cacache" ] || fail "~/.npm was written to"
  mkdir -p "$HOME/.npm"
  options_that_allow write "$HOME/.npm/x"
  run sh -c 'cd app && npm --offline install ../library-1.0.0.tgz'
  expect_file "$HOME/.npm/_cacache"
  run sh -c 'cd app && npm test'
  expect_out 'pass 1'
  rm -rf "$HOME/.npm"
}
