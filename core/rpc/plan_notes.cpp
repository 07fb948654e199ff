// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/plan_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/failure.h"

namespace ww::rpc {

std::vector<std::string> planNotes(const world::World& world, const planning::TrajectoryReport& report) {
  std::vector<std::string> out;
  if (!report.coverage.checked()) out.push_back("not checked: " + plain(collision::whyNotChecked(report.coverage)));
  if (const auto& nearest = report.nearest) {
    const std::string pair = fmt::format("{} and {}", world.display(nearest->a), world.display(nearest->b));
    out.push_back(
        report.min_clearance_m > 0.0
            ? fmt::format("smallest clearance {} at {}: {}", lengthText(report.min_clearance_m),
                          plainVoice().seconds(report.min_clearance_at_s), pair)
            : fmt::format("the motion touches: {} at {}", pair, plainVoice().seconds(report.min_clearance_at_s)));
  }
  const std::vector<std::string> found = noteTexts(report.notes);
  out.insert(out.end(), found.begin(), found.end());
  return out;
}

std::vector<std::string> noteTexts(const Diagnostics& notes) {
  // Clients take 8 KiB of metadata, and a note has up to 300 bytes.
  constexpr std::size_t kMost = 12;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::min(notes.size(), kMost); ++i) out.push_back(notes[i].message);
  if (notes.size() > kMost) out.push_back(fmt::format("and {} more", notes.size() - kMost));
  return out;
}

}  // namespace ww::rpc
