// SPDX-License-Identifier: Apache-2.0
// What is odd is told, and what is as it should be is not.
#include <QtTest>

#include "cell.h"
#include "core/base/failure.h"
#include "core/model/state.h"
#include "core/validate/stray_tools.h"
#include "core/validate/suspicions.h"

using namespace ww;
using namespace ww::test;

class TestSuspicions : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aToolThatIsNotAttached() {
    Cell cell;
    const ObjectId arm = cell.addArm("arm", 6);
    const Pose at = cell.world.rootT(cell.frame("arm", "flange"));
    const ObjectId hand = cell.addBox("hand", {0.04, 0.04, 0.04}, at);
    cell.addBox("part", {0.04, 0.04, 0.04}, at);  // no tool: nothing of its own to be meant
    QVERIFY(found(cell).empty());
    cell.addFrame(hand, cell.world.object(hand)->rootEntity(), "tcp", Pose::translation(0, 0, 0.1));
    const Diagnostics odd = found(cell);
    QCOMPARE(odd.size(), 1u);
    QCOMPARE(odd[0].code, std::string("validate.tool-not-attached"));
    QCOMPARE(odd[0].message, std::string("'hand' stands at 'arm/flange' but is not attached to it: it stays behind "
                                         "when 'arm' moves"));
    QCOMPARE(odd[0].hint, std::string("attach 'hand' to 'arm/flange'"));
    QVERIFY(std::get<arg::Node>(*odd[0].failure->find("object")).id == hand.value);
    cell.setJoints(arm, joints({0.5, 0.2, 0, 0, 0, 0}));
    QVERIFY(found(cell).empty());
  }

  void aToolThatIsAttached() {
    Cell cell;
    const ObjectId arm = cell.addArm("arm", 6);
    const ObjectId hand =
        cell.addBox("hand", {0.04, 0.04, 0.04}, Pose::translation(0, 0, 0.08), arm, cell.entity("arm", "link_6"));
    cell.addFrame(hand, cell.world.object(hand)->rootEntity(), "tcp", Pose::translation(0, 0, 0.1));
    QVERIFY(found(cell).empty());
  }

  void aToolFarFromWhatItHangsOn() {
    Cell cell;
    const ObjectId arm = cell.addArm("arm", 6);
    const EntityId last = cell.entity("arm", "link_6");
    // What has no shape is a place, and no tool.
    const auto hung = [&](const char* name, double away) {
      return cell.addBox(name, {0.04, 0.04, 0.04}, Pose::translation(0, 0, away), arm, last);
    };
    hung("near", 0.15);
    QVERIFY(found(cell).empty());
    const ObjectId hand = hung("hand", 1.5);
    cell.addBox("finger", {0.02, 0.02, 0.02}, Pose::translation(0, 0, 0.05), hand,
                cell.world.object(hand)->rootEntity());
    cell.addBox("shelf", {0.04, 0.04, 0.04}, Pose::translation(0, 0, 3.0), arm, cell.entity("arm", "base"));
    const Diagnostics odd = found(cell);
    QCOMPARE(odd.size(), 1u);
    QCOMPARE(odd[0].code, std::string("validate.tool-off-mount"));
    QVERIFY2(odd[0].message.starts_with("'hand' hangs on 'arm:link_6' and stands 1.") &&
                 odd[0].message.ends_with("nothing holds it there, and it moves along with 'arm:link_6'"),
             odd[0].message.c_str());
    QCOMPARE(odd[0].hint, std::string("move 'hand' to 'arm:link_6', or attach it to what it stands on"));
    // Whoever plans, asks for postures or checks a path is told as well.
    const model::Model model = model::Model::make(cell.world);
    const Diagnostics of_motion = validate::toolNotes(model::Mechanism::ofObject(model, arm).value());
    QCOMPARE(of_motion.size(), 1u);
    QCOMPARE(of_motion[0].message, odd[0].message);
  }

  void aJointOutsideItsLimits() {
    Cell cell;
    const ObjectId arm = cell.addArm("arm", 6);
    const auto model = model::Model::make(cell.world);
    model::State state(model);
    const auto odd_at = [&](double position) {
      WW_CHECK(state.set(cell.entity("arm", "joint_2"), position).ok());
      return validate::outsideLimits(model::Mechanism::ofObject(model, arm, &state).value());
    };
    QVERIFY(odd_at(2.19).empty());
    const Diagnostics odd = odd_at(2.3);
    QCOMPARE(odd.size(), 1u);
    QCOMPARE(odd[0].code, std::string("validate.stands-above-limit"));
    QVERIFY2(odd[0].message.find("'joint_2' is 5.73 deg above its limit of 126.1 deg") != std::string::npos,
             odd[0].message.c_str());
  }

 private:
  static Diagnostics found(const Cell& cell) { return validate::suspicions(model::Model::make(cell.world)); }
};

QTEST_GUILESS_MAIN(TestSuspicions)
#include "test_suspicions.moc"
