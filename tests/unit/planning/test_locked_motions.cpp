// SPDX-License-Identifier: Apache-2.0
// Motions that are saved, and driven again as they were planned.
#include <fmt/format.h>
#include <QtTest>

#include "cell.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/locked_motions.h"
#include "core/planning/wire.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"
#include "tests/unit/planning/post_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

constexpr const char* kBetween = "joints: [0.9, 0.8, 1.1, 0, 0.6, 0]";

// From the left to a place between, and on to the right, around the post.
mp::MotionPlanningRequest motion(const std::string& lock, const char* first = kBetween) {
  return parse<mp::MotionPlanningRequest>(
      fmt::format("robot_specification {{ {} start_configuration {{ {} }} }} motion_specification {{ "
                  "motion_segments {{ motion_type: JOINT target {{ joint_position {{ {} }} }} }} "
                  "motion_segments {{ target {{ joint_position {{ {} }} }} }} }} "
                  "motion_planner_config {{ lock_motion_configuration {{ {} }} }}",
                  kRobot, kLeft, first, kRight, lock));
}

std::string load(const std::string& id, const std::string& anew = {}) {
  return fmt::format("load_motion_command {{ motion_id: \"{}\" {} }}", id, anew);
}

struct Shop {
  Cell cell = postCell();
  PlanOptions options;
  Shop() { options.locked = std::make_shared<LockedMotions>(); }
  auto plan(const mp::MotionPlanningRequest& request, WireReply* reply = nullptr) const {
    return planTrajectory(cell.world, request, options, nullptr, reply);
  }
};

}  // namespace

class TestLockedMotions : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void whatWasSavedIsDrivenAgain() {
    Shop shop;
    const auto saved = shop.plan(motion("save_motion_command {}"));
    QVERIFY2(saved.ok(), saved.status().line().c_str());
    QVERIFY(!saved->lock_motion_id().empty());
    QCOMPARE(shop.options.locked->size(), std::size_t{1});
    // With another seed a plan would be another.
    shop.options.seed = 7;
    const auto again = shop.plan(motion(load(saved->lock_motion_id())));
    QVERIFY2(again.ok(), again.status().line().c_str());
    QCOMPARE(again->discretized().SerializeAsString(), saved->discretized().SerializeAsString());
    QVERIFY(again->lock_motion_id().empty());
    // The same motion has the same id, and no motion has none.
    shop.options.seed = 1;
    QCOMPARE(shop.plan(motion("save_motion_command {}"))->lock_motion_id(), saved->lock_motion_id());
    QCOMPARE(shop.options.locked->size(), std::size_t{1});
  }

  void chosenSegmentsArePlannedAnew() {
    Shop shop;
    WireReply first, second;
    const auto saved = shop.plan(motion("save_motion_command {}"), &first);
    QVERIFY2(saved.ok(), saved.status().line().c_str());
    shop.options.seed = 7;
    const auto anew = shop.plan(motion(load(saved->lock_motion_id(), "replan_motion_segment_ids: 1")), &second);
    QVERIFY2(anew.ok(), anew.status().line().c_str());
    QCOMPARE(second.plan.paths[0], first.plan.paths[0]);
    QVERIFY(second.plan.paths[1] != first.plan.paths[1]);
    QCOMPARE(second.plan.paths[1].back(), first.plan.paths[1].back());
  }

  void whatNoLongerHoldsIsRefused() {
    Shop shop;
    const auto saved = shop.plan(motion("save_motion_command {}"));
    QVERIFY(saved.ok());
    const std::string id = saved->lock_motion_id();
    // In the way of the first motion now.
    const auto blocked = [&] {
      Shop other;
      other.options.locked = shop.options.locked;
      const auto tree = kinematics::JointTree::make(other.cell.world, other.cell.id("arm"));
      const JointVector q = joints({1.1, 0.7, 1.2, 0, 0.6, 0});
      const Pose there = tree->rootT(tree->riding(other.cell.frame("arm", "flange")), q);
      other.cell.addBox("crate", {0.04, 0.04, 0.04}, Pose::translation(there.p.x(), there.p.y(), there.p.z()));
      return other.plan(motion(load(id))).status();
    }();
    QCOMPARE(blocked.code, Code::kFailedPrecondition);
    QVERIFY2(blocked.title.find("segment 1 of 2: the locked motion is in collision now") != std::string::npos,
             blocked.title.c_str());
    QVERIFY(blocked.title.find("crate") != std::string::npos);
    auto elsewhere = motion(load(id));
    elsewhere.mutable_robot_specification()->mutable_start_configuration()->set_joints(0, 1.2);
    mp::MotionPipelineError error;
    const Status moved = planTrajectory(shop.cell.world, elsewhere, shop.options, &error).status();
    QCOMPARE(error.motion_planning_error_size(), 1);
    QCOMPARE(error.motion_planning_error(0).error_case(), mp::MotionPlanningError::ERROR_NOT_SET);
    QVERIFY2(moved.title.find("starts at other joint positions") != std::string::npos, moved.title.c_str());
    // Another target than that of the plan.
    const Status target = shop.plan(motion(load(id), "joints: [0.8, 0.8, 1.1, 0, 0.6, 0]")).status();
    QCOMPARE(target.code, Code::kOutOfRange);
    QVERIFY2(target.line().find("segment 1 of 2: the locked motion ends") != std::string::npos &&
                 target.line().find("have this segment planned anew") != std::string::npos,
             target.line().c_str());
  }

  void whatIsWrongIsNamed() {
    Shop shop;
    const auto saved = shop.plan(motion("save_motion_command {}"));
    QVERIFY(saved.ok());
    const std::string id = saved->lock_motion_id();
    const auto refused = [&](const mp::MotionPlanningRequest& request, Code code, const char* part) {
      const Status status = shop.plan(request).status();
      return status.code == code && status.title.find(part) != std::string::npos;
    };
    QVERIFY(refused(motion(""), Code::kInvalidArgument, "lock_motion_configuration is not set"));
    QVERIFY(refused(motion(load("nothing")), Code::kNotFound, "no locked motion 'nothing'"));
    QVERIFY(refused(motion(load(id, "replan_motion_segment_ids: [0, 5]")), Code::kInvalidArgument,
                    "replan_motion_segment_ids[1]: there is no segment 5"));
    auto one = motion(load(id));
    one.mutable_motion_specification()->mutable_motion_segments()->RemoveLast();
    QVERIFY(refused(one, Code::kInvalidArgument, "has 2 segments, the request has 1"));
    // Where none are kept, and where the answer has no field for the id.
    Shop other;
    other.options.locked = nullptr;
    QCOMPARE(other.plan(motion("save_motion_command {}")).status().code, Code::kInvalidArgument);
    const auto path = planPath(shop.cell.world, motion("save_motion_command {}"), shop.options);
    QVERIFY2(path.status().title.find("save_motion_command is not supported") != std::string::npos,
             path.status().title.c_str());
    QVERIFY(planPath(shop.cell.world, motion(load(id)), shop.options).ok());
  }
};

QTEST_GUILESS_MAIN(TestLockedMotions)
#include "test_locked_motions.moc"
