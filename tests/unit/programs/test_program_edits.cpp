// SPDX-License-Identifier: Apache-2.0
// Programs as a part of a world: edits with undo, names that follow, files.
#include <google/protobuf/unknown_field_set.h>

#include <QTemporaryDir>
#include <QtTest>

#include "core/base/failure.h"
#include "core/program/check.h"
#include "core/project/project.h"
#include "core/session/program_builders.h"
#include "core/session/session.h"
#include "core/world/compare/program_changes.h"
#include "core/world/updates/edits.h"
#include "core/world/updates/registry.h"
#include "program_text.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

using namespace ww;
using namespace ww::test;
using session::deleteProgram;
using session::forgetProgramPlan;
using session::setProgram;
using session::setProgramPlan;
using worldwright::v1::Program;
using worldwright::v1::ProgramPlan;

namespace {

struct Desk {
  Desk() : store(std::make_shared<geometry::GeometryStore>()), session(world::World(), store) {}
  Status commit(const session::EditsPtr& edits) {
    session::CommitRequest request;
    request.label = "Change";
    request.edits = edits;
    return session.commit(request).status();
  }
  const worldwright::v1::WorldRecord& record() const { return *session.snapshot().world->data().record; }
  std::string hash() const { return world::contentHash(*session.snapshot().world); }
  // "main:2 grip:1": names and numbers of steps, in order.
  std::string programs() const {
    std::string out;
    for (const Program& program : record().programs())
      out += fmt::format("{}{}:{}", out.empty() ? "" : " ", program.name(), program.steps_size());
    return out;
  }

  std::shared_ptr<geometry::GeometryStore> store;
  session::WorldSession session;
};

std::string codeOf(const Status& status) {
  return status.failure ? std::string(status.failure->row->code) : std::string();
}

ProgramPlan planOf(double seconds) {
  ProgramPlan plan;
  auto& step = *plan.add_steps();
  step.add_place(1);
  step.set_ends(seconds);
  return plan;
}

constexpr int kExtraField = 9999;
template <typename Message>
void addExtra(Message& message) {
  message.GetReflection()->MutableUnknownFields(&message)->AddLengthDelimited(kExtraField, "of a newer program");
}
template <typename Message>
bool hasExtra(const Message& message) {
  return message.GetReflection()->GetUnknownFields(message).field_count() == 1;
}

}  // namespace

class TestProgramEdits : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void addChangeAndDelete();
  void undoAndRedo();
  void whatChangesNothingIsNoEntry();
  void renamingIsFollowed();
  void whoIsCalledStays();
  void refusedEditsLeaveAllAsItWas();
  void plansAreKept();
  void whatBecameOfThem();
  void labels();
  void aReplayEndsAtTheSameHash();
  void filesKeepAll();
  void theHashKnowsPrograms();
};

void TestProgramEdits::addChangeAndDelete() {
  Desk desk;
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + wait(1)))).ok());
  QVERIFY(desk.commit(setProgram(programOf("name: \"grip\"" + wait(1)))).ok());
  QCOMPARE(desk.programs(), std::string("main:1 grip:1"));
  // One that is there keeps its place.
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + wait(1) + wait(2)))).ok());
  QCOMPARE(desk.programs(), std::string("main:2 grip:1"));
  QVERIFY(desk.commit(deleteProgram("main")).ok());
  QCOMPARE(desk.programs(), std::string("grip:1"));
  QCOMPARE(codeOf(desk.commit(deleteProgram("main"))), std::string("program.no-such-program"));
}

void TestProgramEdits::undoAndRedo() {
  Desk desk;
  const std::string before = desk.hash();
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + wait(1)))).ok());
  const std::string after = desk.hash();
  QVERIFY(before != after);
  QVERIFY(desk.session.undo().ok());
  QCOMPARE(desk.programs(), std::string());
  QCOMPARE(desk.hash(), before);
  QVERIFY(desk.session.redo().ok());
  QCOMPARE(desk.programs(), std::string("main:1"));
  QCOMPARE(desk.hash(), after);
}

void TestProgramEdits::whatChangesNothingIsNoEntry() {
  Desk desk;
  const auto same = setProgram(programOf("name: \"main\"" + wait(1)));
  QVERIFY(desk.commit(same).ok());
  QVERIFY(desk.commit(setProgramPlan("main", planOf(1))).ok());
  const auto revision = desk.session.snapshot().revision;
  QVERIFY(desk.commit(same).ok());
  QVERIFY(desk.commit(setProgramPlan("main", planOf(1))).ok());
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + wait(1)), "main")).ok());
  QCOMPARE(desk.session.snapshot().revision, revision);
  QCOMPARE(desk.session.history().entries.size(), std::size_t{2});
}

