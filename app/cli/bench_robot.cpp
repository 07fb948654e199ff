// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_robot.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <regex>
#include <set>
#include <sstream>

#include "app/cli/failures.h"
#include "core/collision/rules/rules.h"
#include "core/collision/shapes/body_shape.h"
#include "core/io/importer.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

using LinkPairs = std::set<std::pair<std::string, std::string>>;

// The only robot of the world.
const world::Object* benchedIn(const world::World& w) {
  const world::Object* out = nullptr;
  w.forEachObject([&](const world::Object& o) {
    if (o.isKinematic()) out = w.peek(o.id);
  });
  return out;
}

std::vector<collision::Sphere> ballsOf(const world::Entity& link) {
  std::vector<collision::Sphere> out;
  for (const world::PlacedGeometry& placed : link.collision) {
    const auto shape = collision::prepare(*placed.geometry, placed.ref_t_shape);
    for (const collision::Piece& piece : shape->pieces) {
      if (piece.convex && piece.convex->isBall()) {
        out.push_back({piece.convex->center(), piece.convex->radius()});
        continue;
      }
      const collision::SphereCover& cover = piece.cover->get();
      for (const collision::SphereGroup& group : cover.outer) {
        for (int i = 0; i < group.count; ++i) {
          if (group.below[i] != collision::kNoGroup) continue;
          out.push_back({cover.body_t_box * Vec3(group.x[i], group.y[i], group.z[i]), group.r[i]});
        }
      }
    }
  }
  return out;
}

LinkPairs pairsIn(const std::string& text) {
  LinkPairs out;
  std::istringstream in(text);
  for (std::string a, b; in >> a >> b;)
    if (a != "environment" && b != "environment") out.insert({std::min(a, b), std::max(a, b)});
  return out;
}

LinkPairs switchedOff(const std::string& srdf) {
  static const std::regex kPair("<disable_collisions[^>]*>"), kFirst("link1=\"([^\"]*)\""),
      kSecond("link2=\"([^\"]*)\"");
  LinkPairs out;
  for (auto it = std::sregex_iterator(srdf.begin(), srdf.end(), kPair); it != std::sregex_iterator(); ++it) {
    const std::string tag = it->str();
    std::smatch a, b;
    if (std::regex_search(tag, a, kFirst) && std::regex_search(tag, b, kSecond))
      out.insert({std::min(a.str(1), b.str(1)), std::max(a.str(1), b.str(1))});
  }
  return out;
}

Status addPairs(const BenchRobotFiles& files, const world::Object& object, const collision::RuleSet& rules,
                BenchRobot& robot) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 26;
  LinkPairs wanted, off;
  if (!files.pairs.empty()) {
    WW_ASSIGN(const std::string text, readInput(files.pairs, kMostBytes));
    wanted = pairsIn(text);
  } else if (!files.srdf.empty()) {
    WW_ASSIGN(const std::string text, readInput(files.srdf, kMostBytes));
    off = switchedOff(text);
  }
  for (std::size_t i = 0; i < robot.parts.size(); ++i) {
    for (std::size_t k = i + 1; k < robot.parts.size(); ++k) {
      const BenchRobot::Part &a = robot.parts[i], &b = robot.parts[k];
      if (a.seat.row == b.seat.row) continue;
      const std::pair<std::string, std::string> names{std::min(a.link, b.link), std::max(a.link, b.link)};
      const bool looked = !files.pairs.empty() ? wanted.contains(names)
                          : !files.srdf.empty()
                              ? !off.contains(names)
                              : !rules.explain(object.entityNamed(a.link)->id, object.entityNamed(b.link)->id).excluded;
      if (looked) robot.pairs.emplace_back(i, k);
    }
  }
  return okStatus();
}

Status setRanges(const world::Object& limits, const std::vector<std::string>& joints, BenchRobot& robot) {
  robot.lower.resize(static_cast<Eigen::Index>(joints.size()));
  robot.upper = robot.lower;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const world::Entity* entity = limits.entityNamed(joints[j]);
    if (!entity || !entity->joint) return ww::fail(failures::kNoBenchJoint, {{"joint", arg::Name{joints[j]}}});
    const world::JointLimits& limit = entity->joint->application;
    const auto i = static_cast<Eigen::Index>(j);
    robot.lower[i] = std::isfinite(limit.lower) ? limit.lower : -std::numbers::pi;
    robot.upper[i] = std::isfinite(limit.upper) ? limit.upper : std::numbers::pi;
  }
  return okStatus();
}

double distance2(const BenchSolid& solid, const Vec3& root_p) {
  const Vec3 p = solid.pose.inverse() * root_p;
  if (solid.kind == BenchSolid::Kind::kBox) return (p.cwiseAbs() - solid.half).cwiseMax(0.0).squaredNorm();
  const double half = 0.5 * solid.length;
  const double z = solid.kind == BenchSolid::Kind::kBall ? 0.0 : std::clamp(p.z(), -half, half);
  return (p - Vec3(0.0, 0.0, z)).squaredNorm();
}

}  // namespace

