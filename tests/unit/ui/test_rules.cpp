// SPDX-License-Identifier: Apache-2.0
// What is worked out about collision rules off the Qt thread, and the rows of their list.
#include <google/protobuf/text_format.h>
#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QtTest>

#include "core/session/rule_builders.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "ui/bridge/pair_watch.h"
#include "ui/bridge/rule_edits.h"
#include "ui/panels/rules/rules_filter.h"

using namespace ww;
using usecase::RuleHome;

namespace {

const char* kLinks = R"(
entities { name: 'base' link {} }
entities { name: 'lead' parent_name: 'base' joint { kinematics_component { motion_type: MOTION_TYPE_REVOLUTE
  system_limits { fixed_limits { lower: -1 upper: 1 } } } } }
entities { name: 'arm' parent_name: 'lead' link {} })";

}  // namespace

class TestRules : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    bridge_ = std::make_unique<ui::SessionBridge>(
        std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
    one_ = box("one", 0.0);
    two_ = box("two", 3.0);
  }
  void cleanup() { bridge_.reset(); }

  void countsAndFindingsSayOfWhichWorldTheyAre() {
    ui::JobBridge jobs;
    ui::RuleWatch watch(*bridge_, jobs, scenes());
    QVERIFY(!watch.countedWorld() && !watch.isUpToDate());
    watch.setActive(true);
    QTRY_VERIFY(watch.isUpToDate());
    QCOMPARE(watch.tally().pairs, std::size_t{1});
    QCOMPARE(watch.tally().checked, std::size_t{1});
    QVERIFY(watch.countedWorld() == world() && watch.findings().empty());
    rule(true);
    rule(false);  // which never decides
    QVERIFY(!watch.isUpToDate());
    QVERIFY(watch.countedWorld() != world());
    QTRY_VERIFY(watch.isUpToDate());
    QCOMPARE(watch.tally().checked, std::size_t{0});
    QVERIFY(!watch.findings().empty());
    QVERIFY(watch.findings().front().told.fault == usecase::RuleFault::kNeverDecides);
    QVERIFY(watch.findings().front().world == world());
  }

  void nothingIsWorkedOutWhileNobodyLooks() {
    ui::JobBridge jobs;
    ui::RuleWatch watch(*bridge_, jobs, scenes());
    rule(true);
    QTest::qWait(300);
    QVERIFY(!watch.countedWorld());
    watch.setActive(true);
    QTRY_VERIFY(watch.isUpToDate());
    watch.setActive(false);
    const auto before = watch.countedWorld();
    rule(false);
    QTest::qWait(300);
    QVERIFY(watch.countedWorld() == before && !watch.isUpToDate());
  }

  void posturesAreTriedAsAJob() {
    ui::JobBridge jobs;
    ui::RuleWatch watch(*bridge_, jobs, scenes());
    watch.setActive(true);
    watch.tryPostures();
    QVERIFY(watch.isTryingPostures());
    QCOMPARE(jobs.jobs().size(), std::size_t{1});
    QTRY_VERIFY(!watch.isTryingPostures());
    QVERIFY(watch.triedWorld() == world());
  }

  void aPairIsAskedAboutAnewAfterEachChange() {
    ui::PairWatch watch(*bridge_, scenes());
    watch.ask(one_, two_);
    QVERIFY(!watch.answer());
    QTRY_VERIFY(watch.isUpToDate());
    QVERIFY(watch.answer()->story && watch.answer()->story->nearest.now);
    QVERIFY(std::abs(watch.answer()->story->nearest.now->distance_m - 2.0) < 1e-6);
    QVERIFY(bridge_->commit(QStringLiteral("move"),
                            session::setPose(two_, world::kRootObject, Pose::translation(4.0, 0.0, 0.0))));
    QVERIFY(!watch.isUpToDate() && watch.answer());  // the old one, until there is another
    QTRY_VERIFY(watch.isUpToDate());
    QVERIFY(std::abs(watch.answer()->story->nearest.now->distance_m - 3.0) < 1e-6);
    // What has gone is said to have gone.
    QVERIFY(bridge_->commit(QStringLiteral("delete"), session::deleteObject(two_, true)));
    QTRY_VERIFY(watch.isUpToDate() && !watch.answer()->story);
    QVERIFY(!watch.answer()->why_not.title.isEmpty());
    watch.clear();
    QVERIFY(!watch.isAsked() && !watch.answer());
  }

  void rowsStandInGroups() {
    ui::JobBridge jobs;
    ui::RuleWatch watch(*bridge_, jobs, scenes());
    ui::RulesModel model(*bridge_, watch);
    QAbstractItemModelTester tester(&model);
    rule(true);
    ownRules();
    model.update();
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.rowCount(model.index(0, 0)), 1);
    QCOMPARE(model.rowCount(model.index(1, 0)), 3);
    QVERIFY(model.index(1, 0).data().toString().contains(QStringLiteral("robot")));
    // Not counted yet: no figure is made up.
    const QModelIndex first = model.index(0, 0, model.index(0, 0));
    QVERIFY(!first.siblingAtColumn(ui::RulesModel::kPairs).data().toString().contains(QLatin1Char('0')));
    QVERIFY(model.setData(first, Qt::Unchecked, Qt::CheckStateRole));
    model.update();
    QVERIFY(!model.list().rows.front().enabled);
    QCOMPARE(model.rowCount(model.index(0, 0)), 1);  // it is kept
  }

  void ownExclusionsAreDragged() {
    ui::JobBridge jobs;
    ui::RuleWatch watch(*bridge_, jobs, scenes());
    ui::RulesModel model(*bridge_, watch);
    rule(true);
    ownRules();
    model.update();
    const QModelIndex own = model.index(1, 0);
    const auto flags = [&](int row) { return model.flags(model.index(row, 0, own)); };
    QVERIFY((flags(0) & Qt::ItemIsDragEnabled) && (flags(1) & Qt::ItemIsDragEnabled));
    QVERIFY(!(flags(2) & Qt::ItemIsDragEnabled));  // a margin
    QVERIFY(!(model.flags(model.index(0, 0, model.index(0, 0))) & Qt::ItemIsDragEnabled));
    const std::unique_ptr<QMimeData> data(model.mimeData({model.index(1, 0, own)}));
    QVERIFY(!model.canDropMimeData(data.get(), Qt::MoveAction, 0, 0, model.index(0, 0)));
    QVERIFY(model.canDropMimeData(data.get(), Qt::MoveAction, 0, 0, own));
    QVERIFY(model.dropMimeData(data.get(), Qt::MoveAction, 0, 0, own));
    auto rules = session::ownRules(*world()->peek(robot_));
    QCOMPARE(rules.size(), std::size_t{3});
    QVERIFY(!rules[0].is_excluded && rules[1].is_excluded && rules[2].is_margin);
    bridge_->undo();
    rules = session::ownRules(*world()->peek(robot_));
    QVERIFY(rules[0].is_excluded && !rules[1].is_excluded);
  }

  // Of the world and of objects, in one step.
  void rulesOfSeveralAreDeletedTogether() {
    rule(true);
    rule(false);
    ownRules();
    const auto before = bridge_->session().history().position;
    QVERIFY(ui::removeRules(*bridge_, *world(),
                            {{RuleHome::kWorldExclusion, 0, {}},
                             {RuleHome::kObjectExclusion, 0, robot_},
                             {RuleHome::kObjectMargin, 0, robot_}}));
    QCOMPARE(bridge_->session().history().position, before + 1);
    const auto list = usecase::ruleList(*world());
    QCOMPARE(list.rows.size(), std::size_t{2});
    QVERIFY(list.rows[0].rule.home == RuleHome::kWorldMargin && list.rows[1].rule.home == RuleHome::kObjectCheck);
    bridge_->undo();
    QCOMPARE(usecase::ruleList(*world()).rows.size(), std::size_t{5});
  }

  void filteredGroupsGoWithTheirRules() {
    ui::JobBridge jobs;
    ui::RuleWatch watch(*bridge_, jobs, scenes());
    ui::RulesModel model(*bridge_, watch);
    ui::RulesFilter filter(model);
    rule(true);
    ownRules();
    model.update();
    QCOMPARE(filter.rowCount(), 2);
    filter.setWords(QStringLiteral("arm"));
    QCOMPARE(filter.rowCount(), 1);
    filter.setWords({});
    filter.setFits(ui::namesAny(*world(), {one_}));
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(filter.rowCount(filter.index(0, 0)), 1);
    filter.setFits(ui::namesAny(*world(), {robot_}));
    QCOMPARE(filter.rowCount(filter.index(0, 0)), 3);
  }

 private:
  std::shared_ptr<ui::WorldScenes> scenes() { return std::make_shared<ui::WorldScenes>(); }
  world::WorldPtr world() { return bridge_->snapshot().world; }
  ObjectId box(const char* name, double x) {
    bridge_->commit(QStringLiteral("make"),
                    session::createPrimitive(world::kRootObject, world::kRootEntity, name, geometry::Box{{1, 1, 1}}, {},
                                             Pose::translation(x, 0, 0)));
    return world()->childNamed(world::kRootObject, name);
  }
  // Between the boxes.
  void rule(bool excluded) {
    QVERIFY(bridge_->commit(
        QStringLiteral("rule"),
        session::addCollisionRule(*world(), {{{one_, {}}}, {{two_, {}}}, excluded, excluded ? 0.0 : 0.02})));
  }
  // Of a robot: two exclusions and a margin.
  void ownRules() {
    intrinsic_proto::scene_object::v1::SceneObject links;
    QVERIFY(google::protobuf::TextFormat::ParseFromString(kLinks, &links));
    links.set_name("robot");
    QVERIFY(bridge_->commit(QStringLiteral("robot"), session::createFromSceneObject(
                                                         world::kRootObject, world::kRootEntity, "robot", links, {})));
    robot_ = world()->find("robot");
    const std::vector<session::OwnRuleUpdate> own{{session::RulePolicy::kAppend, {"base", "arm", false, true, 0.0}},
                                                  {session::RulePolicy::kAppend, {"arm", "", false, false, 0.0}},
                                                  {session::RulePolicy::kAppend, {"base", "arm", true, false, 0.01}}};
    QVERIFY(bridge_->commit(QStringLiteral("own"), session::updateOwnRules(robot_, own)));
  }

  std::unique_ptr<ui::SessionBridge> bridge_;
  ObjectId one_, two_, robot_;
};

QTEST_MAIN(TestRules)
#include "test_rules.moc"
