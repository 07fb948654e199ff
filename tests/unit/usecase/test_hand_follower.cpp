// SPDX-License-Identifier: Apache-2.0
// A robot that follows a hand at its tool: exact where it can, bounded always, with the reason where it cannot.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <numbers>

#include "cell.h"
#include "core/usecase/hand/hand_choice.h"
#include "core/usecase/hand/hand_follower.h"

using namespace ww;
using usecase::HandFollower;
using usecase::HandStep;
using usecase::HandStop;

namespace {

// In the plane x-z: wrist at (0.604, 0, 0.601), flange at (0.682, 0, 0.497), pointing outwards and down.
const JointVector kBent = test::joints({0.0, 0.6, 1.3, 0.0, 0.6, 0.0});

HandFollower followerOf(const test::Cell& cell) {
  auto made = HandFollower::make(collision::Scene::make(cell.world), cell.id("arm"), cell.frame("arm", "flange"));
  WW_CHECK(made.ok());
  return std::move(made).value();
}

Pose shifted(Pose pose, const Vec3& by) {
  pose.p += by;
  return pose;
}

// Until it rests. The largest step of a joint in one call is kept.
struct Gesture {
  HandFollower& follower;
  JointVector q;
  double largest = 0.0;
  int calls = 0;

  HandStep to(const Pose& root_t_hand, bool keep_clear = true) {
    HandStep step;
    step.q = q;
    for (int i = 0; i < 3000 && !step.at_rest; ++i, ++calls) {
      step = follower.follow(q, root_t_hand, keep_clear);
      largest = std::max(largest, kinematics::jointDistance(step.q, q));
      q = step.q;
    }
    return step;
  }
};

double threadMs() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

}  // namespace

class TestHandFollower : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aNearPlaceIsReached_data();
  void aNearPlaceIsReached();
  void outOfReachItComesNearerAndSaysHowFarItIs();
  void atALimitTheOthersGoOn();
  void itStopsBeforeAWall();
  void whatOverlapsAlreadyHoldsNothingUp();
  void throughASingularPlaceNothingJumps();
  void itStaysOnItsBranch();
  void allPosturesAreToldWithWhatIsAgainstThem();
  void aWholeWayIsTakenOrRefused();
  void aMoveIsQuick();
  void theSelectionSaysWhichRobot();
  void aJogGoesAlongTheAxesOfItsFrame();
};

void TestHandFollower::aNearPlaceIsReached_data() {
  QTest::addColumn<int>("joints");
  QTest::addColumn<QVector<double>>("way");
  for (const int joints : {6, 7}) {
    const QByteArray arm = QByteArray::number(joints) + " joints, ";
    QTest::newRow((arm + "up").constData()) << joints << QVector<double>{0, 0, 0.06, 0};
    QTest::newRow((arm + "sideways and turned").constData()) << joints << QVector<double>{-0.05, 0.06, 0.02, 0.3};
    QTest::newRow((arm + "far").constData()) << joints << QVector<double>{-0.15, -0.2, 0.1, -0.6};
    QTest::newRow((arm + "only turned").constData()) << joints << QVector<double>{0, 0, 0, 0.4};
  }
}

void TestHandFollower::aNearPlaceIsReached() {
  QFETCH(int, joints);
  QFETCH(QVector<double>, way);
  test::Cell cell;
  (void)cell.addArm("arm", joints);
  HandFollower follower = followerOf(cell);
  const JointVector from =
      joints == 6 ? test::joints({0.3, 0.6, 1.3, 0.2, 0.6, 0.1}) : test::joints({0.3, 0.6, 0.1, 1.2, 0.2, 0.7, 0.1});
  follower.begin(from);
  const Pose start = follower.toolAt(from);
  const Pose hand{start.p + Vec3(way[0], way[1], way[2]),
                  (Quat(Eigen::AngleAxisd(way[3], Vec3(1, 2, 3).normalized())) * start.q).normalized()};
  Gesture gesture{follower, from};
  const HandStep step = gesture.to(hand);
  QVERIFY(step.arrived());
  QVERIFY2(step.gap_m < 1e-6 && step.gap_rad < 1e-6, qPrintable(QString::number(step.gap_m)));
  QVERIFY(positionDistance(follower.toolAt(step.q), hand) < 1e-6);
  QVERIFY2(gesture.largest <= HandFollower::kMostPerCall + 1e-12, qPrintable(QString::number(gesture.largest)));
  // There it stays, to the bit.
  QVERIFY(follower.follow(step.q, hand, true).q == step.q);
}

