// SPDX-License-Identifier: MIT
#include "bench/plot.hpp"

#include <algorithm>
#include <cstdio>

namespace sbx::bench {
namespace {

std::string Escape(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace

std::string BarChart(const std::string& title, const std::vector<Series>& series) {
  constexpr int kRow = 28;
  constexpr int kLabel = 220;
  constexpr int kBar = 420;
  double most = 0.001;
  for (const Series& one : series)
    most = std::max(most, one.median_ms);
  const int height = 50 + kRow * static_cast<int>(series.size());
  char line[512];
  std::snprintf(line, sizeof line,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "font-family=\"sans-serif\" font-size=\"13\">\n",
                kLabel + kBar + 110, height);
  std::string svg = line;
  svg += "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"10\" y=\"24\">" +
         Escape(title) + ": median time of the whole process</text>\n";
  for (std::size_t i = 0; i < series.size(); ++i) {
    const int y = 40 + kRow * static_cast<int>(i);
    const int width = std::max(1, static_cast<int>(series[i].median_ms / most * kBar));
    const bool ours = series[i].name.starts_with("sbx");
    std::snprintf(line, sizeof line,
                  "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"18\" fill=\"%s\"/>"
                  "<text x=\"%d\" y=\"%d\">%.2f ms</text>\n",
                  kLabel, y, width, ours ? "#2b6cb0" : "#a0aec0", kLabel + width + 6, y + 14,
                  series[i].median_ms);
    svg += line;
    svg += "<text x=\"" + std::to_string(kLabel - 8) + "\" y=\"" + std::to_string(y + 14) +
           "\" text-anchor=\"end\">" + Escape(series[i].name) + "</text>\n";
  }
  return svg + "</svg>\n";
}

bool WriteFile(const char* path, const std::string& text) {
  std::FILE* file = std::fopen(path, "we");
  if (file == nullptr) {
    std::perror(path);
    return false;
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

}  // namespace sbx::bench
