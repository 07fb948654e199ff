// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/kinematics/ik/closed_form.h"

namespace ww::kinematics {

// Not for use outside this folder. Arms whose last two axes meet: with the first angle given, the next three follow
// from where those meet, and one equation is left for what the last two must turn. Its zeros over the circle are looked
// for between samples, at the ends of branches, and where it nearly touches zero.
class PairSearch {
 public:
  struct Found {
    std::array<Joints6, 48> at;  // to be looked at by forward kinematics: not all need be answers
    std::size_t count = 0;
  };

  // `motion`: what all six must do.
  PairSearch(const ClosedForm& form, const Rigid& motion, const Joints6& seed)
      : form_(form), motion_(motion), seed_(seed), place_(motion * form.meet_) {}
  void run(Found& out) const;

 private:
  struct Sample {
    double first = 0.0;  // the first angle, radians
    ThreeAxes::Ways ways;
    std::array<double, 4> miss{};  // a cosine too many, by branch
    bool has(unsigned branch) const { return (ways.there >> branch & 1U) != 0; }
  };
  Sample at(double first) const;  // radians
  // A direction of the tool, behind the fourth joint; unit vectors.
  Vec3 behind(const Sample& s, unsigned branch, const Vec3& of_tool) const;
  void look(const Sample& before, const Sample& middle, const Sample& after, unsigned branch, Found& out) const;
  void towardsEnd(const Sample& from, const Sample& end, unsigned branch, Found& out) const;
  Sample endOf(const Sample& inside, const Sample& outside, unsigned branch) const;
  void narrow(Sample low, Sample high, unsigned branch, Found& out) const;
  static bool crosses(const Sample& a, const Sample& b, unsigned branch);
  static double lowest(const Sample& before, const Sample& middle, const Sample& after, unsigned branch);  // radians
  void dipIfNear(const Sample& before, const Sample& middle, const Sample& after, unsigned branch, Found& out) const;
  void dip(Sample before, Sample middle, Sample after, unsigned branch, Found& out) const;
  void add(const Sample& s, unsigned branch, Found& out) const;

  const ClosedForm& form_;
  const Rigid& motion_;
  const Joints6& seed_;
  const Vec3 place_;  // of where the last two axes meet, metres
};

}  // namespace ww::kinematics
