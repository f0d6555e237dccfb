// SPDX-License-Identifier: MIT
//
// Stands for the headers that all test programs share; see CMakeLists.txt beside it.
