// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/rules/rule_samples.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numbers>
#include <thread>
#include <tuple>

#include "core/collision/checker.h"
#include "core/geometry/store.h"
#include "core/kinematics/joint_tree.h"
#include "core/kinematics/random.h"
#include "core/session/rule_builders.h"
#include "core/usecase/failures.h"
#include "core/world/updates/edits.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::usecase {
namespace {

using world::World;

// The same world without rules, with neighbours of the robot checked, too.
Result<collision::Scene> withoutRules(const collision::Scene& scene, ObjectId robot) {
  const session::OwnRuleUpdate updates[] = {{session::RulePolicy::kClearAll, {}},
                                            {session::RulePolicy::kAppend, {"", "", false, false, 0.0}}};
  geometry::GeometryStore none;  // rules need no geometry
  WW_ASSIGN(const World bare, world::apply(scene.world(), *session::updateOwnRules(robot, updates), none));
  return scene.updated(bare);
}

double drawn(const world::JointLimits& limits, bool revolute, double at, double share) {
  const double reach = revolute ? std::numbers::pi : 1.0;
  const double lower = std::isfinite(limits.lower) ? limits.lower : std::min(at, limits.upper) - reach;
  const double upper = std::isfinite(limits.upper) ? limits.upper : std::max(at, lower) + reach;
  return lower + share * (upper - lower);
}

// Of each posture its own numbers, so that it matters to none who draws it.
JointVector drawn(const kinematics::JointTree& tree, std::uint64_t seed, int posture) {
  kinematics::Random random = kinematics::Random(seed).after(tree.size() * static_cast<std::uint64_t>(posture));
  JointVector q = tree.worldPositions();
  for (std::size_t i = 0; i < tree.size(); ++i) {
    double& value = q[static_cast<Eigen::Index>(i)];
    value = drawn(tree.limits()[i], tree.isRevolute(i), value, random.uniform());
  }
  return q;
}

// Draws postures on some threads, a block at a time.
class Sampler {
 public:
  Sampler(const collision::Scene& scene, const collision::CheckOptions& options, const kinematics::JointTree& tree,
          const SampleRequest& request)
      : scene_(scene), options_(options), tree_(tree), request_(request) {}

  void run() {
    constexpr int kMostThreads = 16;
    const int useful = (request_.samples + kBlock - 1) / kBlock,
              cores = static_cast<int>(std::jthread::hardware_concurrency());
    std::vector<std::jthread> helpers;
    for (int i = 1; i < std::min({useful, cores, kMostThreads}); ++i) helpers.emplace_back([this] { work(); });
    work();
  }
  SampledTouches take() { return std::move(out_); }

 private:
  static constexpr int kBlock = 100;  // postures

  void work() {
    collision::Checker checker(scene_, tree_.movers(), options_);
    model::State state(scene_.model());
    for (int first = next_.fetch_add(kBlock); first < request_.samples; first = next_.fetch_add(kBlock)) {
      std::map<BodyPair, int> touched;
      const int end = std::min(first + kBlock, request_.samples);
      for (int i = first; i < end && !request_.stop.stop_requested(); ++i) {
        state.set(tree_.mechanism(), drawn(tree_, request_.seed, i));
        state.forward(tree_.mechanism());
        for (const auto& [a, b] : checker.touching(state)) ++touched[std::minmax(a, b)];
      }
      if (request_.stop.stop_requested()) return;
      add(touched, end - first);
    }
  }

  void add(const std::map<BodyPair, int>& touched, int samples) {
    const std::lock_guard lock(mutex_);
    for (const auto& [pair, count] : touched) out_.touched[pair] += count;
    out_.samples += samples;
    request_.progress.report(static_cast<double>(out_.samples) / request_.samples);
  }

  const collision::Scene& scene_;
  const collision::CheckOptions& options_;
  const kinematics::JointTree& tree_;
  const SampleRequest& request_;
  std::atomic<int> next_ = 0;
  std::mutex mutex_;
  SampledTouches out_;
};

// Bodies of the robot itself, and of all that rides on what its joints move.
std::vector<EntityId> bodiesWith(const collision::Scene& scene, ObjectId robot) {
  const model::Model& model = scene.model();
  const std::vector<model::BodyIndex> joints = model.jointsOf(robot);
  const auto moves = [&](EntityId entity) {
    for (model::BodyIndex i = model.bodyOf(entity); i != model::kNoBody; i = model.body(i).parent)
      if (std::ranges::find(joints, i) != joints.end()) return true;
    return false;
  };
  std::vector<EntityId> out;
  for (const EntityId body : collision::bodiesOf(scene.world())) {
    const ObjectId object = scene.world().owner(body)->object;
    if (scene.body(body) && (object == robot || moves(body))) out.push_back(body);
  }
  return out;
}

PairKind kindOf(const model::Model& model, EntityId a, EntityId b, const SampledTouches& touches) {
  const model::BodyIndex on_a = model.bodyOf(a), on_b = model.bodyOf(b);
  if (on_a == on_b) return PairKind::kRigid;
  if (model.body(on_a).parent == on_b || model.body(on_b).parent == on_a) return PairKind::kAdjacent;
  const int count = touches.count(a, b);
  return count == 0 ? PairKind::kNever : count == touches.samples ? PairKind::kAlways : PairKind::kSometimes;
}

}  // namespace

