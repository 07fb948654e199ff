// SPDX-License-Identifier: Apache-2.0
#include "core/io/loss_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/failure.h"
#include "core/io/failures.h"
#include "core/io/suspicion.h"

namespace ww::io {
namespace {

// Notes that tell of losses all the same: nothing is wrong with the file.
constexpr const FailureRow* kLostRows[] = {
    &failures::kElementNotKept,   &failures::kAttributeNotKept, &failures::kMeshPartNotKept,
    &failures::kStepHidden,       &failures::kStepCurves,       &failures::kStepLayers,
    &failures::kTexturesNotShown, &failures::kTextureLost,      &failures::kUrdfNoMaterial};

std::string lossCode(const Diagnostic& d) { return d.failure ? std::string(d.failure->row->code) : d.code; }

// Kinds of elements are losses of their own.
std::string kindOf(const Diagnostic& d) {
  static constexpr const FailureRow* kElements[] = {&failures::kElementNotKept, &failures::kAttributeNotKept,
                                                    &failures::kMeshPartNotKept};
  const bool element = d.failure && std::ranges::find(kElements, d.failure->row) != std::end(kElements);
  return element ? lossCode(d) + " " + d.path : lossCode(d);
}

std::string placeOfLoss(const Diagnostic& d) {
  const std::string line = d.line > 0 ? fmt::format("{}:{}", d.file, d.line) : std::string();
  if (d.path.empty()) return line;
  return line.empty() ? d.path : d.path + ", " + line;
}

std::uint64_t countOf(const Diagnostic& d) {
  const auto* count = d.failure ? std::get_if<arg::Count>(d.failure->find("count")) : nullptr;
  return count ? count->count : 1;
}

void addPlace(Loss& loss, const std::string& place) {
  if (place.empty() || std::ranges::find(loss.where, place) != loss.where.end()) return;
  if (loss.where.size() < kMostLossPlaces) loss.where.push_back(place);
  else ++loss.more_places;
}

}  // namespace

bool isLoss(const Diagnostic& found) {
  if (found.failure && std::ranges::find(kLostRows, found.failure->row) != std::end(kLostRows)) return true;
  return found.severity != Diagnostic::Severity::kInfo && !isSuspicion(found);
}

std::vector<Loss> lossesOf(const Diagnostics& found) {
  std::vector<Loss> out;
  std::vector<std::string> kinds;
  for (const Diagnostic& d : found) {
    if (!isLoss(d)) continue;
    const std::string kind = kindOf(d);
    std::size_t i = static_cast<std::size_t>(std::ranges::find(kinds, kind) - kinds.begin());
    if (i == kinds.size()) {
      kinds.push_back(kind);
      out.push_back({lossCode(d), 0, d.message, {}, 0, d.hint});
    }
    out[i].count += countOf(d);
    addPlace(out[i], placeOfLoss(d));
  }
  return out;
}

}  // namespace ww::io
