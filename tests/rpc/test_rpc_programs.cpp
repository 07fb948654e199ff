// SPDX-License-Identifier: Apache-2.0
// Our own service of programs, without a connection.
#include <google/protobuf/text_format.h>

#include <algorithm>

#include "core/rpc/program_service.h"
#include "core/session/edit_builders.h"
#include "core/session/program_builders.h"
#include "core/session/rule_builders.h"
#include "tests/rpc/calls.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"
#include "worldwright/v1/program_service.pb.h"

using namespace ww;
namespace v1 = worldwright::v1;

namespace {

template <typename Message>
Message parsed(const std::string& text) {
  Message out;
  if (!google::protobuf::TextFormat::ParseFromString(text, &out)) qFatal("bad text: %s", text.c_str());
  return out;
}

const char* const kProgram = R"(world_id: "world" program { name: "pick_up"
    steps { move { frame { by_name { object { object_name: "part_1" } } }
                   frame_t_tool { position { z: 0.15 } orientation { y: 1 } }
                   blend { joint_blending { desired_tightness_rad: 0.1 } } } }
    steps { await_signal { signal: "part_there" on: true expected_seconds: 2 } } })";

}  // namespace

class TestRpcPrograms : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    worlds_ = test::sampleWorlds();
    programs_ = std::make_unique<rpc::ProgramCalls>(*worlds_, kept_);
    call_ = test::call();
  }

  void setListGetAndDelete();
  void editsAreCommitsOfTheClient();
  void planCheckAndStale();
  void lockedStepsAreKept();
  void whatWasLookedAtIsTold();
  void whatCollidesBetweenChecksIsTold();
  void otherWorldsStayAsTheyAre();
  void refusals();
  void aCallThatIsOver();

 private:
  v1::Program set() {
    auto made = programs_->set(parsed<v1::SetProgramRequest>(kProgram), call_);
    if (!made.ok()) qFatal("%s", made.status().line().c_str());
    return std::move(made).value();
  }
  v1::ListProgramsResponse list(const std::string& world) {
    return programs_->list(parsed<v1::ListProgramsRequest>("world_id: \"" + world + "\""), call_).value();
  }
  template <typename Request>
  static Request named(const std::string& name) {
    return parsed<Request>("world_id: \"world\" name: \"" + name + "\"");
  }

  const std::set<std::string> kept_{};
  std::shared_ptr<session::WorldRegistry> worlds_;
  std::unique_ptr<rpc::ProgramCalls> programs_;
  rpc::CallContext call_;
};

void TestRpcPrograms::setListGetAndDelete() {
  QCOMPARE(list("world").programs_size(), 0);
  QCOMPARE(set().name(), std::string("pick_up"));
  const auto listed = list("world");
  QCOMPARE(listed.programs_size(), 1);
  QCOMPARE(listed.programs(0).steps(), 2U);
  QCOMPARE(listed.programs(0).state(), v1::UNPLANNED);
  QVERIFY(!listed.programs(0).has_duration());
  WW_GET(const auto got, programs_->get(named<v1::GetProgramRequest>("pick_up"), call_));
  QCOMPARE(got.program().steps_size(), 2);
  QVERIFY(!got.has_plan());
  auto renamed = parsed<v1::SetProgramRequest>(kProgram);
  renamed.mutable_program()->set_name("lift");
  renamed.set_replaces("pick_up");
  WW_GET(const auto lift, programs_->set(renamed, call_));
  QCOMPARE(lift.name(), std::string("lift"));
  QCOMPARE(list("world").programs_size(), 1);
  QVERIFY(programs_->remove(named<v1::DeleteProgramRequest>("lift"), call_).ok());
  QCOMPARE(list("world").programs_size(), 0);
}

void TestRpcPrograms::editsAreCommitsOfTheClient() {
  set();
  const auto session = worlds_->find("world").value();
  const auto history = session->history();
  QCOMPARE(history.entries.back().author, std::string("tester"));
  QCOMPARE(plain(history.entries.back().label), std::string("Add program pick_up"));
  QVERIFY(session->undo().ok());
  QCOMPARE(list("world").programs_size(), 0);
}

