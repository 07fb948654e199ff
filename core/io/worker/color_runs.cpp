// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/color_runs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ww::io::worker {
namespace {

constexpr std::size_t kMaxRuns = 200'000;
constexpr float kShades = 31.0f;

std::vector<geometry::ColorRun> runsOf(const std::vector<geometry::Color>& colors) {
  std::vector<geometry::ColorRun> runs;
  for (std::uint32_t i = 0; i < colors.size(); ++i) {
    if (!runs.empty() && runs.back().color == colors[i]) ++runs.back().count;
    else runs.push_back({i, 1, colors[i]});
    if (runs.size() > kMaxRuns) return {};
  }
  return runs;
}

std::uint32_t shadeOf(float v) { return static_cast<std::uint32_t>(std::lround(std::clamp(v, 0.0f, 1.0f) * kShades)); }
std::uint32_t keyOf(const geometry::Color& c) {
  return ((shadeOf(c.r) * 32 + shadeOf(c.g)) * 32 + shadeOf(c.b)) * 4 + std::min(shadeOf(c.a) / 8, 3u);
}
geometry::Color colorOf(std::uint32_t key) {
  const auto part = [&](std::uint32_t by, std::uint32_t of) { return static_cast<float>(key / by % of); };
  return {part(4096, 32) / kShades, part(128, 32) / kShades, part(4, 32) / kShades, std::max(part(1, 4), 0.5f) / 3.0f};
}

// At most so many runs as there are shades.
void sortByShade(const std::vector<geometry::Color>& colors, geometry::Mesh& mesh) {
  std::vector<std::uint32_t> order(colors.size()), keys(colors.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::transform(colors, keys.begin(), keyOf);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return keys[i]; });
  std::vector<geometry::Triangle> sorted;
  sorted.reserve(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    sorted.push_back(mesh.triangles[order[i]]);
    if (i > 0 && keys[order[i]] == keys[order[i - 1]]) ++mesh.colors.back().count;
    else mesh.colors.push_back({i, 1, colorOf(keys[order[i]])});
  }
  mesh.triangles = std::move(sorted);
}

}  // namespace

std::optional<geometry::Color> colorTriangles(const std::vector<geometry::Color>& colors, geometry::Mesh& mesh) {
  mesh.colors = runsOf(colors);
  if (mesh.colors.empty() && !colors.empty()) sortByShade(colors, mesh);
  if (mesh.colors.size() != 1) return std::nullopt;
  const geometry::Color one = mesh.colors.front().color;
  mesh.colors.clear();
  return one;
}

}  // namespace ww::io::worker
