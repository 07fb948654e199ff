// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "app/cli/bench_robot.h"
#include "app/cli/failures.h"
#include "app/cli/verb_bench.h"
#include "core/base/text.h"
#include "core/kinematics/ik/chain.h"
#include "core/kinematics/ik/closed_form.h"
#include "core/kinematics/ik/solvers.h"
#include "core/kinematics/ik/turns.h"
#include "core/kinematics/random.h"
#include "core/kinematics/tool.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "resources/samples/samples.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

namespace kin = kinematics;

// Microseconds of thread CPU time of one call.
struct Spread {
  std::size_t samples = 0;
  double p50 = 0.0, p99 = 0.0;
};

Spread spreadOf(std::vector<double> times) {
  if (times.empty()) return {};
  std::sort(times.begin(), times.end());
  return {times.size(), times[times.size() / 2], times[times.size() * 99 / 100]};
}

template <typename Fn>
double timeOf(Fn&& fn) {
  const double start = cpuMicroseconds();
  fn();
  return cpuMicroseconds() - start;
}

struct IkFigures {
  std::string robot, tip, solver;
  std::size_t joints = 0;
  int poses = 0;
  Spread all;                 // every posture, limits aside, by a form that was prepared
  int own = 0;                // poses of which the posture that made them was among these
  int searched = 0, met = 0;  // postures of a long numeric search, and those of them that were among them too
  Spread request, first;      // requests from nothing prepared, within limits: every posture, and one
  int solved = 0;             // poses with one within limits
  std::size_t within = 0;     // postures within limits, of all poses together
  double worst = 0.0;         // error of an answer, metres or radians
  std::size_t turns = 0;      // with limits of a full turn either way
  Spread sorted;
};

// An arm, and poses that it reaches within its limits.
struct BenchedArm {
  kin::JointTree tree;
  kin::Riding tip;
  std::vector<JointVector> postures;
  std::vector<Pose> goals;
};

BenchedArm makeBenchedArm(kin::JointTree tree, world::NodeRef tool, int poses) {
  BenchedArm arm{std::move(tree), {}, {}, {}};
  arm.tip = arm.tree.riding(tool);
  kin::Random random(1);
  for (int n = 0; n < poses; ++n) {
    JointVector q = arm.tree.worldPositions();
    for (const std::size_t mover : arm.tree.chain(arm.tip)) {
      const std::size_t i = arm.tree.jointOf(mover);
      const auto& limit = arm.tree.limits()[i];
      const double span = arm.tree.isRevolute(i) ? std::numbers::pi : 1.0;
      q[static_cast<Eigen::Index>(i)] = random.uniform(std::isfinite(limit.lower) ? limit.lower : -span,
                                                       std::isfinite(limit.upper) ? limit.upper : span);
    }
    arm.goals.push_back(arm.tree.rootT(arm.tip, q));
    arm.postures.push_back(std::move(q));
  }
  return arm;
}

kin::IkRequest requestOf(const BenchedArm& arm, std::size_t i) {
  kin::IkRequest r;
  r.tip = arm.tip;
  r.root_t_goal = arm.goals[i];
  r.start = arm.tree.worldPositions();
  r.seed = i;
  r.diagnose = false;
  return r;
}

kin::Joints6 sixOf(const kin::IkChain& chain, const JointVector& q) {
  kin::Joints6 out;
  for (std::size_t i = 0; i < 6; ++i) out[static_cast<Eigen::Index>(i)] = q[static_cast<Eigen::Index>(chain.joint[i])];
  return out;
}

bool isAmong(const kin::Postures& found, const kin::Joints6& q) {
  constexpr double kSame = 1e-4;
  for (int i = 0; i < found.count; ++i) {
    bool same = true;
    for (int k = 0; k < 6 && same; ++k)
      same = std::abs(std::remainder(q[k] - found.at[static_cast<std::size_t>(i)][k], 2.0 * std::numbers::pi)) < kSame;
    if (same) return true;
  }
  return false;
}