Result<world::World> benchedWorld(const Run& run, const std::string& urdf) {
  WW_ASSIGN(const io::ImportResult imported, io::importFile(urdf, {}, *run.store, run.stop, {}));
  const auto edits =
      session::createFromSceneObject(world::kRootObject, {}, "robot", imported.objects.front().object, {});
  return world::apply(world::World(), *edits, *run.store);
}

Result<BenchRobot> readBenchRobot(const Run& run, const BenchRobotFiles& files,
                                  const std::vector<std::string>& joints) {
  WW_ASSIGN(const world::World w, benchedWorld(run, files.spheres.empty() ? files.urdf : files.spheres));
  const world::Object* object = benchedIn(w);
  if (!object) return ww::fail(failures::kNoBenchJoint, {{"joint", arg::Name{joints.front()}}});
  std::vector<EntityId> entities;
  for (const std::string& name : joints) {
    const world::Entity* entity = object->entityNamed(name);
    if (!entity) return ww::fail(failures::kNoBenchJoint, {{"joint", arg::Name{name}}});
    entities.push_back(entity->id);
  }
  WW_ASSIGN(auto mechanism, model::Mechanism::make(model::Model::make(w), entities));
  BenchRobot out(std::move(mechanism));
  for (const world::EntityPtr& entity : object->entities) {
    BenchRobot::Part part{entity->name, out.mechanism.seat(entity->id), ballsOf(*entity)};
    out.balls += part.balls.size();
    if (!part.balls.empty()) out.parts.push_back(std::move(part));
  }
  WW_TRY(addPairs(files, *object, collision::RuleSet::ofWorld(w), out));
  if (files.spheres.empty()) {
    WW_TRY(setRanges(*object, joints, out));
    return out;
  }
  WW_ASSIGN(const world::World plain, benchedWorld(run, files.urdf));
  const world::Object* limits = benchedIn(plain);
  WW_TRY(setRanges(limits ? *limits : *object, joints, out));
  return out;
}

collision::BallModel ballModelOf(const BenchRobot& robot) {
  collision::BallModel out(robot.mechanism);
  std::vector<int> groups;
  for (const BenchRobot::Part& part : robot.parts) groups.push_back(out.addGroup(part.seat, part.balls));
  for (const auto& [a, b] : robot.pairs) out.addPair(groups[a], groups[b], 0.0);
  return out;
}

void standAround(const PlanningProblem& problem, collision::BallModel& model) {
  model.clearObstacles();
  for (const BenchSolid& solid : problem.solids) {
    const Vec3 end = solid.pose.q * Vec3(0.0, 0.0, 0.5 * solid.length);
    if (solid.kind == BenchSolid::Kind::kBox) model.addBox(solid.pose, solid.half);
    else if (solid.kind == BenchSolid::Kind::kBall) model.addBall({solid.pose.p, solid.radius});
    else model.addCapsule(solid.pose.p - end, solid.pose.p + end, solid.radius);
  }
}

bool BenchJudge::collides(const JointVector& q) {
  root_t_row_.resize(robot_.mechanism.moved().size());
  robot_.mechanism.forward(q, root_t_row_);
  centers_.resize(robot_.parts.size());
  for (std::size_t i = 0; i < robot_.parts.size(); ++i) {
    const BenchRobot::Part& part = robot_.parts[i];
    const Pose root_t_link = part.seat.row < 0
                                 ? part.seat.row_t_node
                                 : root_t_row_[static_cast<std::size_t>(part.seat.row)] * part.seat.row_t_node;
    centers_[i].clear();
    for (const collision::Sphere& ball : part.balls) {
      const Vec3 center = root_t_link * ball.center;
      centers_[i].push_back(center);
      for (const BenchSolid& solid : problem_.solids) {
        const double sum = ball.radius + solid.radius;
        if (distance2(solid, center) <= sum * sum) return true;
      }
    }
  }
  for (const auto& [a, b] : robot_.pairs) {
    for (std::size_t i = 0; i < centers_[a].size(); ++i) {
      for (std::size_t k = 0; k < centers_[b].size(); ++k) {
        const double sum = robot_.parts[a].balls[i].radius + robot_.parts[b].balls[k].radius;
        if ((centers_[a][i] - centers_[b][k]).squaredNorm() <= sum * sum) return true;
      }
    }
  }
  return false;
}

bool BenchJudge::collides(const std::vector<JointVector>& path, double spacing) {
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const int steps = std::max(1, static_cast<int>(std::ceil((path[i + 1] - path[i]).norm() / spacing)));
    for (int k = 0; k <= steps; ++k) {
      const double t = static_cast<double>(k) / steps;
      if (collides(JointVector(path[i] + t * (path[i + 1] - path[i])))) return true;
    }
  }
  return false;
}

}  // namespace ww::cli