void TestRpcPrograms::planCheckAndStale() {
  set();
  WW_GET(const auto planned, programs_->plan(named<v1::PlanProgramRequest>("pick_up"), call_));
  QCOMPARE(planned.plan().steps_size(), 2);
  QCOMPARE(planned.plan().seed(), std::uint64_t{1});
  QVERIFY(planned.duration() > 2.1);
  QVERIFY(std::ranges::any_of(planned.findings(), [](const v1::ProgramFinding& finding) {
    return finding.code() == "usecase.blend-into-nothing" && finding.place_size() == 1 && finding.place(0) == 1;
  }));
  QCOMPARE(list("world").programs(0).state(), v1::FRESH);
  QCOMPARE(list("world").programs(0).duration(), planned.duration());
  WW_GET(const auto fresh, programs_->check(named<v1::CheckProgramRequest>("pick_up"), call_));
  QCOMPARE(fresh.state(), v1::FRESH);
  auto with_plan = named<v1::GetProgramRequest>("pick_up");
  with_plan.set_with_plan(true);
  WW_GET(const auto got, programs_->get(with_plan, call_));
  QVERIFY(got.plan().SerializeAsString() == planned.plan().SerializeAsString());

  const auto session = worlds_->find("world").value();
  const world::WorldPtr world = session->snapshot().world;
  session::CommitRequest commit;
  commit.label = "Move";
  const ObjectId part = world->aliasNamed("part_1");
  commit.edits =
      session::setPose(part, world::kRootObject, Pose{world->rootT(part).p + Vec3(0.004, 0, 0), world->rootT(part).q});
  QVERIFY(session->commit(commit).ok());
  QCOMPARE(list("world").programs(0).state(), v1::CHANGED);
  WW_GET(const auto stale, programs_->check(named<v1::CheckProgramRequest>("pick_up"), call_));
  QCOMPARE(stale.state(), v1::STALE);
  QCOMPARE(stale.changes_size(), 1);
  QCOMPARE(stale.changes(0), std::string("part_1 moved 0.004 m"));
  QCOMPARE(stale.findings_size(), 1);
  QCOMPARE(stale.findings(0).place(0), 1U);
  QCOMPARE(stale.findings(0).code(), std::string("validate.misses-goal"));
  QVERIFY(!stale.findings(0).hint().empty());
}

void TestRpcPrograms::lockedStepsAreKept() {
  set();
  const auto lock = [this](const std::string& more) {
    return programs_->lock(parsed<v1::LockStepsRequest>("world_id: \"world\" name: \"pick_up\" " + more), call_);
  };
  QCOMPARE(lock("steps: 1").status().code, Code::kFailedPrecondition);
  const auto before = programs_->plan(named<v1::PlanProgramRequest>("pick_up"), call_);
  QVERIFY2(before.ok(), before.status().line().c_str());
  const auto locked = lock("steps: [1, 2]");
  QVERIFY2(locked.ok(), locked.status().line().c_str());
  QCOMPARE(locked->steps_size(), 1);
  QCOMPARE(locked->steps(0), 1U);
  QVERIFY(locked->program().steps(0).has_locked());
  // Without it with another speed the motion would be another; kept, it no longer is as slow as it has to be.
  v1::SetProgramRequest slower;
  slower.set_world_id("world");
  *slower.mutable_program() = locked->program();
  slower.mutable_program()->mutable_steps(0)->mutable_move()->set_speed(0.05);
  QVERIFY(programs_->set(slower, call_).ok());
  const auto refused = programs_->plan(named<v1::PlanProgramRequest>("pick_up"), call_);
  QCOMPARE(refused.status().code, Code::kFailedPrecondition);
  slower.mutable_program()->mutable_steps(0)->mutable_move()->clear_speed();
  QVERIFY(programs_->set(slower, call_).ok());
  const auto again = programs_->plan(named<v1::PlanProgramRequest>("pick_up"), call_);
  QVERIFY2(again.ok(), again.status().line().c_str());
  QVERIFY(again->plan().steps(0).was_locked());
  QCOMPARE(again->plan().steps(0).motion().SerializeAsString(), before->plan().steps(0).motion().SerializeAsString());
  QCOMPARE(lock("steps: 0").status().code, Code::kNotFound);
  QCOMPARE(lock("steps: 3").status().code, Code::kNotFound);
  const auto unlocked = lock("steps: 1 unlock: true");
  QVERIFY(unlocked.ok() && !unlocked->program().steps(0).has_locked());
}