// Every posture, against the ones that the poses were made of and those of many numeric searches.
Status measureForm(const BenchedArm& arm, const kin::IkChain& chain, const kin::ClosedForm& form, IkFigures& out) {
  const kin::Joints6 seed = sixOf(chain, arm.tree.worldPositions());
  const kin::SixAxes six = chain.six();
  std::vector<double> times;
  kin::Postures found;
  for (std::size_t i = 0; i < arm.goals.size(); ++i) {
    const kin::Rigid goal = chain.toArm(arm.goals[i]);
    times.push_back(timeOf([&] { form.solve(goal, seed, found); }));
    out.own += isAmong(found, sixOf(chain, arm.postures[i])) ? 1 : 0;
    for (int k = 0; k < found.count; ++k)
      out.worst = std::max(out.worst, kin::apart(six.tip(found.at[static_cast<std::size_t>(k)]), goal));
  }
  out.all = spreadOf(std::move(times));
  constexpr std::size_t kEvery = 100;
  for (std::size_t i = 0; i < arm.goals.size(); i += kEvery) {
    kin::IkRequest r = requestOf(arm, i);
    r.limits = arm.tree.limits();
    for (const std::size_t joint : chain.joint) r.limits[joint].lower = -(r.limits[joint].upper = std::numbers::pi);
    r.max_solutions = kin::Postures::kMost;
    r.max_restarts = 400;
    WW_ASSIGN(const kin::IkResult search, kin::solveNumeric(arm.tree, r));
    form.solve(chain.toArm(arm.goals[i]), seed, found);
    for (const JointVector& q : search.solutions) {
      ++out.searched;
      out.met += isAmong(found, sixOf(chain, q)) ? 1 : 0;
    }
  }
  return okStatus();
}

// All turns in the order of their distance, as if each joint went a full turn either way.
void measureTurns(const BenchedArm& arm, const kin::IkChain& chain, const kin::ClosedForm& form, IkFigures& out) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const kin::Joints6 start = sixOf(chain, arm.tree.worldPositions());
  std::array<kin::Turns::Joint, 6> joints;
  for (std::size_t i = 0; i < 6; ++i) joints[i] = {start[static_cast<Eigen::Index>(i)], 1.0, -kTurn, kTurn, true};
  kin::Turns turns{std::span<const kin::Turns::Joint>(joints)};
  std::vector<kin::Turns::One> sorted;
  std::vector<double> times;
  kin::Postures found;
  for (std::size_t i = 0; i < arm.goals.size(); ++i) {
    form.solve(chain.toArm(arm.goals[i]), start, found);
    const double time = timeOf([&] {
      turns.clear();
      for (int k = 0; k < found.count; ++k) turns.add({found.at[static_cast<std::size_t>(k)].data(), 6}, 0);
      turns.all(sorted);
    });
    if (sorted.size() < out.turns) continue;
    if (sorted.size() > out.turns) times.clear();
    out.turns = sorted.size();
    times.push_back(time);
  }
  out.sorted = spreadOf(std::move(times));
}

// Of requests as planners make them.
Status measureRequests(const BenchedArm& arm, IkFigures& out) {
  std::vector<double> all, one;
  for (std::size_t i = 0; i < arm.goals.size(); ++i) {
    kin::IkRequest r = requestOf(arm, i);
    Result<kin::IkResult> found = kin::IkResult{};
    one.push_back(timeOf([&] { found = kin::solveIk(arm.tree, r); }));
    WW_TRY(found.status());
    out.solved += found->solutions.empty() ? 0 : 1;
    for (const JointVector& q : found->solutions) {
      const Pose there = arm.tree.rootT(arm.tip, q);
      out.worst = std::max(out.worst, positionDistance(there, arm.goals[i]));
    }
    r.max_solutions = kin::Postures::kMost;
    all.push_back(timeOf([&] { found = kin::solveIk(arm.tree, r); }));
    WW_TRY(found.status());
    out.within += found->solutions.size();
  }
  out.request = spreadOf(std::move(all));
  out.first = spreadOf(std::move(one));
  return okStatus();
}

