# SPDX-License-Identifier: MIT
# A CMake project is configured, built, tested and installed below the workspace.
needs cmake ninja make gcc g++

work() {
  mkdir source
  cat >source/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(tiny C CXX)
find_package(Threads REQUIRED)
add_library(answer STATIC answer.c)
add_executable(tiny main.cc)
target_link_libraries(tiny PRIVATE answer Threads::Threads)
install(TARGETS tiny)
enable_testing()
add_test(NAME right COMMAND tiny 42)
add_test(NAME wrong COMMAND tiny 41)
set_tests_properties(wrong PROPERTIES WILL_FAIL TRUE)
END
  echo 'int answer(void) { return 42; }' >source/answer.c
  cat >source/main.cc <<'END'
#include <cstdlib>
#include <thread>
extern "C" int answer(void);
int main(int, char** argv) {
  int found = 0;
  std::thread([&] { found = answer(); }).join();
  return std::atoi(argv[1]) == found ? 0 : 1;
}
END
  local generator
  for generator in Ninja 'Unix Makefiles'; do
    run cmake -S source -B "build $generator" -G "$generator" -DCMAKE_INSTALL_PREFIX="$W/installed"
    expect_quiet
    run cmake --build "build $generator" --parallel 2
    run ctest --test-dir "build $generator" --output-on-failure -j 2
    expect_out '100% tests passed.* out of 2'
  done
  run cmake --install 'build Ninja'
  outside installed/bin/tiny 42
}
