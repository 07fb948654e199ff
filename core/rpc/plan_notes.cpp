// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/plan_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace ww::rpc {

std::vector<std::string> planNotes(const world::World& world, const planning::TrajectoryReport& report) {
  // Clients take 8 KiB of metadata, and a note has up to 300 bytes.
  constexpr std::size_t kMost = 12;
  std::vector<std::string> out;
  if (!report.coverage.checked()) out.push_back("not checked: " + collision::whyNotChecked(report.coverage));
  if (const auto& nearest = report.nearest) {
    const std::string pair = fmt::format("{} and {}", world.display(nearest->a), world.display(nearest->b));
    out.push_back(report.min_clearance_m > 0.0
                      ? fmt::format("smallest clearance {:.4f} m at {:.3f} s: {}", report.min_clearance_m,
                                    report.min_clearance_at_s, pair)
                      : fmt::format("the motion touches: {} at {:.3f} s", pair, report.min_clearance_at_s));
  }
  const std::size_t told = std::min(report.notes.size(), kMost);
  out.insert(out.end(), report.notes.begin(), report.notes.begin() + static_cast<std::ptrdiff_t>(told));
  if (told < report.notes.size()) out.push_back(fmt::format("and {} more", report.notes.size() - told));
  return out;
}

}  // namespace ww::rpc