void TestHandFollower::outOfReachItComesNearerAndSaysHowFarItIs() {
  test::Cell cell;
  (void)cell.addArm("arm", 6);
  HandFollower follower = followerOf(cell);
  follower.begin(kBent);
  const Pose start = follower.toolAt(kBent), hand = shifted(start, Vec3(2.0, 0, 0));
  Gesture gesture{follower, kBent};
  const HandStep step = gesture.to(hand);
  QVERIFY(step.at_rest && !step.arrived());
  QVERIFY(step.gap_m > 1.5 && step.gap_m < 2.0 - 0.02);
  QVERIFY(step.root_t_tool.p.x() > start.p.x() + 0.02);
  QVERIFY(gesture.largest <= HandFollower::kMostPerCall + 1e-12);
  const Status why = follower.why(step, hand);
  QCOMPARE(why.code, Code::kOutOfRange);
  QVERIFY2(why.title.find("out of reach") != std::string::npos && why.title.find('x') != std::string::npos,
           why.title.c_str());
  // It comes back as it went.
  QVERIFY(gesture.to(start).arrived());
}

// Joint 1 ends at 3.0 radians; the hand goes round about its axis.
void TestHandFollower::atALimitTheOthersGoOn() {
  test::Cell cell;
  (void)cell.addArm("arm", 6);
  HandFollower follower = followerOf(cell);
  JointVector from = kBent, ended = kBent;
  from[0] = 2.8;
  ended[0] = 3.0;
  follower.begin(from);
  const Pose hand = Pose::rotation(Vec3::UnitZ(), 0.4) * follower.toolAt(from);
  Gesture gesture{follower, from};
  const HandStep step = gesture.to(hand);
  QVERIFY(step.at_rest);
  QCOMPARE(step.stop, HandStop::kLimit);
  QCOMPARE(step.joint, 0);
  QVERIFY(step.at_upper);
  QVERIFY2(std::abs(step.q[0] - 3.0) < 1e-9, qPrintable(QString::number(step.q[0])));
  for (std::size_t i = 0; i < follower.tree().size(); ++i) {
    const double at = step.q[static_cast<Eigen::Index>(i)];
    QVERIFY(at >= follower.tree().limits()[i].lower && at <= follower.tree().limits()[i].upper);
  }
  // Nearer than by stopping there.
  const Pose stopped = follower.toolAt(ended);
  QVERIFY(step.gap_m + 0.3 * step.gap_rad < positionDistance(stopped, hand) + 0.3 * rotationDistance(stopped, hand));
}

void TestHandFollower::itStopsBeforeAWall() {
  test::Cell cell;
  (void)cell.addArm("arm", 6);
  // Its face stands at x = 0.84, 0.146 m before the outermost point of link 6.
  (void)cell.addBox("wall", {0.02, 2, 2}, Pose::translation(0.85, 0, 0.8));
  HandFollower follower = followerOf(cell);
  follower.begin(kBent);
  const Pose start = follower.toolAt(kBent), hand = shifted(start, Vec3(0.16, 0, 0));
  Gesture gesture{follower, kBent};
  const HandStep step = gesture.to(hand);
  QCOMPARE(step.stop, HandStop::kContact);
  QVERIFY(step.contact);
  const EntityId wall = cell.entity("wall", "body");
  QVERIFY(step.contact->a == wall || step.contact->b == wall);
  const double came = step.root_t_tool.p.x() - start.p.x();
  QVERIFY2(came > 0.135 && came < 0.1465, qPrintable(QString::number(came)));
  QCOMPARE(follower.why(step, hand).code, Code::kFailedPrecondition);
  // It stays before it, and follows a hand that comes back.
  QVERIFY(follower.follow(step.q, hand, true).q.isApprox(step.q, 1e-3));
  QVERIFY(gesture.to(start).arrived());
  // When nobody asks it to stop it goes on.
  QVERIFY(gesture.to(hand, false).arrived());
}

void TestHandFollower::whatOverlapsAlreadyHoldsNothingUp() {
  test::Cell cell;
  (void)cell.addArm("arm", 6);
  // Link 6 is 5 mm deep in its top.
  (void)cell.addBox("table", {0.3, 0.3, 0.1}, Pose::translation(0.664, 0, 0.446));
  HandFollower follower = followerOf(cell);
  const Pose start = follower.toolAt(kBent);
  follower.begin(kBent);
  Gesture up{follower, kBent};
  QVERIFY(up.to(shifted(start, Vec3(0, 0, 0.1))).arrived());
  follower.begin(kBent);
  Gesture down{follower, kBent};
  QCOMPARE(down.to(shifted(start, Vec3(0, 0, -0.05))).stop, HandStop::kContact);
  QVERIFY(std::abs(follower.toolAt(down.q).p.z() - start.p.z()) < 2e-3);
}

