// SPDX-License-Identifier: Apache-2.0
#include <time.h>

#include <algorithm>
#include <limits>
#include <random>

#include "core/collision/checker.h"
#include "core/model/overrides.h"
#include "core/usecase/collision_map.h"

namespace ww::usecase {
namespace {

constexpr std::size_t kPlaces = 32;
constexpr std::size_t kMostBodies = 400;  // that move: each pair of them is looked at
constexpr int kRounds = 6;
constexpr double kLongEnough = 0.06;  // seconds of measuring
constexpr double kReach = 0.25;       // of the object's size, that it goes from where it stands
constexpr double kFreeRange = 3.14;   // radians or metres, of a joint without limits

// Of this thread: what others take of the processor does not count.
double threadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class CheckPlaces {
 public:
  CheckPlaces(const world::World& world, const world::Object& object) : world_(world), object_(object) {}

  // Always the same ones, so that two shapes are asked the same.
  model::Overrides next() {
    model::Overrides out;
    if (object_.isKinematic()) out.joints[object_.id] = positions();
    else out.objects[object_.id] = pose();
    return out;
  }

 private:
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }

  JointVector positions() {
    JointVector q = object_.jointPositions();
    for (std::size_t i = 0; i < object_.moving_joints.size(); ++i) {
      const world::JointLimits& limits = object_.movingJoint(i).application;
      const double low = std::max(limits.lower, -kFreeRange), high = std::min(limits.upper, kFreeRange);
      if (low < high) q[static_cast<Eigen::Index>(i)] = between(low, high);
    }
    return q;
  }
  Pose pose() {
    Pose out = world_.rootT(object_.id);
    const double reach = kReach * world_.boundsOf(object_).size().norm();
    for (Eigen::Index i = 0; i < 3; ++i) out.p[i] += between(-reach, reach);
    return out;
  }

  const world::World& world_;
  const world::Object& object_;
  std::mt19937 random_{7};
};

std::vector<EntityId> moversOf(const world::World& world, const world::Object& object) {
  return CheckPlaces(world, object).next().movers(world);
}

}  // namespace

Result<std::optional<double>> checkSeconds(const collision::Scene& scene, ObjectId object, std::stop_token stop) {
  const world::World& world = scene.world();
  const world::Object* its = world.peek(object);
  if (its == nullptr) return std::optional<double>();
  const collision::Scene there = its->isKinematic() ? scene : scene.floating({object});
  const std::vector<EntityId> movers = moversOf(world, *its);
  if (collision::countMoving(there, movers, kMostBodies + 1) > kMostBodies) return std::optional<double>();
  collision::Checker checker(there, movers);
  model::State state(there.model());
  double least = std::numeric_limits<double>::infinity(), all = 0.0;
  // The first round makes what is kept from then on, and does not count.
  for (int round = 0; round <= kRounds && (round < 2 || all < kLongEnough); ++round) {
    CheckPlaces places(world, *its);
    double sum = 0.0;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      if (stop.stop_requested()) return cancelledTrial();
      places.next().apply(state);
      const double before = threadSeconds();
      static_cast<void>(checker.collides(state));
      sum += threadSeconds() - before;
    }
    all += sum;
    if (round > 0) least = std::min(least, sum / static_cast<double>(kPlaces));
  }
  return std::optional<double>(least);
}

}  // namespace ww::usecase
