// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/curves/motion_marks.h"

#include <algorithm>

namespace ww::usecase {
namespace {

using MarkKind = MotionMark::Kind;

// When the distance passes the limit on its way from one sample to the next.
double passageOf(const ClearanceSample& a, const ClearanceSample& b, double limit) {
  const double way = b.metres - a.metres;
  const double share = way != 0.0 ? std::clamp((limit - a.metres) / way, 0.0, 1.0) : 1.0;
  return a.seconds + share * (b.seconds - a.seconds);
}

}  // namespace

std::vector<MotionMark> nearMarks(const std::vector<ClearanceSample>& samples, double limit) {
  std::vector<MotionMark> out;
  bool inside = false;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const ClearanceSample& here = samples[i];
    // A distance of 0 touches whatever the limit.
    const bool near = here.metres < limit || here.metres <= 0.0;
    if (near && !inside) {
      MotionMark mark;
      mark.from_s = i == 0 ? here.seconds : passageOf(samples[i - 1], here, limit);
      mark.amount = here.metres;
      mark.worst_s = here.seconds;
      mark.a = here.a, mark.b = here.b;
      out.push_back(mark);
    }
    if (near) {
      MotionMark& mark = out.back();
      mark.to_s = here.seconds;
      if (here.metres < mark.amount)
        mark.amount = here.metres, mark.worst_s = here.seconds, mark.a = here.a, mark.b = here.b;
      mark.kind = mark.amount <= 0.0 ? MarkKind::kContact : MarkKind::kNear;
    }
    if (!near && inside) out.back().to_s = passageOf(samples[i - 1], here, limit);
    inside = near;
  }
  return out;
}

std::vector<MotionMark> motionMarks(const MotionCurves& curves, const std::vector<ClearanceSample>& samples,
                                    double limit) {
  std::vector<MotionMark> out = nearMarks(samples, limit);
  const auto add = [&out](MarkKind kind, double from, double to, double worst) -> MotionMark& {
    MotionMark mark;
    mark.kind = kind;
    mark.from_s = from, mark.to_s = to, mark.worst_s = worst;
    return out.emplace_back(mark);
  };
  for (const double stop : curves.stops) add(MarkKind::kStop, stop, stop, stop);
  const auto addBreak = [&add](const LimitBreak& one, bool of_tool) {
    MotionMark& mark = add(MarkKind::kLimit, one.from_s, one.to_s, one.worst_s);
    mark.of_tool = of_tool;
    mark.joint = one.joint;
    mark.rate = one.rate;
    mark.amount = one.worst;
  };
  for (const LimitBreak& one : curves.breaks) addBreak(one, false);
  for (const LimitBreak& one : curves.tool_breaks) addBreak(one, true);
  for (const SingularPlace& place : curves.singular)
    add(MarkKind::kSingular, place.at_s, place.at_s, place.at_s).amount = place.dexterity;
  std::ranges::stable_sort(out, {}, &MotionMark::from_s);
  return out;
}

}  // namespace ww::usecase