void TestProgramEdits::renamingIsFollowed() {
  Desk desk;
  QVERIFY(desk.commit(setProgram(programOf("name: \"grip\"" + wait(1)))).ok());
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + call("grip") + wait(1) + call("grip")))).ok());
  QVERIFY(desk.commit(setProgramPlan("grip", planOf(1))).ok());
  QVERIFY(desk.commit(setProgram(programOf("name: \"hold\"" + wait(2)), "grip")).ok());
  QCOMPARE(desk.programs(), std::string("hold:1 main:3"));
  QCOMPARE(desk.record().programs(0).steps(0).wait().seconds(), 2.0);
  QCOMPARE(desk.record().programs(1).steps(0).call().program(), std::string("hold"));
  QCOMPARE(desk.record().programs(1).steps(2).call().program(), std::string("hold"));
  QCOMPARE(desk.record().program_plans(0).program(), std::string("hold"));
  QCOMPARE(codeOf(desk.commit(setProgram(programOf("name: \"main\""), "hold"))), std::string("program.name-taken"));
  QCOMPARE(codeOf(desk.commit(setProgram(programOf("name: \"new\""), "grip"))), std::string("program.no-such-program"));
}

void TestProgramEdits::whoIsCalledStays() {
  Desk desk;
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + call("grip")))).ok());
  QVERIFY(desk.commit(setProgram(programOf("name: \"grip\"" + wait(1)))).ok());
  const Status refused = desk.commit(deleteProgram("grip"));
  QCOMPARE(codeOf(refused), std::string("program.still-called"));
  QVERIFY2(refused.title.find("main") != std::string::npos, refused.title.c_str());
  // With its caller gone in the same batch, it may go.
  QVERIFY(desk.commit(session::join({deleteProgram("main"), deleteProgram("grip")})).ok());
  QCOMPARE(desk.programs(), std::string());
}

void TestProgramEdits::refusedEditsLeaveAllAsItWas() {
  Desk desk;
  QVERIFY(desk.commit(setProgram(programOf("name: \"grip\"" + call("later")))).ok());
  const std::string before = desk.hash();
  const Status ring = desk.commit(setProgram(programOf("name: \"later\"" + call("grip"))));
  QCOMPARE(codeOf(ring), std::string("program.calls-itself"));
  QVERIFY(!desk.commit(setProgram(programOf("name: \"a b\""))).ok());
  QVERIFY(!desk.commit(setProgramPlan("nobody", planOf(1))).ok());
  QVERIFY(!desk.commit(setProgramPlan("grip", planOf(-1))).ok());
  QCOMPARE(desk.hash(), before);
  // So many, and no more.
  worldwright::v1::Edits many;
  for (std::size_t i = 0; i < program::kMostPrograms; ++i)
    many.add_edits()->mutable_set_program()->mutable_program()->set_name(fmt::format("p{}", i));
  QCOMPARE(codeOf(desk.commit(std::make_shared<worldwright::v1::Edits>(many))),
           std::string("program.too-many-programs"));
  QCOMPARE(desk.hash(), before);
}

void TestProgramEdits::plansAreKept() {
  Desk desk;
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + wait(1)))).ok());
  QVERIFY(desk.commit(setProgramPlan("main", planOf(1))).ok());
  QVERIFY(desk.commit(setProgramPlan("main", planOf(2))).ok());
  QCOMPARE(desk.record().program_plans_size(), 1);
  QCOMPARE(desk.record().program_plans(0).steps(0).ends(), 2.0);
  QVERIFY(desk.session.undo().ok());
  QCOMPARE(desk.record().program_plans(0).steps(0).ends(), 1.0);
  // The program changes, its last plan stays: whether it still holds is another question.
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + wait(5)))).ok());
  QCOMPARE(desk.record().program_plans_size(), 1);
  QVERIFY(desk.commit(forgetProgramPlan("main")).ok());
  QCOMPARE(desk.record().program_plans_size(), 0);
  QVERIFY(desk.session.undo().ok());
  QVERIFY(desk.commit(deleteProgram("main")).ok());
  QCOMPARE(desk.record().program_plans_size(), 0);
}

void TestProgramEdits::whatBecameOfThem() {
  using What = world::ProgramChange::What;
  using Changes = std::vector<world::ProgramChange>;
  Desk desk;
  QVERIFY(desk.commit(setProgram(programOf("name: \"stays\"" + wait(1)))).ok());
  QVERIFY(desk.commit(setProgram(programOf("name: \"grip\"" + wait(1)))).ok());
  QVERIFY(desk.commit(setProgram(programOf("name: \"old\"" + wait(1)))).ok());
  const world::WorldPtr before = desk.session.snapshot().world;
  QVERIFY(world::programChanges(*before, *before).empty());
  QVERIFY(desk.commit(setProgramPlan("stays", planOf(1))).ok());
  QCOMPARE(world::programChanges(*before, *desk.session.snapshot().world), (Changes{{"stays", What::kPlanned}}));
  QVERIFY(desk.commit(setProgram(programOf("name: \"grip\"" + wait(2)))).ok());
  QVERIFY(desk.commit(setProgram(programOf("name: \"new\"" + wait(1)), "old")).ok());
  const world::WorldPtr after = desk.session.snapshot().world;
  QCOMPARE(
      world::programChanges(*before, *after),
      (Changes{{"stays", What::kPlanned}, {"grip", What::kChanged}, {"new", What::kAdded}, {"old", What::kRemoved}}));
  QVERIFY(world::diff(*before, *after).empty());
}

