// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <stop_token>

#include "core/base/progress.h"
#include "core/collision/scene.h"
#include "core/session/edit_builders.h"

// What a robot can run into, by postures drawn at random; and the rules that follow from it.
namespace ww::usecase {

// What never meets in so many postures meets in less than one of 15,000, but for once in twenty.
constexpr int kUsualPostures = 50'000;

struct SampleRequest {
  ObjectId robot;
  int samples = kUsualPostures;
  std::uint64_t seed = 1;
  std::stop_token stop;
  Progress progress;
};

// Two entities, the smaller id first.
using BodyPair = std::pair<EntityId, EntityId>;

// How often pairs overlapped by more than a touch, rules aside: pairs of which the robot moves at least one, and its
// base with what stands in it.
struct SampledTouches {
  int samples = 0;
  std::map<BodyPair, int> touched;
  int count(EntityId a, EntityId b) const {
    const auto it = touched.find(std::minmax(a, b));
    return it == touched.end() ? 0 : it->second;
  }
};
// Postures are spread evenly over the limits of the robot's joints (a turn, or a metre to each side, where there are
// none). The same for the same seed on every machine. Errors of the joint tree; CANCELLED when stopped.
Result<SampledTouches> sampleTouches(const collision::Scene& scene, const SampleRequest& request);

// What the samples say of a pair of the robot's own bodies, or of those that ride on it.
enum class PairKind {
  kRigid,     // cannot move against each other
  kAdjacent,  // on the two sides of a joint
  kAlways,    // overlapped in every posture
  kSometimes,
  kNever  // in none
};
struct RulePair {
  EntityId a, b;
  PairKind kind = PairKind::kSometimes;
  int touched = 0;                // postures
  collision::Explanation now;     // by the present rules
  bool is_excluded_then = false;  // by the proposal
  bool changes() const { return is_excluded_then != now.excluded; }
};

// Exclusions for what always, never or by construction meets. Pairs that meet sometimes stay as they are, and what
// is excluded among them is told.
struct RuleProposal {
  ObjectId robot;
  int samples = 0;
  std::uint64_t seed = 0;
  std::vector<RulePair> pairs;  // by kind, then by ids
  std::size_t newExclusions() const;
};
// Errors as of sampleTouches().
Result<RuleProposal> proposeRules(const collision::Scene& scene, const SampleRequest& request);
// "overlapped in all 1000 postures", "met in none of 1000 postures", "on the two sides of a joint".
Phrase reasonOf(const RulePair& pair, int samples);
// Makes those of the pairs that it would newly exclude (all, or those that are chosen): among the robot's own
// bodies by rules of the robot, else by rules of the world. One step; empty edits where nothing changes.
session::EditsPtr editsOf(const world::World& world, const RuleProposal& proposal);

}  // namespace ww::usecase