// The wrist is stretched: joints 4 and 6 turn about one axis.
void TestHandFollower::throughASingularPlaceNothingJumps() {
  test::Cell cell;
  (void)cell.addArm("arm", 6);
  HandFollower follower = followerOf(cell);
  const JointVector from = test::joints({0.0, 0.6, 1.3, 0.0, 0.0, 0.0});
  follower.begin(from);
  const Pose start = follower.toolAt(from);
  Gesture gesture{follower, from};
  for (int i = 1; i <= 20; ++i) {
    // As a hand that draws a circle.
    const double angle = 0.1 * std::numbers::pi * i;
    const HandStep step = gesture.to(shifted(start, Vec3(0, 0.05 * std::sin(angle), 0.05 * (1 - std::cos(angle)))));
    QVERIFY(step.q.allFinite() && step.at_rest);
    QVERIFY2(step.gap_m < 0.02, qPrintable(QStringLiteral("%1: %2").arg(i).arg(step.gap_m)));
  }
  QVERIFY2(gesture.largest <= HandFollower::kMostPerCall + 1e-12, qPrintable(QString::number(gesture.largest)));
}

// The hand turns the tool about the axis of joint 5 to the other side, where the wrist is flipped.
void TestHandFollower::itStaysOnItsBranch() {
  test::Cell cell;
  (void)cell.addArm("arm", 6);
  HandFollower follower = followerOf(cell);
  JointVector from = kBent, flipped = kBent;
  from[4] = 0.3;
  flipped[4] = -0.3;
  follower.begin(from);
  Gesture gesture{follower, from};
  const HandStep step = gesture.to(follower.toolAt(flipped));
  QVERIFY(!step.arrived());
  QCOMPARE(step.stop, HandStop::kBranch);
  QVERIFY2(step.q[4] > -0.01, qPrintable(QString::number(step.q[4])));
  QVERIFY(gesture.largest <= HandFollower::kMostPerCall + 1e-12);
}

void TestHandFollower::allPosturesAreToldWithWhatIsAgainstThem() {
  test::Cell cell;
  (void)cell.addArm("arm", 6);
  HandFollower follower = followerOf(cell);
  follower.begin(kBent);
  const auto found = follower.postures(kBent);
  QVERIFY(found.ok());
  QCOMPARE(found->size(), std::size_t{8});
  const Pose tool = follower.toolAt(kBent);
  int here = 0;
  for (const auto& posture : *found) {
    QVERIFY(positionDistance(follower.toolAt(posture.q), tool) < 1e-7);
    QVERIFY(posture.branch.complete());
    here += posture.is_current;
    if (posture.is_current) QVERIFY(posture.isFree() && posture.q == kBent);
    // Over its back joint 1 would stand at 180 degrees and ends at 3.0.
    if (posture.branch.shoulder < 0) {
      QVERIFY(posture.joint >= 0);
      QVERIFY(posture.excess > std::numbers::pi - 3.0 - 1e-6);
    }
  }
  QCOMPARE(here, 1);
  // With the wrist flipped joint 4 would stand at 180 degrees and ends at 3.1; with the elbow turned over all fits.
  const auto current = std::ranges::find_if(*found, [](const auto& p) { return p.is_current; });
  for (const auto& posture : *found) {
    if (posture.branch.shoulder != current->branch.shoulder || posture.is_current) continue;
    const bool flipped = posture.branch.wrist != current->branch.wrist;
    QCOMPARE(posture.joint, flipped ? 3 : -1);
    if (flipped) QVERIFY(std::abs(posture.excess - (std::numbers::pi - 3.1)) < 1e-6);
  }
  // The numbers stay as the tool moves a little.
  Gesture gesture{follower, kBent};
  QVERIFY(gesture.to(shifted(tool, Vec3(-0.03, 0.02, 0.01))).arrived());
  const auto later = follower.postures(gesture.q);
  QVERIFY(later.ok());
  QCOMPARE(later->size(), found->size());
  for (std::size_t i = 0; i < found->size(); ++i) QVERIFY((*later)[i].branch == (*found)[i].branch);
  // What stands in the way of the other elbow alone: 0.4 m from the shoulder.
  const auto other = std::ranges::find_if(*found, [](const auto& p) { return !p.is_current && p.isFree(); });
  QVERIFY(other != found->end());
  const double a = other->q[1];
  (void)cell.addBox("post", {0.05, 0.05, 0.05}, Pose::translation(0.4 * std::sin(a), 0, 0.4 + 0.4 * std::cos(a)));
  HandFollower beside = followerOf(cell);
  beside.begin(kBent);
  const auto blocked = beside.postures(kBent);
  QVERIFY(blocked.ok());
  const auto& that = (*blocked)[static_cast<std::size_t>(other - found->begin())];
  QVERIFY(that.contact);
  const EntityId post = cell.entity("post", "body");
  QVERIFY(that.contact->a == post || that.contact->b == post);
}