void TestProgramEdits::labels() {
  Desk desk;
  QVERIFY(desk.commit(setProgram(programOf("name: \"grip\"" + wait(1)))).ok());
  const world::WorldPtr world = desk.session.snapshot().world;
  const auto label = [&](const session::EditsPtr& edits) { return plain(world::labelOf(*world, edits->edits(0))); };
  QCOMPARE(label(setProgram(programOf("name: \"main\""))), std::string("Add program main"));
  QCOMPARE(label(setProgram(programOf("name: \"grip\""))), std::string("Change program grip"));
  QCOMPARE(label(setProgram(programOf("name: \"hold\""), "grip")), std::string("Rename program grip to hold"));
  QCOMPARE(label(deleteProgram("grip")), std::string("Delete program grip"));
  QCOMPARE(label(setProgramPlan("grip", planOf(1))), std::string("Plan program grip"));
  QCOMPARE(label(forgetProgramPlan("grip")), std::string("Forget the plan of program grip"));
}

void TestProgramEdits::aReplayEndsAtTheSameHash() {
  Desk desk;
  QVERIFY(desk.commit(setProgram(programOf(pickAndPlace()))).ok());
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + call("pick_and_place")))).ok());
  QVERIFY(desk.commit(setProgram(programOf("name: \"pick\"" + wait(1)), "pick_and_place")).ok());
  QVERIFY(desk.commit(setProgramPlan("pick", planOf(1))).ok());
  world::World world;
  for (const auto& entry : desk.session.history().entries) {
    worldwright::v1::Edits edits;
    QVERIFY(edits.ParseFromString(entry.edits->SerializeAsString()));
    auto next = world::apply(world, edits, *desk.store);
    QVERIFY2(next.ok(), next.status().line().c_str());
    world = std::move(next).value();
  }
  QCOMPARE(world::contentHash(world), desk.hash());
}

void TestProgramEdits::filesKeepAll() {
  Desk desk;
  Program program = programOf(pickAndPlace());
  addExtra(program);
  addExtra(*program.mutable_steps(0));
  addExtra(*program.mutable_steps(0)->mutable_move());
  ProgramPlan plan = planOf(1);
  addExtra(*plan.mutable_steps(0));
  QVERIFY(desk.commit(setProgram(program)).ok());
  QVERIFY(desk.commit(setProgramPlan(program.name(), plan)).ok());
  QTemporaryDir folder;
  const std::string path = folder.filePath("cell.wright").toStdString();
  QVERIFY(project::save(project::systemVfs(), path, *desk.session.snapshot().world, *desk.store).ok());
  geometry::GeometryStore fresh;
  auto loaded = project::load(project::systemVfs(), path, fresh);
  QVERIFY2(loaded.ok(), loaded.status().line().c_str());
  QCOMPARE(world::contentHash(loaded->world), desk.hash());
  // An edit of something else, and another save.
  auto edited = world::apply(loaded->world, *setProgram(programOf("name: \"other\"" + wait(1))), fresh);
  QVERIFY2(edited.ok(), edited.status().line().c_str());
  QVERIFY(project::save(project::systemVfs(), path, *edited, fresh).ok());
  loaded = project::load(project::systemVfs(), path, fresh);
  QVERIFY2(loaded.ok(), loaded.status().line().c_str());
  const auto& record = *loaded->world.data().record;
  QCOMPARE(record.programs_size(), 2);
  QVERIFY(hasExtra(record.programs(0)));
  QVERIFY(hasExtra(record.programs(0).steps(0)));
  QVERIFY(hasExtra(record.programs(0).steps(0).move()));
  QVERIFY(hasExtra(record.program_plans(0).steps(0)));
}

void TestProgramEdits::theHashKnowsPrograms() {
  Desk desk;
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + wait(1)))).ok());
  const std::string one = desk.hash();
  const world::WorldPtr first = desk.session.snapshot().world;
  QVERIFY(desk.commit(setProgram(programOf("name: \"main\"" + wait(2)))).ok());
  QVERIFY(desk.hash() != one);
  // One after the other, so that what is remembered of the one is not taken for the other.
  QCOMPARE(world::contentHash(*first), one);
  QVERIFY(desk.hash() != one);
}

QTEST_GUILESS_MAIN(TestProgramEdits)
#include "test_program_edits.moc"
