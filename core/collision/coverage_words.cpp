// SPDX-License-Identifier: Apache-2.0
#include "core/collision/coverage_words.h"

#include <fmt/format.h>

#include "core/base/failure.h"
#include "core/collision/contact.h"

namespace ww::collision {

std::vector<std::string> lookedAt(const world::World& world, const Coverage& coverage, double spacing) {
  if (!coverage.checked()) return {};
  using Settings = Coverage::Settings;
  std::string text = "checked: ";
  if (coverage.counted) text += fmt::format("{} of {} pairs of bodies, ", coverage.checked_pairs, coverage.pairs);
  text += coverage.settings == Settings::kWorld     ? "by the rules of the world"
          : coverage.settings == Settings::kRequest ? "by the collision settings of the request"
          : coverage.settings == Settings::kStep    ? "by the collision settings of the step"
                                                    : "by the exclusions of the world";
  constexpr double kLeast = 1e-6;  // metres; less is not worth a figure
  text += coverage.margin_m >= kLeast ? ", margins up to " + lengthText(coverage.margin_m)
          : coverage.margin_m > 0.0   ? std::string(", margins below 0.001 mm")
                                      : ", margin 0 (overlaps up to " + lengthText(kTouchDepth) + " only touch)";
  if (spacing > 0.0) text += fmt::format(", every {:.3g} rad or m of the way", spacing);
  std::vector<std::string> out = {std::move(text)};
  if (!coverage.excluded.empty())
    out.push_back(
        fmt::format("left out: rules exclude every pair of {} with anything else", namesOf(world, coverage.excluded)));
  return out;
}

std::vector<std::string> leftOut(const world::World& world, const Coverage& coverage) {
  std::vector<std::string> out;
  const auto add = [&](const auto& nodes) {
    if (!nodes.empty())
      out.push_back(fmt::format("{} {} no collision geometry: not looked at", namesOf(world, nodes),
                                nodes.size() == 1 ? "has" : "have"));
  };
  add(coverage.unseen);
  add(coverage.unseen_parts);
  if (!coverage.open.empty())
    out.push_back(fmt::format("{} {} open meshes: what is wholly inside is not found", namesOf(world, coverage.open),
                              coverage.open.size() == 1 ? "has" : "have"));
  return out;
}

}  // namespace ww::collision
