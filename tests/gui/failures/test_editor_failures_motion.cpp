// SPDX-License-Identifier: Apache-2.0
// Motions that cannot be planned, played or relied on.
#include <QComboBox>
#include <atomic>
#include <thread>

#include "cell.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "tests/gui/failures/failure_desk.h"
#include "ui/panels/motion_panel.h"

using namespace ww;
using namespace ww::editor;

namespace {

const JointVector kLeft = test::joints({1.3, 0.6, 1.3, 0, 0.6, 0});
const JointVector kRight = test::joints({-1.3, 0.6, 1.3, 0, 0.6, 0});

}  // namespace

class TestEditorFailuresMotion : public FailureDesk {
  Q_OBJECT
 protected:
  std::vector<Way> ways() override;

 private:
  using State = ui::MotionPanel::State;
  enum class Type { kAny, kStraight };
  // An arm at the left, a post in its way, and what else the case puts there.
  bool openCell(const std::function<void(test::Cell&)>& more = {}, bool post = true);
  ObjectId arm() { return object("arm"); }
  void keep(const char* name, const JointVector& q);
  // Plans there as a user does, and gives the card.
  QString planned(const char* target, Type type = Type::kAny);
  std::function<QString()> planTo(const Pose& place);
  QString pressLink(const char* context, const char* text);
  std::vector<Way> choiceWays();
  std::vector<Way> targetWays();
  std::vector<Way> wayWays();
  std::vector<Way> verdictWays();
};

bool TestEditorFailuresMotion::openCell(const std::function<void(test::Cell&)>& more, bool post) {
  test::Cell cell;
  cell.store = store_;
  const ObjectId id = cell.addArm("arm", 6);
  if (post) cell.addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
  cell.setJoints(id, kLeft);
  if (more) more(cell);
  if (!open(cell)) return false;
  keep("left", kLeft);
  keep("right", kRight);
  return until([this] { return motion().targetBox()->findText(QStringLiteral("right")) >= 0; });
}

void TestEditorFailuresMotion::keep(const char* name, const JointVector& q) {
  window_->bridge().commit(QStringLiteral("keep"), session::setNamedConfiguration(arm(), name, q));
}

QString TestEditorFailuresMotion::planned(const char* target, Type type) {
  show("motion");
  auto* box = motion().targetBox();
  if (!until([&] { return box->findText(QLatin1String(target)) >= 0; }, 5000)) return {};
  box->setCurrentIndex(box->findText(QLatin1String(target)));
  motion().choice()->typeBox()->setCurrentIndex(type == Type::kAny ? 0 : 1);
  if (!press(motion().findChild<QPushButton*>(QStringLiteral("primary")))) return {};
  until([this] { return motion().state() != State::kPlanning && motion().state() != State::kNone; }, 60000);
  return card();
}

// To a frame of the world at that place.
std::function<QString()> TestEditorFailuresMotion::planTo(const Pose& place) {
  return [this, place] {
    openCell([&](test::Cell& cell) { cell.addFrame(world::kRootObject, world::kRootEntity, "place", place); });
    return planned("place");
  };
}

QString TestEditorFailuresMotion::pressLink(const char* context, const char* text) {
  const QString wanted = tr_(context, text).remove(QLatin1Char('&'));
  return press(button(motion().findChild<ui::MotionCard*>(), wanted)) ? QString()
                                                                      : QStringLiteral("no '%1'").arg(wanted);
}