void TestHandFollower::aWholeWayIsTakenOrRefused() {
  test::Cell cell;
  (void)cell.addArm("arm", 6);
  (void)cell.addBox("wall", {0.02, 2, 2}, Pose::translation(0.85, 0, 0.8));
  HandFollower follower = followerOf(cell);
  const Pose start = follower.toolAt(kBent);
  const auto near = follower.reach(kBent, shifted(start, Vec3(-0.1, 0, 0.05)), true);
  QVERIFY(near.ok());
  QVERIFY(positionDistance(follower.toolAt(*near), shifted(start, Vec3(-0.1, 0, 0.05))) < 1e-6);
  const auto blocked = follower.reach(kBent, shifted(start, Vec3(0.16, 0, 0)), true);
  QCOMPARE(blocked.status().code, Code::kFailedPrecondition);
  QVERIFY2(blocked.status().title.find("wall") != std::string::npos, blocked.status().title.c_str());
  const auto far = follower.reach(kBent, shifted(start, Vec3(0, 0, 3)), true);
  QCOMPARE(far.status().code, Code::kOutOfRange);
  std::stop_source stopped;
  stopped.request_stop();
  QCOMPARE(follower.reach(kBent, start, true, stopped.get_token()).status().code, Code::kCancelled);
}

// One move of a mouse, half a centimetre, with a wall to look at.
void TestHandFollower::aMoveIsQuick() {
  test::Cell cell;
  (void)cell.addArm("arm", 6);
  (void)cell.addBox("wall", {0.02, 2, 2}, Pose::translation(0.85, 0, 0.8));
  HandFollower follower = followerOf(cell);
  follower.begin(kBent);
  const Pose start = follower.toolAt(kBent);
  Gesture gesture{follower, kBent};
  std::vector<double> ms;
  for (int i = 1; i <= 40; ++i) {
    const double before = threadMs();
    (void)gesture.to(shifted(start, Vec3(0, 0.005 * i, 0)));
    ms.push_back(threadMs() - before);
  }
  std::ranges::sort(ms);
  qInfo("a move takes %.2f ms at the median, %.2f ms at most", ms[ms.size() / 2], ms.back());
#ifdef NDEBUG
  QVERIFY2(ms[ms.size() / 2] < 8.0, qPrintable(QString::number(ms[ms.size() / 2])));
#endif
}

void TestHandFollower::theSelectionSaysWhichRobot() {
  test::Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  const ObjectId box = cell.addBox("box", {0.1, 0.1, 0.1}, Pose::translation(2, 0, 0));
  const FrameId flange = cell.frame("arm", "flange");
  const EntityId hand = cell.entity("arm", "link_6");
  const ObjectId part = cell.addBox("part", {0.02, 0.02, 0.02}, Pose::translation(0, 0, 0.15), arm, hand);
  const FrameId mark = cell.addFrame(arm, hand, "mark", Pose::translation(0, 0, 0.3));
  using usecase::handChoice;
  using Nodes = std::vector<world::NodeRef>;
  const auto of = [&](const Nodes& nodes) { return handChoice(cell.world, nodes); };
  QVERIFY(of({}) && of({})->robot == arm);
  QVERIFY(of({arm}) && of({arm})->robot == arm);
  QVERIFY(of({part}) && of({part})->robot == arm);
  QVERIFY(of({mark}) && of({mark})->tool == world::NodeRef(mark));
  QVERIFY(of({box, flange}) && of({box, flange})->tool == world::NodeRef(flange));
  QVERIFY(!of({box}));
  (void)cell.addArm("other", 6, Pose::translation(0, 3, 0));
  QVERIFY(!of({}));
}

void TestHandFollower::aJogGoesAlongTheAxesOfItsFrame() {
  const Pose tool{Vec3(1, 2, 3), Quat(Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitZ()))};
  // Along its own X, which is the world's Y.
  const Pose along = usecase::jogged(tool, tool.q, 0, 0.1);
  QVERIFY((along.p - Vec3(1, 2.1, 3)).norm() < 1e-12 && rotationDistance(along, tool) < 1e-7);
  // About the world's X, where it stands.
  const Pose turned = usecase::jogged(tool, Quat::Identity(), 3, 0.2);
  QVERIFY(turned.p == tool.p);
  QVERIFY(std::abs(rotationDistance(turned, tool) - 0.2) < 1e-9);
  QVERIFY(((turned.q * tool.q.conjugate()) * Vec3::UnitX() - Vec3::UnitX()).norm() < 1e-12);
}

QTEST_GUILESS_MAIN(TestHandFollower)
#include "test_hand_follower.moc"