void TestRpcPrograms::whatWasLookedAtIsTold() {
  set();
  const auto noted = [&](const char* words) {
    const bool is =
        std::ranges::any_of(call_.notes, [&](const auto& note) { return note.find(words) != std::string::npos; });
    call_.notes.clear();
    return is;
  };
  WW_GET(const auto planned, programs_->plan(named<v1::PlanProgramRequest>("pick_up"), call_));
  QVERIFY(noted("checked: "));
  WW_GET(const auto fresh, programs_->check(named<v1::CheckProgramRequest>("pick_up"), call_));
  QVERIFY(noted("checked: "));
  static_cast<void>(list("world"));
  QVERIFY(call_.notes.empty());
  const auto session = worlds_->find("world").value();
  session::CommitRequest commit;
  commit.label = "Off";
  commit.edits = session::switchChecking(*session->snapshot().world, false);
  QVERIFY(session->commit(commit).ok());
  WW_GET(const auto anew, programs_->plan(named<v1::PlanProgramRequest>("pick_up"), call_));
  QVERIFY(noted("not checked: checking is switched off in the collision settings of the world"));
  WW_GET(const auto again, programs_->check(named<v1::CheckProgramRequest>("pick_up"), call_));
  QVERIFY(noted("not checked: checking is switched off in the collision settings of the world"));
  WW_GET(const auto got, programs_->get(named<v1::GetProgramRequest>("pick_up"), call_));
  QVERIFY(noted("not checked: checking is switched off"));
  static_cast<void>(list("world"));
  QVERIFY(noted("not checked: program 'pick_up': checking is switched off"));
}

void TestRpcPrograms::whatCollidesBetweenChecksIsTold() {
  set();
  WW_GET(const auto planned, programs_->plan(named<v1::PlanProgramRequest>("pick_up"), call_));
  v1::ProgramPlan deep = planned.plan();
  deep.mutable_steps(0)->set_min_clearance(-0.017);
  session::CommitRequest commit;
  commit.label = "Plan";
  commit.edits = session::setProgramPlan("pick_up", deep);
  QVERIFY(worlds_->find("world").value()->commit(commit).ok());
  call_.notes.clear();
  WW_GET(const auto checked, programs_->check(named<v1::CheckProgramRequest>("pick_up"), call_));
  QVERIFY(std::ranges::any_of(call_.notes, [](const auto& note) {
    return note.find("the plan of 'pick_up' is not validated: step 1 collides between two checks") != std::string::npos;
  }));
}

void TestRpcPrograms::otherWorldsStayAsTheyAre() {
  set();
  QCOMPARE(list("init_world").programs_size(), 0);
  // A clone has them, with their plans.
  QVERIFY(programs_->plan(named<v1::PlanProgramRequest>("pick_up"), call_).ok());
  session::CloneRequest clone;
  clone.from = "world";
  clone.to = "copy";
  QVERIFY(worlds_->clone(clone).ok());
  QCOMPARE(list("copy").programs(0).state(), v1::FRESH);
}

void TestRpcPrograms::refusals() {
  set();
  WW_REFUSED(programs_->get(named<v1::GetProgramRequest>("pick"), call_), Code::kNotFound, "pick_up");
  WW_REFUSED(programs_->plan(named<v1::PlanProgramRequest>("pick"), call_), Code::kNotFound, "pick_up");
  WW_REFUSED(programs_->check(named<v1::CheckProgramRequest>("pick"), call_), Code::kNotFound, "pick_up");
  WW_REFUSED(programs_->list(v1::ListProgramsRequest(), call_), Code::kInvalidArgument, "world");
  WW_REFUSED(programs_->list(parsed<v1::ListProgramsRequest>("world_id: \"wrold\""), call_), Code::kNotFound, "wrold");
  WW_REFUSED(programs_->set(parsed<v1::SetProgramRequest>("world_id: \"world\" program { }"), call_),
             Code::kInvalidArgument, "program.name");
  auto late = named<v1::PlanProgramRequest>("pick_up");
  late.mutable_timeout()->set_seconds(-1);
  WW_REFUSED(programs_->plan(late, call_), Code::kInvalidArgument, "timeout");
  const auto gone = worlds_->find("world").value();
  session::CommitRequest commit;
  commit.label = "Delete";
  commit.edits = session::deleteObject(gone->snapshot().world->aliasNamed("part_1"), true);
  QVERIFY(gone->commit(commit).ok());
  WW_REFUSED(programs_->plan(named<v1::PlanProgramRequest>("pick_up"), call_), Code::kNotFound, "step 1");
  WW_GET(const auto got, programs_->get(named<v1::GetProgramRequest>("pick_up"), call_));
  QCOMPARE(got.findings_size(), 1);
}

void TestRpcPrograms::aCallThatIsOver() {
  set();
  rpc::CallContext stopped = test::call();
  std::stop_source stop;
  stop.request_stop();
  stopped.stop = stop.get_token();
  WW_REFUSED(programs_->plan(named<v1::PlanProgramRequest>("pick_up"), stopped), Code::kCancelled, "");
  QCOMPARE(list("world").programs(0).state(), v1::UNPLANNED);
  rpc::CallContext late = test::call(std::chrono::milliseconds(1));
  WW_REFUSED(programs_->plan(named<v1::PlanProgramRequest>("pick_up"), late), Code::kDeadlineExceeded, "");
}

QTEST_GUILESS_MAIN(TestRpcPrograms)
#include "test_rpc_programs.moc"