Result<IkFigures> measureArm(const world::World& w, ObjectId robot, world::NodeRef tool, int poses) {
  WW_ASSIGN(kin::JointTree tree, kin::JointTree::make(w, robot));
  const BenchedArm arm = makeBenchedArm(std::move(tree), tool, poses);
  IkFigures out;
  out.robot = w.display(robot);
  out.tip = w.display(tool);
  out.poses = poses;
  out.joints = arm.tree.chain(arm.tip).size();
  kin::IkRequest any = requestOf(arm, 0);
  any.max_solutions = kin::Postures::kMost;
  for (const kin::IkSolver& solver : kin::ikSolvers()) {
    out.solver = solver.name;
    if (solver.covers(arm.tree, any)) break;
  }
  const auto chain = kin::IkChain::make(arm.tree, arm.tip);
  if (chain && kin::coversClosed(arm.tree, any)) {
    const auto form = kin::ClosedForm::make(chain->six());
    WW_TRY(measureForm(arm, *chain, *form, out));
    measureTurns(arm, *chain, *form, out);
  }
  WW_TRY(measureRequests(arm, out));
  return out;
}

std::string lineOf(const char* what, const Spread& s, const char* target) {
  return fmt::format("  {:<44} p50 {:>9.3f} us  p99 {:>9.3f} us  (target {})\n", what, s.p50, s.p99, target);
}

std::string textOf(const IkFigures& f) {
  std::string text = fmt::format("{}, tip {}: {} joints, {}\n", f.robot, f.tip, f.joints, f.solver);
  if (f.all.samples > 0) {
    text += lineOf("every posture, prepared", f.all, "5 and 10");
    text += fmt::format("  {:<44} {} of {}\n", "poses whose own posture was among them", f.own, f.poses);
    text += fmt::format("  {:<44} {} of {}\n", "postures of a numeric search among them", f.met, f.searched);
    text += lineOf(fmt::format("{} turns sorted", f.turns).c_str(), f.sorted, "40 for 512");
  }
  text += lineOf("request for every posture within limits", f.request, "-");
  text += lineOf("request for one", f.first, "-");
  text += fmt::format("  {:<44} {} of {}\n", "poses solved within limits", f.solved, f.poses);
  return text + fmt::format("  {:<44} {:.2g}\n", "largest error, metres or radians", f.worst);
}

Json spreadJson(const Spread& s) { return {{"p50", s.p50}, {"p99", s.p99}, {"samples", s.samples}}; }

Json jsonOf(const IkFigures& f) {
  return {{"robot", f.robot},
          {"tip", f.tip},
          {"joints", f.joints},
          {"solver", f.solver},
          {"poses", f.poses},
          {"all_us", spreadJson(f.all)},
          {"own", f.own},
          {"searched", f.searched},
          {"met", f.met},
          {"turns", f.turns},
          {"turns_us", spreadJson(f.sorted)},
          {"request_us", spreadJson(f.request)},
          {"first_us", spreadJson(f.first)},
          {"solved", f.solved},
          {"error", f.worst},
          {"n", f.poses},
          {"solved_within_limits", f.solved},
          {"us", spreadJson(f.first)},
          {"branches_mean", f.poses > 0 ? static_cast<double>(f.within) / f.poses : 0.0},
          {"fk_error_max", f.worst}};
}

Status checkFigures(const Result<IkFigures>& figures) {
  if (!figures.ok()) return figures.status();
  return figures->worst < 1e-8 ? okStatus() : benchWrong("ik", "an answer does not reach its pose");
}

