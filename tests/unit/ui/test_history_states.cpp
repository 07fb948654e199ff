// SPDX-License-Identifier: Apache-2.0
// The list of all states of the history, with its branches.
#include <QAbstractItemModelTester>
#include <QFont>
#include <QTest>
#include <random>

#include "ui/models/history_tree_model.h"

using namespace ww;
using namespace ww::ui;

class TestHistoryStates : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void branchesStandBelowWhatTheyLeft();
  void statesKeepTheirBranches();

 private:
  void add(const char* name) {
    bridge_->commit(QStringLiteral("Add %1").arg(QLatin1String(name)),
                    session::createPrimitive(world::kRootObject, world::kRootEntity, name, geometry::Box{}, {}, {}));
  }
  void settle() { QCoreApplication::processEvents(); }
  std::unique_ptr<SessionBridge> bridge_;
};

void TestHistoryStates::init() {
  bridge_ = std::make_unique<SessionBridge>(
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
}

void TestHistoryStates::branchesStandBelowWhatTheyLeft() {
  const auto tree = std::make_shared<history::Tree>(bridge_->sharedSession());
  HistoryTreeModel model(*bridge_, tree);
  add("a");
  add("b");
  add("b2");
  bridge_->undo();
  bridge_->undo();
  add("c");
  settle();
  model.reload();
  QStringList rows;
  for (int row = 0; row < model.rowCount(); ++row)
    rows << QString(model.index(row).data(HistoryTreeModel::kDepthRole).toInt(), QLatin1Char('>')) +
                model.index(row).data().toString().section(QLatin1Char('\n'), 0, 0);
  QCOMPARE(rows, (QStringList{"Start", "Add a", ">Add b", ">Add b2", "Add c"}));
  QCOMPARE(model.currentRow(), 4);
  QVERIFY(!model.index(2).data(HistoryTreeModel::kOnLineRole).toBool());
  QVERIFY(model.index(4).data(Qt::FontRole).value<QFont>().bold());
  QVERIFY(model.index(2).data(Qt::AccessibleTextRole).toString().startsWith(QStringLiteral("Branch")));
}

// Edits, steps and ways to other branches at random: each state has one row, behind the one that it follows.
void TestHistoryStates::statesKeepTheirBranches() {
  const auto tree = std::make_shared<history::Tree>(bridge_->sharedSession());
  HistoryTreeModel model(*bridge_, tree);
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  std::mt19937 random(3);
  for (int step = 0; step < 300; ++step) {
    switch (random() % 5) {
      case 0:
      case 1: add(("s" + std::to_string(step)).c_str()); break;
      case 2: bridge_->undo(); break;
      case 3: bridge_->redo(); break;
      default:
        QVERIFY(tree->goTo(model.idAt(static_cast<int>(random() % static_cast<unsigned>(model.rowCount())))).ok());
    }
    if (step == 150) QVERIFY(tree->setCheckpoint(tree->view().current, "half way").ok());
    if (random() % 3 == 0) continue;  // several at once
    settle();
    model.reload();
    const auto view = tree->view();
    QCOMPARE(model.rowCount(), static_cast<int>(view.nodes.size()));
    QCOMPARE(model.idAt(model.currentRow()), view.current);
    QCOMPARE(model.index(0).data(HistoryTreeModel::kDepthRole).toInt(), 0);
    for (const history::NodePtr& node : view.nodes) {
      const int row = model.rowOf(node->id);
      QVERIFY(row >= 0);
      if (node->parent != 0) QVERIFY(model.rowOf(node->parent) < row);
      QVERIFY(!model.index(row).data().toString().isEmpty());
    }
  }
  bool named = false;
  for (int row = 0; row < model.rowCount(); ++row)
    named |= model.index(row).data(HistoryTreeModel::kCheckpointRole).toString() == QStringLiteral("half way");
  QVERIFY(named);
}

QTEST_MAIN(TestHistoryStates)
#include "test_history_states.moc"
