// SPDX-License-Identifier: Apache-2.0
// What is odd is told, and what is as it should be is not.
#include <QtTest>

#include "cell.h"
#include "core/base/failure.h"
#include "core/model/state.h"
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
