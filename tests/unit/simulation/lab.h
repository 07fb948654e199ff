// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "core/simulation/bullet/engine.h"

namespace ww::test {

constexpr double kG = 9.81;  // m/s^2
constexpr double kPi = std::numbers::pi;

// What was measured, and what it must be: within `tolerance` of `expected`.
struct Measured {
  std::string what;
  double expected = 0.0, got = 0.0, tolerance = 0.0;
  bool good() const { return std::abs(got - expected) <= tolerance; }  // false for what is no number
};
inline Measured share(std::string what, double expected, double got, double part) {
  return {std::move(what), expected, got, part * std::abs(expected)};
}

simulation::Inertial boxInertial(double mass, const Vec3& size);
simulation::Inertial ballInertial(double mass, double radius);
simulation::Solid boxSolid(const Vec3& size, const Pose& at = {});
simulation::Solid ballSolid(double radius);

// An engine with things in it. The time step is 1 ms unless said.
class Lab {
 public:
  explicit Lab(double dt = 1e-3, const Vec3& gravity = Vec3(0, 0, -kG));
  explicit Lab(const simulation::PhysicsProperties& properties);

  int add(simulation::Assembly assembly) {
    return engine.add(std::make_shared<const simulation::Assembly>(std::move(assembly)));
  }
  int ground(const simulation::Material& material = {}, const Pose& at = {});
  int box(const Vec3& size, double mass, const Pose& at, const simulation::Material& material = {},
          const Vec3& velocity = Vec3::Zero(), const Vec3& turning = Vec3::Zero());
  int ball(double radius, double mass, const Vec3& at, const simulation::Material& material = {},
           const Vec3& velocity = Vec3::Zero(), const Vec3& turning = Vec3::Zero());
  int body(const simulation::Inertial& inertial, std::vector<simulation::Solid> solids, const Pose& at,
           const simulation::Material& material = {}, const Vec3& velocity = Vec3::Zero(),
           const Vec3& turning = Vec3::Zero());
  void run(double seconds, const std::function<void()>& each = {});
  double now() const { return steps * dt; }

  Pose pose(int body, int piece = 0) const { return engine.state({body, piece}).root_t_piece; }
  Vec3 place(int body) const { return engine.centerOfMass({body, 0}); }
  Vec3 speed(int body) const { return engine.state({body, 0}).twist.linear; }
  Vec3 turning(int body) const { return engine.state({body, 0}).twist.angular; }

  double dt;
  simulation::Engine engine;
  long steps = 0;

 private:
  std::uint64_t entities_ = 1000;
};

// A mechanism on a fixed base: pieces are added one after the other.
struct Chain {
  simulation::Assembly assembly;
  Chain();
  // Carried by the piece before it (or `on`), turning or sliding along `axis` at `at` of that piece; the piece's frame
  // is at the joint, its centre of mass where the inertial says.
  Chain& joint(bool revolute, const Vec3& axis, const Pose& at, const simulation::Inertial& inertial, int on = -1);
  simulation::Axis& last() { return assembly.axes.back(); }
  simulation::Piece& lastPiece() { return assembly.pieces.back(); }
};

// A rod of point masses: `mass` at `center`, with `inertia` about every axis.
simulation::Inertial pointMass(double mass, const Vec3& center, double inertia = 1e-9);

}  // namespace ww::test
