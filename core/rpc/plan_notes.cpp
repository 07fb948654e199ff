// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/plan_notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/collision/coverage_words.h"
#include "core/rpc/import_notes.h"
#include "core/usecase/odd_edits.h"

namespace ww::rpc {

namespace {

// "segments 1, 3 of 3", where it is not all of them.
std::string segmentsOf(const planning::TrajectoryReport& report) {
  if (report.unchecked.size() >= report.segments) return {};
  std::vector<std::size_t> numbers;
  for (const std::size_t index : report.unchecked) numbers.push_back(index + 1);
  return fmt::format("segment{} {} of {}", numbers.size() == 1 ? "" : "s", fmt::join(numbers, ", "), report.segments);
}

// With the code and what to do, as all notes of the services.
std::string textOf(const Diagnostic& note) {
  constexpr std::size_t kMostBytes = 500;
  return shortened(noteText(note), kMostBytes);
}

// The corners that were rounded; where the robot stops a finding says why.
void tellCorners(const planning::TrajectoryReport& report, std::vector<std::string>& out) {
  for (const planning::RoundedCorner& corner : report.corners) {
    if (corner.stops()) continue;
    const std::string within = corner.joint > 0.0
                                   ? fmt::format("{} of every joint", angleText(corner.joint))
                                   : fmt::format("{} and {}", lengthText(corner.metres), angleText(corner.radians));
    out.push_back(fmt::format("corner after segment {} rounded within {}", corner.after + 1, within));
  }
}

}  // namespace

std::string notChecked(const collision::Coverage& coverage, const std::string& of) {
  return fmt::format("not checked: {}{}{}: {}", of, of.empty() ? "" : ": ", plain(collision::whyNotChecked(coverage)),
                     plain(collision::howToCheck(coverage)));
}

std::vector<std::string> lookedAtNotes(const world::World& world, const collision::Coverage& coverage, double spacing) {
  constexpr std::size_t kMostBytes = 300;
  if (!coverage.checked()) return {};
  std::vector<std::string> out;
  for (const auto& lines : {collision::lookedAt(world, coverage, spacing), collision::leftOut(world, coverage)})
    for (const std::string& line : lines) out.push_back(shortened(line, kMostBytes));
  return out;
}

std::vector<std::string> planNotes(const world::World& world, const planning::TrajectoryReport& report) {
  std::vector<std::string> out;
  if (!report.coverage.checked()) out.push_back(notChecked(report.coverage, segmentsOf(report)));
  for (std::string& line : lookedAtNotes(world, report.coverage, report.spacing)) out.push_back(std::move(line));
  // What overlaps between two checks stands among the notes.
  if (const auto& nearest = report.nearest; nearest && report.min_clearance_m >= -collision::kTouchDepth) {
    const std::string pair = fmt::format("{} and {}", world.display(nearest->a), world.display(nearest->b));
    out.push_back(
        report.min_clearance_m > 0.0
            ? fmt::format("smallest clearance {} at {}: {}", lengthText(report.min_clearance_m),
                          plainVoice().seconds(report.min_clearance_at_s), pair)
            : fmt::format("the motion touches: {} at {}", pair, plainVoice().seconds(report.min_clearance_at_s)));
  }
  tellCorners(report, out);
  Diagnostics notes = report.notes;
  for (Diagnostic& note : usecase::worldNotes(world)) notes.push_back(std::move(note));
  const std::vector<std::string> found = noteTexts(notes);
  out.insert(out.end(), found.begin(), found.end());
  return out;
}

std::vector<std::string> noteTexts(const Diagnostics& notes) {
  // Clients take 8 KiB of metadata, and a note has up to 550 bytes.
  constexpr std::size_t kMost = 10;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::min(notes.size(), kMost); ++i) out.push_back(textOf(notes[i]));
  if (notes.size() > kMost) out.push_back(fmt::format("and {} more", notes.size() - kMost));
  return out;
}

}  // namespace ww::rpc
