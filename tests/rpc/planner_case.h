// SPDX-License-Identifier: Apache-2.0
// The planner's service on the sample cell.
#pragma once
#include <thread>

#include "core/planning/plan.h"
#include "core/rpc/planner_service.h"
#include "core/session/edit_builders.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"
#include "tests/rpc/calls.h"

namespace ww::rpc {

inline void setRobot(mp::RobotReference* out) { out->mutable_object_id()->mutable_by_name()->set_object_name("robot"); }

inline void setFrame(intrinsic_proto::world::TransformNodeReference* out, const std::string& object,
                     const std::string& frame) {
  out->mutable_by_name()->mutable_frame()->set_object_name(object);
  out->mutable_by_name()->mutable_frame()->set_frame_name(frame);
}

class PlannerCase {
 protected:
  void start() {
    worlds_ = test::sampleWorlds();
    planner_ = std::make_unique<PlannerCalls>(*worlds_);
    call_ = test::call();
    const world::WorldPtr world = worlds_->find("world").value()->snapshot().world;
    home_ = planning::namedConfiguration(*world, world->find("robot"), "home").value();
    goal_ = planning::namedConfiguration(*world, world->find("robot"), "behind_fixture").value();
  }

  mp::MotionPlanningRequest motion(mp::MotionSegment::MotionType type) const {
    mp::MotionPlanningRequest out;
    out.set_world_id("world");
    auto& robot = *out.mutable_robot_specification();
    setRobot(robot.mutable_robot_reference());
    for (const double q : home_) robot.mutable_start_configuration()->add_joints(q);
    auto& segment = *out.mutable_motion_specification()->add_motion_segments();
    segment.set_motion_type(type);
    for (const double q : goal_) segment.mutable_target()->mutable_joint_position()->add_joints(q);
    return out;
  }

  mp::CheckCollisionsRequest shortCheck() const {
    mp::CheckCollisionsRequest out;
    out.set_world_id("world");
    setRobot(out.mutable_robot_reference());
    for (const double v : home_) {
      if (out.waypoint().empty()) out.add_waypoint();
      out.mutable_waypoint(0)->add_joints(v);
    }
    return out;
  }

  // To and fro for minutes, without a collision.
  mp::CheckCollisionsRequest longCheck() const {
    mp::CheckCollisionsRequest out = shortCheck();
    out.mutable_collision_settings()->set_collision_check_spacing(1e-4);
    out.mutable_collision_settings()->add_collision_rules()->mutable_collision_action()->set_is_excluded(true);
    for (int i = 0; i < 2000; ++i) {
      auto* waypoint = out.add_waypoint();
      for (int j = 0; j < 6; ++j) waypoint->add_joints(home_[j] + (i % 2 ? 0.5 : -0.5));
    }
    return out;
  }

  bool noted(const char* words) const {
    return std::ranges::any_of(call_.notes, [&](const auto& n) { return n.find(words) != std::string::npos; });
  }

  void sinkABoxIntoTheBase() {
    const auto session = worlds_->find("world").value();
    const world::WorldPtr world = session->snapshot().world;
    session::CommitRequest commit;
    commit.label = "add";
    commit.edits = session::createPrimitive(world::kRootObject, {}, "plinth", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {},
                                            world->rootT(world->find("robot")));
    QVERIFY(session->commit(commit).ok());
  }

  void moveTable() {
    const auto session = worlds_->find("world").value();
    const world::WorldPtr world = session->snapshot().world;
    session::CommitRequest commit;
    commit.label = "move";
    commit.edits = session::setPose(world->find("table"), world::kRootObject,
                                    Pose{world->rootT(world->find("table")).p - Vec3(0, 0, 0.01), Quat::Identity()});
    QVERIFY(session->commit(commit).ok());
  }

  std::shared_ptr<session::WorldRegistry> worlds_;
  std::unique_ptr<PlannerCalls> planner_;
  rpc::CallContext call_;
  JointVector home_, goal_;
};

}  // namespace ww::rpc
