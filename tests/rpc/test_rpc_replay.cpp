// SPDX-License-Identifier: Apache-2.0
// Calls whose clients ask for it are kept as replay packages, by the id that their answers and errors have.
#include <QDir>

#include "core/rpc/replay_keeper.h"
#include "tests/rpc/planner_case.h"

using namespace ww;
using namespace ww::rpc;

class TestRpcReplay : public QObject, PlannerCase {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    start();
    folder_ = std::make_unique<test::ScratchFolder>();
    planner_ = keeping(100);
  }

  void whoDoesNotAskGetsNone() {
    WW_GET(const auto plan, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QVERIFY(plan.logging_id().empty());
    QVERIFY(packages().isEmpty());
  }

  void aPlanIsKeptAndComesOutTheSame() {
    WW_GET(const auto plan, planner_->planTrajectory(asking(mp::MotionSegment::ANY), call_));
    QVERIFY(!plan.logging_id().empty());
    QVERIFY(noted(("replay package " + plan.logging_id()).c_str()));
    QCOMPARE(packages(), QStringList{QString::fromStdString(plan.logging_id()) + ".replay"});
    WW_GET(const auto package, read(plan.logging_id()));
    QCOMPARE(package.logging_id, plan.logging_id());
    QCOMPARE(package.program_version, std::string("9.9"));
    WW_GET(const auto again, usecase::runReplay(package, {}));
    QVERIFY(again == package.expected && again.failure.empty());
    WW_GET(const auto path, planner_->planPath(asking(mp::MotionSegment::ANY), call_));
    QVERIFY(!path.logging_id().empty() && path.logging_id() != plan.logging_id());
    QCOMPARE(packages().size(), 2);
  }

  // Of the package, and not of an answer that another state of the world had.
  void whoAsksGetsAnAnswerOfNow() {
    WW_GET(const auto cached, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    const auto session = worlds_->find("world").value();
    session::CommitRequest commit;
    commit.label = "delete";
    commit.edits = session::deleteObject(session->snapshot().world->find("fixture"), true);
    QVERIFY(session->commit(commit).ok());
    WW_GET(const auto plan, planner_->planTrajectory(asking(mp::MotionSegment::ANY), call_));
    QVERIFY(plan.discretized().SerializeAsString() != cached.discretized().SerializeAsString());
    WW_GET(const auto package, read(plan.logging_id()));
    WW_GET(const auto again, usecase::runReplay(package, {}));
    QVERIFY(again == package.expected);
    // The id is not that of who is answered from the cache.
    WW_GET(const auto later, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QVERIFY(later.logging_id().empty());
  }

  void aFailureIsKept() {
    auto request = asking(mp::MotionSegment::JOINT);  // through the fixture
    QCOMPARE(planner_->planTrajectory(request, call_).status().code, Code::kFailedPrecondition);
    QCOMPARE(call_.error_details.size(), std::size_t{1});
    const auto& error = dynamic_cast<const mp::MotionPipelineError&>(*call_.error_details.front());
    QVERIFY(!error.logging_id().empty());
    WW_GET(const auto package, read(error.logging_id()));
    QVERIFY(package.expected.failure.starts_with("planning."));
    WW_GET(const auto again, usecase::runReplay(package, {}));
    QVERIFY(again == package.expected);
  }

  void posturesAreKeptUnlessThatIsOff() {
    mp::IkRequest request;
    request.set_world_id("world");
    setRobot(request.mutable_robot_reference());
    auto& pose = *request.mutable_target()->mutable_cartesian_pose();
    setFrame(pose.mutable_moving_frame(), "gripper", "tool_frame");
    setFrame(pose.mutable_target_frame(), "root", "pick");
    request.mutable_context()->set_skill_id(5);
    WW_GET(const auto found, planner_->computeIk(request, call_));
    QVERIFY(!found.logging_id().empty());
    WW_GET(const auto package, read(found.logging_id()));
    WW_GET(const auto again, usecase::runReplay(package, {}));
    QVERIFY(again == package.expected);
    request.set_disable_logging(true);
    WW_GET(const auto quiet, planner_->computeIk(request, call_));
    QVERIFY(quiet.logging_id().empty());
    QCOMPARE(packages().size(), 1);
  }

  void whatCannotBeKeptIsSaid() {
    auto request = asking(mp::MotionSegment::ANY);
    auto& lock = *request.mutable_motion_planner_config()->mutable_lock_motion_configuration();
    lock.mutable_save_motion_command();
    WW_GET(const auto saved, planner_->planTrajectory(request, call_));
    QVERIFY(!saved.logging_id().empty());
    lock.mutable_load_motion_command()->set_motion_id(saved.lock_motion_id());
    WW_GET(const auto loaded, planner_->planTrajectory(request, call_));
    QVERIFY(loaded.logging_id().empty());
    QVERIFY(noted("no replay package was kept"));
  }

  void aServiceWithoutAPlaceSaysSo() {
    PlannerCalls bare(*worlds_);
    WW_GET(const auto plan, bare.planTrajectory(asking(mp::MotionSegment::ANY), call_));
    QVERIFY(plan.logging_id().empty());
    QVERIFY(noted("context has no effect") && noted("--replays"));
  }

  void onlyTheNewestStay() {
    planner_ = keeping(2);
    std::string last;
    for (int i = 0; i < 4; ++i) {
      WW_GET(const auto plan, planner_->planTrajectory(asking(mp::MotionSegment::ANY), call_));
      last = plan.logging_id();
    }
    QCOMPARE(packages().size(), 2);
    QVERIFY(packages().contains(QString::fromStdString(last) + ".replay"));
  }

  // A package holds the whole world: nobody else reads it.
  void packagesAreForTheirOwner() {
    WW_GET(const auto plan, planner_->planTrajectory(asking(mp::MotionSegment::ANY), call_));
    const QFileInfo file(folder_->path("replays/" + QString::fromStdString(plan.logging_id()) + ".replay"));
    QVERIFY(file.exists());
    QVERIFY(!(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
  }

 private:
  mp::MotionPlanningRequest asking(mp::MotionSegment::MotionType type) const {
    auto request = motion(type);
    request.mutable_context()->set_skill_id(7);
    return request;
  }
  std::unique_ptr<PlannerCalls> keeping(std::size_t most) {
    auto keeper =
        ReplayKeeper::make(project::systemVfs(), {folder_->path("replays").toStdString(), std::string("9.9"), most});
    if (!keeper.ok()) qFatal("%s", keeper.status().line().c_str());
    return std::make_unique<PlannerCalls>(*worlds_, PlannerLimits(), nullptr, std::move(keeper).value());
  }
  QStringList packages() const {
    return QDir(folder_->path("replays")).entryList({"*.replay"}, QDir::Files, QDir::Name);
  }
  Result<usecase::ReplayInWorld> read(const std::string& id) {
    const QByteArray bytes = test::readFile(folder_->path("replays/" + QString::fromStdString(id) + ".replay"));
    return usecase::unpackReplay(bytes.toStdString(), store_);
  }

  std::unique_ptr<test::ScratchFolder> folder_;
  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestRpcReplay)
#include "test_rpc_replay.moc"
