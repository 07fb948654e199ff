// SPDX-License-Identifier: Apache-2.0
// The list of what collides: its figures change, what is chosen stays.
#include <QSignalSpy>
#include <QtTest>

#include "core/session/edit_builders.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "ui/panels/rules/contacts_panel.h"

using namespace ww;
using namespace ww::ui;

class TestContactsPanel : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void eachPairIsARowWithItsFigures();
  void rowsStayWhereTheyAre();
  void whatIsChosenStaysChosen();
  void aPairThatComesAgainIsChosenStill();
  void thePairCanBeExcluded();
  void itIsExplained();
  void keysGoThroughTheList();

 private:
  Collision pair(int a, int b, double distance, double margin = 0.0) const {
    Collision c;
    c.a = bodies_[static_cast<std::size_t>(a)];
    c.b = bodies_[static_cast<std::size_t>(b)];
    c.distance_m = distance;
    c.margin_m = margin;
    c.rule = QStringLiteral("rule 0");
    c.text = QStringLiteral("they overlap");
    return c;
  }
  QString cell(int row, int column) const { return panel_->model()->index(row, column).data().toString(); }
  void click(int row) {
    QTest::mouseClick(panel_->list()->viewport(), Qt::LeftButton, {},
                      panel_->list()->visualRect(panel_->model()->index(row, 0)).center());
  }

  std::unique_ptr<SessionBridge> bridge_;
  std::unique_ptr<ContactsPanel> panel_;
  std::vector<EntityId> bodies_;
};

