// SPDX-License-Identifier: MIT
//
// A bar chart of medians as a self-contained SVG.
#ifndef SBX_BENCH_PLOT_HPP_
#define SBX_BENCH_PLOT_HPP_

#include <string>
#include <vector>

namespace sbx::bench {

struct Series {
  std::string name;
  double median_ms;
};

[[nodiscard]] std::string BarChart(const std::string& title, const std::vector<Series>& series);
bool WriteFile(const char* path, const std::string& text);

}  // namespace sbx::bench

#endif  // SBX_BENCH_PLOT_HPP_
