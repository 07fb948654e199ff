// SPDX-License-Identifier: Apache-2.0
// A part that was imported again: plans of programs that meet it are stale, others are fresh. Motions of others.
#include "core/geometry/wire_convert.h"
#include "core/usecase/import_place.h"
#include "core/usecase/judge_trajectory.h"
#include "core/usecase/programs/step_motion.h"
#include "core/usecase/revision/revision.h"
#include "program_cell.h"

using namespace ww;
using namespace ww::test;
using usecase::PlanState;

class TestProgramRevision : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aPlanThatMeetsThePartIsStale_data();
  void aPlanThatMeetsThePartIsStale();
  void anyTrajectoryIsJudged();
};

// A block that stands at the place, in the root.
static io::ImportResult block(geometry::GeometryStore& store, const Vec3& place, double edge) {
  io::ImportResult out;
  io::ImportedObject one;
  one.object.set_name("block");
  one.file_t_object = Pose::translation(place.x(), place.y(), place.z());
  auto& entity = *one.object.add_entities();
  entity.set_name("body");
  geometry::Shape shape;
  shape.primitives.push_back({geometry::Box{Vec3::Constant(edge)}});
  out.geometries.push_back(store.intern(shape).value());
  auto& sets = *entity.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  for (const char* kind : {"Intrinsic_Visual", "Intrinsic_Collision"})
    (*sets[kind].mutable_named_geometries())["shape"].mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(
        out.geometries.back()->ref);
  out.objects.push_back(one);
  return out;
}

void TestProgramRevision::aPlanThatMeetsThePartIsStale_data() {
  QTest::addColumn<bool>("is_near");
  QTest::newRow("in the way") << true;
  QTest::newRow("far away") << false;
}

void TestProgramRevision::aPlanThatMeetsThePartIsStale() {
  QFETCH(const bool, is_near);
  ProgramCell cell;
  const Pose pick = cell.world()->rootT(cell.world()->frameNamed(world::kRootObject, "pick"));
  const Vec3 place = pick.p + (is_near ? Vec3(0, 0, 0.2) : Vec3(30, 30, 0));
  auto first = block(*cell.store, place + Vec3(0, 0, 5), 0.05);
  usecase::noteSource(first, "/models/block.stl", "first", {}, {});
  const auto tried = [&](const session::EditsPtr& edits) { return cell.session.preview(*edits); };
  const auto edits =
      usecase::placeImport(*cell.world(), tried, usecase::named(*cell.world(), world::kRootObject, first), {});
  QVERIFY(edits.ok() && cell.commit(*edits).ok());
  cell.add("name: \"p\" " + moveAbove("pick", 0.1) + moveAbove("place", 0.2));
  QVERIFY(cell.planAndKeep("p").ok());
  QCOMPARE(cell.check("p").state, PlanState::kFresh);
  const ObjectId object = cell.world()->find("block");
  const auto note = usecase::rereading(*cell.world(), object);
  QVERIFY(note.ok());
  const auto revision = usecase::revise(*cell.world(), object, block(*cell.store, place, 0.2), *note, "second");
  QVERIFY(revision.ok());
  const auto taken = usecase::revised(*cell.world(), *cell.store, *revision, {});
  QVERIFY(taken.ok() && cell.commit(*taken).ok());
  QCOMPARE(cell.check("p").state, is_near ? PlanState::kStale : PlanState::kFresh);
}

void TestProgramRevision::anyTrajectoryIsJudged() {
  ProgramCell cell;
  cell.add("name: \"p\" " + moveAbove("pick", 0.1));
  QVERIFY(cell.planAndKeep("p").ok());
  const auto& plan = cell.world()->data().record->program_plans(0);
  const ObjectId robot = cell.world()->aliasNamed("robot");
  planning::Trajectory path = usecase::readMotion(plan.steps(0).motion());
  auto verdict = usecase::judgeTrajectory(*cell.world(), robot, path, {});
  QVERIFY2(verdict.ok(), verdict.status().line().c_str());
  QVERIFY2(verdict->verdict.problem.ok(), verdict->verdict.problem.line().c_str());
  QVERIFY(verdict->starts_in_world);
  QVERIFY(verdict->coverage.checked());
  QVERIFY(verdict->clearance.least_m >= 0.0);
  QVERIFY(verdict->verdict.worst_limit_ratio <= 1.0 + 1e-6);
  // Twice as quick.
  for (double& time : path.times) time *= 0.5;
  for (auto& state : path.states) {
    state.v *= 2.0;
    state.a *= 4.0;
  }
  verdict = usecase::judgeTrajectory(*cell.world(), robot, path, {});
  QVERIFY(verdict.ok() && !verdict->verdict.problem.ok());
  QVERIFY2(codeOf(verdict->verdict.problem).starts_with("validate.exceeds"), verdict->verdict.problem.line().c_str());
  QCOMPARE(codeOf(usecase::judgeTrajectory(*cell.world(), robot, {}, {}).status()),
           std::string("validate.no-trajectory"));
}

QTEST_GUILESS_MAIN(TestProgramRevision)
#include "test_program_revision.moc"
