// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <random>

#include "core/world/values/attachment.h"
#include "core/world/views/references.h"
#include "ui/models/calls_model.h"
#include "ui/models/history_model.h"
#include "ui/models/jobs_model.h"
#include "ui/models/log_model.h"
#include "ui/models/node_text.h"
#include "ui/models/problems_model.h"
#include "ui/models/scene_tree_model.h"

using namespace ww;
using namespace ww::ui;

class TestModels : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void treeFollowsRandomEdits();
  void historyFollowsUndoAndRedo();
  void historyFollowsWhateverClientsDo();
  void callsAreFilteredAndForgotten();
  void draggingKeepsThePoseInTheWorld();
  void whatIsAttachedToAFrameIsListedUnderIt();
  void cyclesAreRefusedWithAReason();
  void renamesInPlace();
  void filterFindsByNameAndType();
  void aLargeChangeIsToldOnce();
  void jobsAndLogAreSoundModels();
  void problemsComeAndGoWithTheirSource();

 private:
  ObjectId add(const char* name, ObjectId parent = world::kRootObject, const Pose& pose = {});
  QModelIndex row(SceneTreeModel& model, const char* name);
  void settle() { QCoreApplication::processEvents(); }
  std::unique_ptr<SessionBridge> bridge_;
};

void TestModels::init() {
  bridge_ = std::make_unique<SessionBridge>(
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
}

void TestModels::cleanup() { bridge_.reset(); }

ObjectId TestModels::add(const char* name, ObjectId parent, const Pose& pose) {
  const auto world = bridge_->snapshot().world;
  bridge_->commit(QStringLiteral("Add"), session::createPrimitive(parent, world->object(parent)->rootEntity(), name,
                                                                  geometry::Box{}, {}, pose));
  return bridge_->snapshot().world->childNamed(parent, name);
}

QModelIndex TestModels::row(SceneTreeModel& model, const char* name) {
  settle();
  model.fetchAll();
  const auto world = bridge_->snapshot().world;
  QModelIndex found;
  world->forEachObject([&](const world::Object& o) {
    if (o.name == name) found = model.indexOf(o.id);
  });
  return found;
}

void TestModels::treeFollowsRandomEdits() {
  SceneTreeModel model(*bridge_);
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  // Else the tester itself fetches inside rowsInserted, which it then takes for a fault of the model.
  tester.setUseFetchMore(false);
  std::mt19937 random(5);
  for (int step = 0; step < 400; ++step) {
    const auto world = bridge_->snapshot().world;
    std::vector<ObjectId> objects;
    std::vector<FrameId> frames;
    world->forEachObject([&](const world::Object& o) { objects.push_back(o.id); });
    world->forEachFrame([&](const world::Frame& f) { frames.push_back(f.id); });
    const ObjectId any = objects[random() % objects.size()], other = objects[random() % objects.size()];
    const std::string name = "n" + std::to_string(step);
    switch (random() % 10) {
      case 0:
      case 1:
      case 2: add(name.c_str(), any); break;
      case 3:
        bridge_->commit(QStringLiteral("f"), session::createFrame(any, world->object(any)->rootEntity(), name, {}));
        break;
      case 4:
        if (any != world::kRootObject && !world->isAncestor(any, other))
          bridge_->commit(QStringLiteral("r"), reparentEdits(*world, any, other));
        break;
      case 5:
        if (any != world::kRootObject && objects.size() > 5)
          bridge_->commit(QStringLiteral("d"), session::deleteObject(any, true));
        break;
      case 6:
        if (!frames.empty())
          bridge_->commit(QStringLiteral("n"), session::renameFrame(frames[random() % frames.size()], name + "x"));
        break;
      case 7: bridge_->undo(); break;
      case 8:
        if (!frames.empty() && any != world::kRootObject) {
          const FrameId f = frames[random() % frames.size()];
          if (!world->isAncestor(any, world->frame(f)->object))
            bridge_->commit(QStringLiteral("a"), reparentEdits(*world, any, f));
        }
        break;
      default:
        if (!frames.empty() && any != world::kRootObject)
          bridge_->commit(QStringLiteral("rf"), reparentEdits(*world, frames[random() % frames.size()], any));
    }
    if (step % 3 == 0) settle();
    if (step % 17 == 0) {
      settle();
      model.fetchAll();
    }
  }
  settle();
  model.fetchAll();
  // Every node of the world has its row, and no row is left over.
  const auto world = bridge_->snapshot().world;
  std::size_t nodes = 0;
  const std::function<void(const QModelIndex&)> count = [&](const QModelIndex& at) {
    for (int i = 0; i < model.rowCount(at); ++i) {
      ++nodes;
      const QModelIndex child = model.index(i, 0, at);
      QVERIFY(!child.data().toString().isEmpty());
      QCOMPARE(model.indexOf(*SceneTreeModel::nodeOf(child)), child);
      count(child);
    }
  };
  count({});
  QCOMPARE(nodes, world->objectCount() - 1 + world->frameCount());
}

void TestModels::historyFollowsUndoAndRedo() {
  HistoryModel model(*bridge_);
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  for (const char* name : {"a", "b", "c"}) add(name);
  settle();
  QCOMPARE(model.rowCount(), 4);
  QCOMPARE(model.currentRow(), 3);
  model.jumpTo(1);
  settle();
  QCOMPARE(model.currentRow(), 1);
  QVERIFY(model.index(2).data(HistoryModel::kUndoneRole).toBool());
  QCOMPARE(bridge_->snapshot().world->objectCount(), std::size_t{2});
  add("d");
  settle();
  QCOMPARE(model.rowCount(), 3);
}

// Edits, streams that join, steps back and forth, branches, entries that are forgotten: the rows are always
// those of the session.
void TestModels::historyFollowsWhateverClientsDo() {
  HistoryModel model(*bridge_);
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  auto& session = bridge_->session();
  session.setHistoryLimit(40);
  const ObjectId part = add("part");
  std::mt19937 random(7);
  for (int step = 0; step < 600; ++step) {
    for (unsigned i = random() % 4; i-- > 0;) {
      session::CommitRequest request;
      request.author = random() % 2 ? "cell_py" : "";
      const bool stream = random() % 3 == 0;
      request.label = stream ? "Move part" : "Add " + std::to_string(step) + "_" + std::to_string(i);
      if (stream) {
        request.coalesce_key = "part";
        request.is_stream = !request.author.empty();
        request.edits = session::setPose(part, world::kRootObject, Pose::translation(0.001 * step, 0.1 * i, 1));
      } else {
        request.edits = session::createPrimitive(world::kRootObject, world::kRootEntity,
                                                 "b" + std::to_string(step) + "_" + std::to_string(i) + "x",
                                                 geometry::Box{}, {}, {});
      }
      (void)session.commit(request);
    }
    if (random() % 4 == 0)
      for (unsigned i = random() % 6; i-- > 0 && session.history().position > 1;) bridge_->undo();
    if (random() % 5 == 0)
      for (unsigned i = random() % 6; i-- > 0;) bridge_->redo();
    if (step == 400) session.replace(*session.snapshot().world);
    if (random() % 3 == 0) continue;  // several at once
    settle();
    const auto history = session.history();
    QCOMPARE(model.rowCount(), static_cast<int>(history.entries.size()) + 1);
    QCOMPARE(model.currentRow(), static_cast<int>(history.position));
    for (std::size_t i = 0; i < history.entries.size(); ++i) {
      const auto& entry = history.entries[i];
      const QString text =
          QString::fromStdString(plain(entry.label)) +
          (entry.author.empty() ? QString() : QStringLiteral(" (by %1)").arg(QString::fromStdString(entry.author)));
      QCOMPARE(model.index(static_cast<int>(i) + 1).data().toString().remove(QStringLiteral("  - saved")), text);
    }
  }
}

void TestModels::callsAreFilteredAndForgotten() {
  CallsModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  const auto call = [](int i, const char* client, const char* problem) {
    return SharedCall{QDateTime::currentDateTime(),
                      QLatin1String(client),
                      QStringLiteral("Method%1").arg(i),
                      QStringLiteral("world"),
                      *problem ? QStringLiteral("NOT_FOUND") : QStringLiteral("OK"),
                      QLatin1String(problem),
                      0.5};
  };
  model.add({call(0, "a", ""), call(1, "b", "there is no part"), call(2, "a", "")});
  QCOMPARE(model.rowCount(), 3);
  model.setFilter(QStringLiteral("NO PART"));
  QCOMPARE(model.rowCount(), 1);
  model.setFilter(QStringLiteral("a"));
  model.add({call(3, "a", ""), call(4, "c", "")});
  model.setFilter({});
  for (int i = 0; i < 3000; i += 500) {
    std::vector<SharedCall> many;
    for (int k = 0; k < 500; ++k) many.push_back(call(i + k, "quick", ""));
    model.add(many);
  }
  QCOMPARE(model.rowCount(), 2000);
  QCOMPARE(model.index(1999, CallsModel::kMethod).data().toString(), QStringLiteral("Method2999"));
  model.setFailuresOnly(true);  // longer kept
  QCOMPARE(model.rowCount(), 1);
  QCOMPARE(model.index(0, CallsModel::kResult).data().toString(), QStringLiteral("NOT_FOUND: there is no part"));
  model.clear();
  QVERIFY(model.isEmpty());
}

void TestModels::draggingKeepsThePoseInTheWorld() {
  const ObjectId a = add("a", world::kRootObject, Pose{Vec3(1, 2, 3), Quat(Eigen::AngleAxisd(0.5, Vec3::UnitZ()))});
  const ObjectId b = add("b", world::kRootObject, Pose{Vec3(-1, 0, 0.5), Quat(Eigen::AngleAxisd(1.0, Vec3::UnitX()))});
  SceneTreeModel model(*bridge_);
  const Pose before = bridge_->snapshot().world->rootT(b);
  std::unique_ptr<QMimeData> dragged(model.mimeData({model.indexOf(b)}));
  QVERIFY(model.dropMimeData(dragged.get(), Qt::MoveAction, -1, 0, model.indexOf(a)));
  const auto world = bridge_->snapshot().world;
  QCOMPARE(world->object(b)->parent, a);
  QVERIFY(positionDistance(before, world->rootT(b)) < 1e-12);
  QVERIFY(rotationDistance(before, world->rootT(b)) < 1e-12);
}

void TestModels::whatIsAttachedToAFrameIsListedUnderIt() {
  const ObjectId part = add("part"), other = add("other");
  bridge_->commit(
      QStringLiteral("f"),
      session::createFrame(world::kRootObject, bridge_->snapshot().world->root().rootEntity(), "place", {}));
  const FrameId place = bridge_->snapshot().world->frameNamed(world::kRootObject, "place");
  settle();
  SceneTreeModel model(*bridge_);
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const auto attach = [&](ObjectId object) {
    std::unique_ptr<QMimeData> dragged(model.mimeData({model.indexOf(object)}));
    QVERIFY(model.dropMimeData(dragged.get(), Qt::MoveAction, -1, 0, model.indexOf(place)));
    settle();
  };
  attach(part);
  QCOMPARE(model.rowCount(), 2);
  QCOMPARE(model.indexOf(part).parent(), model.indexOf(place));
  QVERIFY(model.indexOf(part).data(Qt::ToolTipRole).toString().contains(QStringLiteral("Attached to place")));
  attach(other);
  QCOMPARE(model.rowCount(model.indexOf(place)), 2);
  // Dragged out again it is detached.
  std::unique_ptr<QMimeData> dragged(model.mimeData({model.indexOf(part)}));
  QVERIFY(model.dropMimeData(dragged.get(), Qt::MoveAction, -1, 0, {}));
  settle();
  QVERIFY(!model.indexOf(part).parent().isValid());
  QVERIFY(!world::attachedTo(*bridge_->snapshot().world, *bridge_->snapshot().world->object(part)));
  bridge_->undo();
  settle();
  QCOMPARE(model.indexOf(part).parent(), model.indexOf(place));
  // The frame goes, they stay.
  bridge_->commit(QStringLiteral("d"), session::deleteFrame(place, true));
  settle();
  QCOMPARE(model.rowCount(), 2);
  QVERIFY(model.indexOf(part).isValid() && model.indexOf(other).isValid());
}

void TestModels::cyclesAreRefusedWithAReason() {
  const ObjectId a = add("a");
  const ObjectId b = add("b", a);
  SceneTreeModel model(*bridge_);
  QSignalSpy refused(&model, &SceneTreeModel::refused);
  std::unique_ptr<QMimeData> dragged(model.mimeData({model.indexOf(a)}));
  QVERIFY(!model.dropMimeData(dragged.get(), Qt::MoveAction, -1, 0, model.indexOf(b)));
  QCOMPARE(refused.count(), 1);
  QVERIFY(refused.front().front().toString().contains(QLatin1Char('a')));
  QVERIFY(!model.dropMimeData(dragged.get(), Qt::MoveAction, -1, 0, model.indexOf(a)));
  QVERIFY(refused.count() == 2 && refused.back().front().toString().startsWith(QStringLiteral("a cannot hang on")));
  QCOMPARE(bridge_->snapshot().world->object(a)->parent, world::kRootObject);
}

void TestModels::renamesInPlace() {
  add("before");
  SceneTreeModel model(*bridge_);
  QVERIFY(model.setData(row(model, "before"), QStringLiteral("after"), Qt::EditRole));
  settle();
  QVERIFY(row(model, "after").isValid());
  QSignalSpy failed(bridge_.get(), &SessionBridge::failed);
  QVERIFY(!model.setData(row(model, "after"), QStringLiteral("no blanks allowed"), Qt::EditRole));
  QCOMPARE(failed.count(), 1);
  QVERIFY(row(model, "after").isValid());
}

void TestModels::filterFindsByNameAndType() {
  const ObjectId a = add("table");
  add("tablet", a);
  add("crate");
  bridge_->commit(QStringLiteral("f"),
                  session::createFrame(a, bridge_->snapshot().world->object(a)->rootEntity(), "pick", {}));
  SceneTreeModel model(*bridge_);
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  tester.setUseFetchMore(false);
  QCOMPARE(model.rowCount(), 2);
  model.setFilter(QStringLiteral("tablet"));
  QCOMPARE(model.rowCount(), 1);
  QCOMPARE(model.rowCount(model.index(0, 0)), 1);
  QCOMPARE(model.parents(), QModelIndexList{model.index(0, 0)});
  model.setFilter(QStringLiteral("type:frame pi"));
  QCOMPARE(model.rowCount(), 1);
  QCOMPARE(model.index(0, 0, model.index(0, 0)).data().toString(), QStringLiteral("pick"));
  model.setFilter(QStringLiteral("nothing"));
  QCOMPARE(model.rowCount(), 0);
  // What comes and goes is filtered as well.
  model.setFilter(QStringLiteral("CRA"));
  QCOMPARE(model.rowCount(), 1);
  add("crane", a);
  add("chair");
  settle();
  QCOMPARE(model.rowCount(), 2);
  QCOMPARE(model.index(0, 0, model.index(0, 0)).data().toString(), QStringLiteral("crane"));
  bridge_->undo();
  bridge_->undo();
  settle();
  QCOMPARE(model.rowCount(), 1);
  model.setFilter(QString());
  QCOMPARE(model.rowCount(), 2);
}

// Many rows that come and go at once: a view looks once, not at each.
void TestModels::aLargeChangeIsToldOnce() {
  SceneTreeModel model(*bridge_);
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  tester.setUseFetchMore(false);
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < 400; ++i)
    edits.push_back(session::createPrimitive(world::kRootObject, world::kRootEntity, "n" + std::to_string(i),
                                             geometry::Box{}, {}, {}));
  bridge_->commit(QStringLiteral("many"), session::join(edits));
  settle();
  const auto world = bridge_->snapshot().world;
  const auto named = [&](int i) { return world->childNamed(world::kRootObject, "n" + std::to_string(i)); };
  add("child", named(3));
  settle();
  model.fetchAll();
  QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved), inserted(&model, &QAbstractItemModel::rowsInserted),
      reset(&model, &QAbstractItemModel::modelReset);
  // One piece: told as rows.
  edits.clear();
  for (int i = 100; i < 200; ++i) edits.push_back(session::deleteObject(named(i), true));
  bridge_->commit(QStringLiteral("piece"), session::join(edits));
  settle();
  QCOMPARE(removed.count(), 1);
  QCOMPARE(model.rowCount(), 300);
  bridge_->undo();
  settle();
  QCOMPARE(inserted.count(), 1);
  // A hundred pieces, and one that goes elsewhere: told once.
  edits.clear();
  for (int i = 0; i < 400; i += 4) edits.push_back(session::deleteObject(named(i), true));
  edits.push_back(reparentEdits(*world, named(5), named(3)));
  bridge_->commit(QStringLiteral("pieces"), session::join(edits));
  settle();
  QCOMPARE(reset.count(), 1);
  QCOMPARE(removed.count(), 1);
  QCOMPARE(model.rowCount(), 299);
  QCOMPARE(model.indexOf(named(5)).parent(), model.indexOf(named(3)));
  QCOMPARE(model.rowCount(model.indexOf(named(3))), 2);
  bridge_->undo();
  settle();
  QCOMPARE(model.rowCount(), 400);
  for (int i = 0; i < 400; ++i) {
    QCOMPARE(model.indexOf(named(i)).row(), i);
    QCOMPARE(*SceneTreeModel::nodeOf(model.index(i, 0)), world::NodeRef(named(i)));
  }
}