Result<SampledTouches> sampleTouches(const collision::Scene& scene, const SampleRequest& request) {
  WW_ASSIGN(const collision::Scene bare, withoutRules(scene, request.robot));
  WW_ASSIGN(const auto tree, kinematics::JointTree::make(bare.model(), request.robot));
  collision::CheckOptions options;
  WW_ASSIGN(options.rules, bare.rules().with({}));
  options.bases = {request.robot};
  request.progress.text(phrase(WW_TEXT("Core", "Trying postures")));
  Sampler sampler(bare, options, tree, request);
  sampler.run();
  if (request.stop.stop_requested()) return fail(failures::kSamplingStopped);
  return sampler.take();
}

std::size_t RuleProposal::newExclusions() const {
  return static_cast<std::size_t>(std::ranges::count_if(pairs, &RulePair::changes));
}

Result<RuleProposal> proposeRules(const collision::Scene& scene, const SampleRequest& request) {
  WW_ASSIGN(const SampledTouches touches, sampleTouches(scene, request));
  RuleProposal out{request.robot, touches.samples, request.seed, {}};
  const std::vector<EntityId> bodies = bodiesWith(scene, request.robot);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      RulePair pair{bodies[i], bodies[j], PairKind::kSometimes, touches.count(bodies[i], bodies[j]), {}, false};
      pair.now = scene.rules().explain(pair.a, pair.b);
      // What a gripper on it does by itself is not the robot's.
      const ObjectId of_a = scene.world().owner(pair.a)->object, of_b = scene.world().owner(pair.b)->object;
      const bool inner = of_a == of_b && of_a != request.robot;
      if (inner || pair.now.source == collision::RuleSource::kSameBody) continue;
      pair.kind = kindOf(scene.model(), pair.a, pair.b, touches);
      pair.is_excluded_then = pair.now.excluded || pair.kind != PairKind::kSometimes;
      out.pairs.push_back(std::move(pair));
    }
  }
  std::ranges::sort(out.pairs, {}, [](const RulePair& p) { return std::tuple(p.kind, p.a, p.b); });
  return out;
}

Phrase reasonOf(const RulePair& pair, int samples) {
  const FailureArg all{"samples", arg::Count{static_cast<std::uint64_t>(samples)}};
  const FailureArg count{"count", arg::Count{static_cast<std::uint64_t>(pair.touched)}};
  switch (pair.kind) {
    case PairKind::kRigid: return phrase(WW_TEXT("Core", "cannot move against each other"));
    case PairKind::kAdjacent: return phrase(WW_TEXT("Core", "on the two sides of a joint"));
    case PairKind::kAlways: return phrase(WW_TEXT("Core", "overlap in all of {samples} postures"), {all});
    case PairKind::kNever: return phrase(WW_TEXT("Core", "meet in none of {samples} postures"), {all});
    case PairKind::kSometimes: break;
  }
  return phrase(WW_TEXT("Core", "overlap in {count} of {samples} postures"), {count, all});
}

session::EditsPtr editsOf(const World& world, const RuleProposal& proposal) {
  std::vector<session::OwnRuleUpdate> own;
  session::RuleChanges of_world;
  const auto name = [&world](EntityId e) { return world.entity(e)->name; };
  for (const RulePair& pair : proposal.pairs) {
    if (!pair.changes()) continue;
    const auto *a = world.owner(pair.a), *b = world.owner(pair.b);
    if (!a || !b) continue;
    if (a->object == proposal.robot && b->object == proposal.robot) {
      // Taken out first, so that it is the last that matches.
      const session::OwnRule rule{name(pair.a), name(pair.b), false, true, 0.0};
      own.push_back({session::RulePolicy::kRemove, rule});
      own.push_back({session::RulePolicy::kAppend, rule});
    } else {
      of_world.added.push_back({{{a->object, pair.a}}, {{b->object, pair.b}}, true, 0.0});
    }
  }
  std::vector<session::EditsPtr> parts;
  if (!own.empty()) parts.push_back(session::updateOwnRules(proposal.robot, own));
  if (!of_world.added.empty()) parts.push_back(session::changeRules(world, of_world));
  return session::join(parts);
}

}  // namespace ww::usecase