std::vector<Way> TestEditorFailuresMotion::choiceWays() {
  return {
      {"no robot", [this] { return card(); }},
      {"no robot, the action", [this] { return tipOf("motion.plan"); }},
      {"no target",
       [this] {
         test::Cell cell;
         cell.store = store_;
         cell.addArm("arm", 6);
         open(cell);
         QTest::qWait(50);
         return card();
       }},
      {"nothing to play",
       [this] {
         openCell();
         return tipOf("motion.play");
       }},
      {"another target chosen",
       [this] {
         openCell({}, false);
         planned("right");
         motion().targetBox()->setCurrentIndex(motion().targetBox()->findText(QStringLiteral("left")));
         QTest::qWait(50);
         return card();
       }},
      {"the robot was deleted",
       [this] {
         openCell({}, false);
         planned("right");
         select({arm()});
         run("edit.delete");
         QTest::qWait(50);
         return card();
       }},
      {"stopped",
       [this] {
         openCell({}, false);
         show("motion");
         motion().targetBox()->setCurrentIndex(motion().targetBox()->findText(QStringLiteral("right")));
         // Others before it: else it could be there before it is stopped.
         const auto held = std::make_shared<std::atomic<bool>>(true);
         for (int i = 0; i < 3; ++i)
           window_->jobs().start(
               QStringLiteral("hold"),
               [held](const std::stop_token& stop, const Progress&) {
                 while (*held && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                 return okStatus();
               },
               [](const Status&) {});
         motion().plan();
         motion().cancel();
         *held = false;
         until([this] { return motion().state() != State::kPlanning; });
         return card();
       }},
  };
}

std::vector<Way> TestEditorFailuresMotion::targetWays() {
  Pose down = Pose::translation(0.4, 0.3, 0.1), in_post = Pose::translation(0.5, 0, 0.4);
  down.q = in_post.q = Quat(0, 1, 0, 0);
  return {
      {"out of reach", planTo(Pose::translation(3, 0, 0.4)),
       [this] {
         const QString no = pressLink("ww::ui::MotionCard", "Show what is involved");
         return !no.isEmpty()                          ? no
                : window_->selection().nodes().empty() ? QStringLiteral("nothing selected")
                                                       : QString();
       }},
      {"millimetres taken as metres", planTo(Pose::translation(400, 300, 100))},
      {"target in collision", planTo(in_post),
       [this] {
         const QString no = pressLink("ww::ui::MotionCard", "Show what is involved");
         return !no.isEmpty()                                   ? no
                : window_->selection().contains(object("post")) ? QString()
                                                                : QStringLiteral("the post is not selected");
       }},
      {"configuration in collision",
       [this] {
         openCell(
             [](test::Cell& cell) {
               const JointVector q = test::joints({0, 0.6, 1.3, 0, 0.6, 0});
               cell.setJoints(cell.id("arm"), q);
               const Pose there = cell.world.rootT(cell.frame("arm", "flange"));
               cell.addBox("bin", {0.2, 0.2, 0.2}, Pose::translation(there.p.x(), there.p.y(), there.p.z()));
               cell.setJoints(cell.id("arm"), kLeft);
             },
             false);
         keep("in", test::joints({0, 0.6, 1.3, 0, 0.6, 0}));
         return planned("in");
       },
       [this] {
         const QString no = pressLink("ww::ui::MotionCard", "Exclude this pair");
         if (!no.isEmpty()) return no;
         return until([this] { return world()->collisionSettings().ByteSizeLong() > 0; }, 3000)
                    ? QString()
                    : QStringLiteral("no rule");
       }},
      {"configuration beyond limits",
       [this] {
         openCell({}, false);
         keep("far", test::joints({0, 1.5, 0.5, 0, 0.6, 0}));
         window_->bridge().commit(QStringLiteral("limits"), session::setJointLimits(arm(), "joint_2", -1, 1));
         return planned("far");
       }},
  };
}

std::vector<Way> TestEditorFailuresMotion::wayWays() {
  return {
      {"start in collision",
       [this] {
         openCell(
             [](test::Cell& cell) {
               const Pose there = cell.world.rootT(cell.frame("arm", "flange"));
               cell.addBox("bin", {0.2, 0.2, 0.2}, Pose::translation(there.p.x(), there.p.y(), there.p.z()));
             },
             false);
         return planned("right");
       },
       [this] {
         const QString no = pressLink("ww::ui::MotionCard", "Show what is involved");
         return !no.isEmpty()                                  ? no
                : window_->selection().contains(object("bin")) ? QString()
                                                               : QStringLiteral("the bin is not selected");
       }},
      {"straight way blocked",
       [this] {
         openCell();
         return planned("right", Type::kStraight);
       },
       [this] {
         const QString no = pressLink("ww::ui::MotionCard", "Exclude this pair");
         if (!no.isEmpty()) return no;
         return until([this] { return world()->collisionSettings().ByteSizeLong() > 0; }, 3000)
                    ? QString()
                    : QStringLiteral("no rule");
       }},
      {"a failed plan is listed",
       [this] {
         openCell();
         planned("right", Type::kStraight);
         return problems();
       }},
      {"the world has changed",
       [this] {
         openCell({}, false);
         planned("right");
         window_->bridge().commit(
             QStringLiteral("box"),
             session::createPrimitive(world::kRootObject, world::kRootEntity, "bin", geometry::Box{{0.1, 0.1, 0.1}}, {},
                                      Pose::translation(0.7, 0.7, 0)));
         until([this] { return motion().state() == State::kStale; });
         return card();
       },
       [this] {
         const QString no = pressLink("ww::ui::MotionCard", "Plan again");
         if (!no.isEmpty()) return no;
         return until([this] { return motion().state() == State::kFresh; }) ? QString() : QStringLiteral("not planned");
       }},
      {"comes near",
       [this] {
         openCell();
         window_->bridge().commit(QStringLiteral("near"), session::setPose(object("post"), world::kRootObject,
                                                                           Pose::translation(0.62, 0, 0.35)));
         const auto field = motion().warnBelow();
         show("motion");
         enter(field->edit(), QStringLiteral("900"));
         const QString told = planned("right");
         enter(field->edit(), QStringLiteral("5"));
         return told;
       }},
  };
}

std::vector<Way> TestEditorFailuresMotion::verdictWays() {
  return {
      {"planned with checking off",
       [this] {
         openCell([](test::Cell& cell) { cell.setRules("disable_collision_checking: true"); });
         return planned("right");
       },
       [this] {
         const QString no = pressLink("EditActions", "S&witch collision checking on");
         if (!no.isEmpty()) return no;
         return until([this] { return motion().state() == State::kStale; }, 5000) &&
                        !world()->collisionSettings().disable_collision_checking()
                    ? QString()
                    : QStringLiteral("still off");
       }},
      {"planned beside what cannot be checked",
       [this] {
         openCell({}, false);
         window_->bridge().commit(
             QStringLiteral("crate"),
             session::createPrimitive(world::kRootObject, world::kRootEntity, "ghost", geometry::Box{{0.1, 0.1, 0.1}},
                                      {}, Pose::translation(2, 0, 0)));
         return planned("right");
       }},
      {"checked as the world says",
       [this] {
         openCell({}, false);
         return planned("right");
       }},
      {"base in the table",
       [this] {
         openCell([](test::Cell& cell) { cell.addBox("table", {1, 1, 0.2}, Pose::translation(0, 0, 0)); }, false);
         return planned("right");
       }},
  };
}

std::vector<Way> TestEditorFailuresMotion::ways() {
  std::vector<Way> all;
  for (auto part : {choiceWays(), targetWays(), wayWays(), verdictWays()})
    for (Way& way : part) all.push_back(std::move(way));
  return all;
}

int main(int argc, char** argv) { return runWindowTest<TestEditorFailuresMotion>(argc, argv); }
#include "test_editor_failures_motion.moc"