// A link of the robot of --urdf.
Result<world::NodeRef> linkNamed(const world::Object& robot, const BenchOptions& options, const std::string& name) {
  if (const world::Entity* entity = robot.entityNamed(name); entity && entity->kind == world::EntityKind::kLink)
    return world::NodeRef(entity->id);
  std::vector<std::string> links;
  for (const world::EntityPtr& entity : robot.entities)
    if (entity->kind == world::EntityKind::kLink) links.push_back(entity->name);
  return withNearest(ww::fail(failures::kBenchNoLink, {{"link", arg::Name{name}}, {"file", arg::Name{options.urdf}}}),
                     name, links);
}

// The arm of a URDF between two links that are named.
int benchUrdf(Run& run, const BenchOptions& options) {
  const auto w = benchedWorld(run, options.urdf);
  if (!w.ok()) return failInput(run, w.status());
  const world::Object* robot = w->peek(w->find("robot"));
  if (!robot || !robot->isKinematic())
    return fail(run, ww::fail(failures::kBenchNoRobot, {{"file", arg::Name{options.urdf}}}));
  auto tip = kin::toolOf(*w, robot->id);
  for (const std::string& name : {options.base, options.tip}) {
    if (name.empty()) continue;
    const auto link = linkNamed(*robot, options, name);
    if (!link.ok()) return failUsage(run, link.status());
    if (name == options.tip) tip = *link;
    const auto tree = kin::JointTree::make(*w, robot->id);
    const std::size_t moving = tree.ok() ? tree->chain(tree->riding(*link)).size() : 0;
    if (name == options.base && moving > 0)
      return failUsage(run,
                       ww::fail(failures::kBenchBaseMoves, {{"link", arg::Name{name}}, {"count", arg::Count{moving}}}));
  }
  if (!tip) return fail(run, ww::fail(failures::kBenchNoRobot, {{"file", arg::Name{options.urdf}}}));
  const auto figures = measureArm(*w, robot->id, *tip, options.poses);
  if (const Status checked = checkFigures(figures); !checked.ok()) return fail(run, checked);
  Json json = jsonOf(*figures);
  json["cpu"] = cpuName();
  print(run, json, fmt::format("{}\n{} random poses; thread CPU time\n{}", cpuName(), options.poses, textOf(*figures)));
  return kDone;
}

// The arms of the samples, side by side.
Result<world::World> makeArms() {
  geometry::GeometryStore store;
  std::vector<session::EditsPtr> edits;
  for (const char* name : {"arm6", "arm7"}) {
    WW_ASSIGN(const auto arm, samples::libraryObject(name, store));
    edits.push_back(session::createFromSceneObject(world::kRootObject, {}, name, arm, {}));
  }
  return world::apply(world::World(), *session::join(edits), store);
}

}  // namespace

int benchIk(Run& run, const BenchOptions& options) {
  if (!options.urdf.empty()) return benchUrdf(run, options);
  Result<world::World> w = world::World();
  if (options.file.empty()) {
    w = makeArms();
  } else {
    int exit = kDone;
    const auto loaded = load(run, options.file, exit);
    if (!loaded) return exit;
    w = loaded->world;
  }
  if (!w.ok()) return fail(run, w.status());
  std::vector<std::pair<ObjectId, world::NodeRef>> arms;
  w->forEachObject([&](const world::Object& o) {
    if (!o.isKinematic() || !kin::isArm(*w, o.id)) return;
    if (const auto tool = kin::toolOf(*w, o.id)) arms.emplace_back(o.id, *tool);
  });
  std::string text = fmt::format("{}\n{} random poses of each arm; thread CPU time\n", cpuName(), options.poses);
  Json all = Json::array();
  for (const auto& [robot, tool] : arms) {
    const auto figures = measureArm(*w, robot, tool, options.poses);
    if (const Status checked = checkFigures(figures); !checked.ok()) return fail(run, checked);
    text += textOf(*figures);
    all.push_back(jsonOf(*figures));
  }
  print(run, {{"cpu", cpuName()}, {"arms", all}}, text);
  return kDone;
}

}  // namespace ww::cli