void TestContactsPanel::init() {
  panel_.reset();
  bodies_.clear();
  bridge_ = std::make_unique<SessionBridge>(
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
  for (const char* name : {"one", "two", "three", "four"}) {
    QVERIFY(
        bridge_->commit(QStringLiteral("make"), session::createPrimitive(world::kRootObject, world::kRootEntity, name,
                                                                         geometry::Box{{0.1, 0.1, 0.1}}, {}, Pose())));
    const auto world = bridge_->snapshot().world;
    bodies_.push_back(world->object(world->childNamed(world::kRootObject, name))->rootEntity());
  }
  panel_ = std::make_unique<ContactsPanel>(*bridge_);
  panel_->resize(900, 220);
  static_cast<QWidget&>(*panel_).show();
  QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
}

void TestContactsPanel::eachPairIsARowWithItsFigures() {
  QVERIFY(!panel_->zoomButton()->isEnabled() && !panel_->excludeButton()->isEnabled());
  panel_->setContacts({pair(0, 1, -0.012), pair(0, 2, 0.004, 0.02)}, {});
  QCOMPARE(panel_->model()->rowCount(), 2);
  QVERIFY(cell(0, ContactsModel::kPair).contains(QStringLiteral("one")) &&
          cell(0, ContactsModel::kPair).contains(QStringLiteral("two")));
  QCOMPARE(cell(0, ContactsModel::kDepth), QStringLiteral("12.0 mm"));
  QCOMPARE(cell(0, ContactsModel::kMargin), QStringLiteral("none"));
  QCOMPARE(cell(0, ContactsModel::kRule), QStringLiteral("rule 0"));
  QCOMPARE(cell(1, ContactsModel::kDepth), QStringLiteral("4.00 mm apart"));
  QCOMPARE(cell(1, ContactsModel::kMargin), QStringLiteral("20.0 mm"));
}

void TestContactsPanel::rowsStayWhereTheyAre() {
  panel_->setContacts({pair(0, 1, -0.03), pair(0, 2, -0.02), pair(1, 2, -0.01)}, {});
  const QString first = cell(0, 0), second = cell(1, 0), third = cell(2, 0);
  // Others are the deepest now, a pair is told the other way round, one has come.
  Collision turned = pair(1, 0, -0.001);
  panel_->setContacts({pair(2, 3, -0.09), pair(1, 2, -0.05), pair(0, 2, -0.02), turned}, {});
  QCOMPARE(panel_->model()->rowCount(), 4);
  QCOMPARE(cell(1, 0), second);
  QCOMPARE(cell(2, 0), third);
  QVERIFY(cell(0, 0).contains(QStringLiteral("one")) && cell(0, 0).contains(QStringLiteral("two")));
  QCOMPARE(cell(0, ContactsModel::kDepth), QStringLiteral("1.00 mm"));
  QCOMPARE(cell(2, ContactsModel::kDepth), QStringLiteral("50.0 mm"));
  QVERIFY(cell(3, 0).contains(QStringLiteral("four")));
  QVERIFY(!first.isEmpty());
}

void TestContactsPanel::whatIsChosenStaysChosen() {
  panel_->setContacts({pair(0, 1, -0.03), pair(0, 2, -0.02)}, {});
  QSignalSpy chosen(panel_.get(), &ContactsPanel::chosenChanged);
  click(1);
  QCOMPARE(chosen.count(), 1);
  QCOMPARE(panel_->chosenContact()->b, bodies_[2]);
  for (int i = 0; i < 50; ++i) panel_->setContacts({pair(0, 2, -0.001 * i), pair(0, 1, -0.03)}, {});
  QCOMPARE(chosen.count(), 1);
  QCOMPARE(panel_->list()->selectionModel()->selectedRows().size(), 1);
  QCOMPARE(panel_->list()->selectionModel()->selectedRows().front().row(), 1);
  QVERIFY(std::abs(panel_->chosenContact()->distance_m + 0.049) < 1e-9);
}

void TestContactsPanel::aPairThatComesAgainIsChosenStill() {
  panel_->setContacts({pair(0, 1, -0.03), pair(0, 2, -0.02), pair(1, 2, -0.01)}, {});
  click(1);
  QSignalSpy chosen(panel_.get(), &ContactsPanel::chosenChanged);
  panel_->setContacts({pair(0, 1, -0.03), pair(1, 2, -0.01)}, {});
  QVERIFY(!panel_->chosenContact());
  QVERIFY2(panel_->list()->selectionModel()->selectedRows().isEmpty(), "nobody chose its neighbour");
  QVERIFY(!panel_->zoomButton()->isEnabled());
  panel_->setContacts({pair(0, 1, -0.03), pair(1, 2, -0.01), pair(0, 2, -0.02)}, {});
  QVERIFY(panel_->chosenContact());
  QCOMPARE(panel_->list()->selectionModel()->selectedRows().front().row(), 2);
  QCOMPARE(chosen.count(), 0);
}

void TestContactsPanel::thePairCanBeExcluded() {
  panel_->setContacts({pair(0, 1, -0.03)}, {});
  click(0);
  QVERIFY2(panel_->excludeButton()->toolTip().contains(QStringLiteral("one")),
           qPrintable(panel_->excludeButton()->toolTip()));
  QTest::mouseClick(panel_->excludeButton(), Qt::LeftButton);
  QCOMPARE(bridge_->snapshot().world->collisionSettings().collision_rules_size(), 1);
  // Once more it is said that it is so.
  QSignalSpy said(panel_.get(), &ContactsPanel::message);
  QTest::mouseClick(panel_->excludeButton(), Qt::LeftButton);
  QCOMPARE(bridge_->snapshot().world->collisionSettings().collision_rules_size(), 1);
  QCOMPARE(said.count(), 1);
  bridge_->undo();
  QCOMPARE(bridge_->snapshot().world->collisionSettings().collision_rules_size(), 0);
}

void TestContactsPanel::itIsExplained() {
  panel_->setContacts({pair(0, 1, -0.03)}, {});
  QVERIFY(!panel_->story()->isVisible());
  click(0);
  QTest::mouseClick(panel_->explainButton(), Qt::LeftButton);
  QVERIFY(panel_->story()->isVisible());
  QVERIFY2(panel_->story()->toPlainText().contains(QStringLiteral("No rule is about the two")),
           qPrintable(panel_->story()->toPlainText()));
  // With a rule it is named, and said to decide.
  QTest::mouseClick(panel_->excludeButton(), Qt::LeftButton);
  const auto told = [this] { return panel_->story()->toPlainText(); };
  QTRY_VERIFY2(
      told().contains(QStringLiteral("rule 0 excludes the pair")) && told().contains(QStringLiteral("decides")),
      qPrintable(told()));
}

void TestContactsPanel::keysGoThroughTheList() {
  panel_->setContacts({pair(0, 1, -0.03), pair(0, 2, -0.02)}, {});
  QSignalSpy zoom(panel_.get(), &ContactsPanel::zoomAsked);
  panel_->activateWindow();
  panel_->list()->setFocus();
  click(0);
  QTest::keyClick(panel_->list(), Qt::Key_Down);
  QCOMPARE(panel_->chosenContact()->b, bodies_[2]);
  QTest::keyClick(panel_->list(), Qt::Key_Return);
  QCOMPARE(zoom.count(), 1);
}

QTEST_MAIN(TestContactsPanel)
#include "test_contacts_panel.moc"