void TestModels::jobsAndLogAreSoundModels() {
  JobBridge jobs;
  JobsModel jobs_model(jobs);
  QAbstractItemModelTester jobs_tester(&jobs_model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  jobs.start(QStringLiteral("quick"), [](const std::stop_token&, const Progress&) { return okStatus(); }, {});
  jobs.start(QStringLiteral("bad"),
             [](const std::stop_token&, const Progress&) { return fail(Code::kNotFound, "no such thing"); }, {});
  QCOMPARE(jobs_model.rowCount(), 2);
  QTRY_COMPARE(jobs.running(), 0);
  QVERIFY(jobs_model.index(0).data().toString().contains(QStringLiteral("No such thing")));
  jobs.clearFinished();
  QCOMPARE(jobs_model.rowCount(), 0);

  LogModel log;
  QAbstractItemModelTester log_tester(&log, QAbstractItemModelTester::FailureReportingMode::Fatal);
  for (int i = 0; i < 5100; ++i)
    log.add(i % 100 == 0 ? LogLine::Level::kWarning : LogLine::Level::kInfo, QString::number(i));
  QCOMPARE(log.rowCount(), 5000);
}

void TestModels::problemsComeAndGoWithTheirSource() {
  ProblemsModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const auto texts = [&model] {
    QStringList out;
    for (int row = 0; row < model.rowCount(); ++row) out << model.index(row, 0).data().toString();
    return out.join(QLatin1Char(','));
  };
  const auto problem = [](const char* text, bool lasts = false) {
    Problem p;
    p.text = QLatin1String(text);
    p.lasts = lasts;
    return p;
  };
  model.set(QStringLiteral("world.a"), {problem("a1", true), problem("a2", true)});
  model.set(QStringLiteral("file:b"), {problem("b1")});
  model.set(QStringLiteral("world.a"), {problem("a1", true), problem("a3", true), problem("a4", true)});
  QCOMPARE(texts(), QStringLiteral("a1,a3,a4,b1"));
  model.set(QStringLiteral("world.a"), {problem("a4", true)});
  QCOMPARE(texts(), QStringLiteral("a4,b1"));
  QCOMPARE(model.of(QStringLiteral("file:b")).size(), 1);
  model.dismiss({0, 1});
  QCOMPARE(texts(), QStringLiteral("a4"));
  model.set(QStringLiteral("file:b"), {problem("b2")});
  model.set(QStringLiteral("file:c"), {problem("c1")});
  model.clearAll(QStringLiteral("world"));
  model.clearAll(QStringLiteral("file:"), QStringLiteral("file:c"));
  QCOMPARE(texts(), QStringLiteral("c1"));
  model.clear(QStringLiteral("file:c"));
  QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(TestModels)
#include "test_models.moc"
