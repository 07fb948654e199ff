// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/kinematics/ik/closed_form.h"
#include "core/kinematics/ik/harvest.h"
#include "core/kinematics/ik/solvers.h"

namespace ww::kinematics {
namespace {

Rigid motionOf(const Screw& axis, bool turns, double position) {
  if (!turns) return {Mat3::Identity(), position * axis.h};
  const Mat3 r = turnAbout(axis.h, std::cos(position), std::sin(position));
  return {r, axis.p - r * axis.p};
}

// Seven joints of which one is held.
class HeldArm {
 public:
  // The joint that leaves the best closed form: an end of the arm, for which it is always the same.
  static std::optional<HeldArm> make(const IkChain& chain);
  std::size_t held() const { return held_; }
  // All postures with the joint at a position, as positions of the six others.
  void solve(const Rigid& goal, double position, const Joints6& seed, Postures& out) const;
  // A posture's positions with the held one among them.
  std::array<double, 7> whole(const Joints6& six, double position) const;
  Joints6 others(std::span<const double, 7> seven) const;

 private:
  std::optional<ClosedForm> formAt(double position) const;

  IkChain chain_;
  std::size_t held_ = 0;
  std::optional<ClosedForm> form_;  // where it does not depend on the position
};

std::optional<HeldArm> HeldArm::make(const IkChain& chain) {
  if (chain.count != 7) return std::nullopt;
  constexpr double kSome = 0.7;  // a position at which nothing is aligned by chance
  for (const std::size_t held : {6U, 0U, 2U, 4U, 1U, 3U, 5U}) {
    bool others_turn = true;
    for (std::size_t i = 0; i < 7; ++i) others_turn = others_turn && (i == held || chain.turns[i]);
    if (!others_turn) continue;
    HeldArm out;
    out.chain_ = chain;
    out.held_ = held;
    const bool at_end = held == 0 || held == 6;
    auto form = out.formAt(at_end ? 0.0 : kSome);
    if (!form || form->family() == ClosedForm::Family::kMeetingPair) continue;
    if (at_end) out.form_ = std::move(form);
    return out;
  }
  return std::nullopt;
}

std::optional<ClosedForm> HeldArm::formAt(double position) const {
  const Rigid moved = motionOf(chain_.axis[held_], chain_.turns[held_], position);
  SixAxes six;
  for (std::size_t i = 0; i < 7; ++i) {
    if (i < held_) six.axis[i] = chain_.axis[i];
    if (i > held_) six.axis[i - 1] = {moved.r * chain_.axis[i].h, moved * chain_.axis[i].p};
  }
  six.home = moved * chain_.home;
  six.up = chain_.up;
  return ClosedForm::make(six);
}

void HeldArm::solve(const Rigid& goal, double position, const Joints6& seed, Postures& out) const {
  out.count = 0;
  if (!form_) {
    const auto form = formAt(position);
    if (form && form->family() != ClosedForm::Family::kMeetingPair) form->solve(goal, seed, out);
    return;
  }
  const Rigid back = motionOf(chain_.axis[held_], chain_.turns[held_], -position);
  form_->solve(held_ == 0 ? back * goal : goal * (chain_.home.inverse() * back * chain_.home), seed, out);
}

std::array<double, 7> HeldArm::whole(const Joints6& six, double position) const {
  std::array<double, 7> out{};
  for (std::size_t i = 0; i < 7; ++i)
    out[i] = i == held_ ? position : six[static_cast<Eigen::Index>(i < held_ ? i : i - 1)];
  return out;
}

Joints6 HeldArm::others(std::span<const double, 7> seven) const {
  Joints6 out;
  for (std::size_t i = 0; i < 6; ++i) out[static_cast<Eigen::Index>(i)] = seven[i < held_ ? i : i + 1];
  return out;
}

// The positions of the held joint, from the start outwards on both sides; finer where that has found nothing.
class FamilySearch {
 public:
  FamilySearch(const JointTree& tree, const IkRequest& r, const IkChain& chain, const HeldArm& arm)
      : arm_(arm), goal_(chain.toArm(r.root_t_goal)), harvest_(tree, r, chain) {
    std::array<double, 7> start{};
    for (std::size_t i = 0; i < 7; ++i) start[i] = r.start[static_cast<Eigen::Index>(chain.joint[i])];
    seed_ = arm.others(start);
    const std::size_t held = arm.held();
    const auto& limit = harvest_.limits()[chain.joint[held]];
    const double half = chain.turns[held] ? std::numbers::pi : 1.0;
    lower_ = std::isfinite(limit.lower) ? limit.lower : start[held] - half;
    upper_ = std::isfinite(limit.upper) ? limit.upper : start[held] + half;
    from_ = std::clamp(start[held], lower_, std::max(lower_, upper_));
  }

  Status run() {
    WW_TRY(look(from_));
    constexpr double kCoarse = 32.0, kFine = 256.0;
    WW_TRY(outwards((upper_ - lower_) / kCoarse));
    return harvest_.empty() ? outwards((upper_ - lower_) / kFine) : okStatus();
  }
  Harvest& harvest() { return harvest_; }

 private:
  Status look(double position) {
    Postures found;
    arm_.solve(goal_, position, seed_, found);
    for (int i = 0; i < found.count; ++i) {
      const auto whole = arm_.whole(found.at[static_cast<std::size_t>(i)], position);
      harvest_.add(whole, {});
    }
    return harvest_.take();
  }
  Status outwards(double step) {
    if (!(step > 1e-6)) return okStatus();
    for (int n = 1; !harvest_.enough(); ++n) {
      const double below = from_ - n * step, above = from_ + n * step;
      if (below < lower_ && above > upper_) break;
      if (below >= lower_) WW_TRY(look(below));
      if (above <= upper_ && !harvest_.enough()) WW_TRY(look(above));
    }
    return okStatus();
  }

  const HeldArm& arm_;
  const Rigid goal_;
  Harvest harvest_;
  Joints6 seed_;
  double lower_ = 0.0, upper_ = 0.0, from_ = 0.0;
};

}  // namespace

// What a branch is where joints can go round in a loop is the numeric solver's to say: it follows the way.
bool coversFamily(const JointTree& tree, const IkRequest& r) {
  if (r.ensure_same_branch || r.prefer_same_branch) return false;
  const auto chain = IkChain::make(tree, r.tip);
  return chain && HeldArm::make(*chain);
}

Result<IkResult> solveFamily(const JointTree& tree, const IkRequest& r) {
  const auto chain = IkChain::make(tree, r.tip);
  const auto arm = HeldArm::make(*chain);
  FamilySearch search(tree, r, *chain, *arm);
  WW_TRY(search.run());
  // What limits leave may be narrower than the steps.
  return search.harvest().empty() ? solveNumeric(tree, r) : search.harvest().finish(0);
}

}  // namespace ww::kinematics
