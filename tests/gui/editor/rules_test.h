// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHeaderView>
#include <algorithm>
#include <cmath>

#include "core/session/rule_builders.h"
#include "tests/gui/editor/room_test.h"
#include "ui/panels/rules/collisions_panel.h"

namespace ww::editor {

using ui::RulesModel;

// A window with boxes, rules about them, and the panel of rules.
class RulesTest : public RoomTest {
  Q_OBJECT
 protected:
  ui::CollisionsPanel& panel() { return window_->collisionRules(); }
  ui::RulesPanel& rules() { return panel().rules(); }
  ui::RuleEditor& editor() { return *rules().editor(); }
  QAbstractItemModel& rows() { return *rules().list()->model(); }
  void showPanel() {
    window_->docks().show(QStringLiteral("collisions"));
    window_->resizeDocks({dock("collisions")}, {330}, Qt::Vertical);
    QTRY_VERIFY(rules().list()->isVisible());
    QTest::qWait(50);
  }
  // The rules that are shown, a row of the view each.
  QList<QModelIndex> shownRules() {
    QList<QModelIndex> out;
    for (int g = 0; g < rows().rowCount(); ++g)
      for (int r = 0; r < rows().rowCount(rows().index(g, 0)); ++r) out << rows().index(r, 0, rows().index(g, 0));
    return out;
  }
  QStringList listed() {
    QStringList out;
    for (const QModelIndex& at : shownRules()) {
      QStringList cells;
      for (const int column : {RulesModel::kLeft, RulesModel::kRight, RulesModel::kAction, RulesModel::kMargin})
        cells << at.siblingAtColumn(column).data().toString();
      out << cells.join(QLatin1Char('|'));
    }
    return out;
  }
  void choose(int number) {
    const QModelIndex at = shownRules().at(number);
    rules().list()->scrollTo(at);
    QTest::mouseClick(rules().list()->viewport(), Qt::LeftButton, {},
                      rules().list()->visualRect(at.siblingAtColumn(RulesModel::kLeft)).center());
    rules().list()->setFocus();
  }
  void key(int which, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(rules().list(), static_cast<Qt::Key>(which), modifiers);
  }
  void type(QLineEdit* edit, const char* text) {
    edit->setFocus();
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, QLatin1String(text));
    QTest::keyClick(edit, Qt::Key_Return);
  }
  ObjectId box(const char* name, double x) {
    window_->bridge().commit(QStringLiteral("make"),
                             session::createPrimitive(world::kRootObject, world::kRootEntity, name,
                                                      geometry::Box{{1, 1, 1}}, {}, Pose::translation(x, 0, 0)));
    return world()->childNamed(world::kRootObject, name);
  }
  void rule(ObjectId a, ObjectId b, bool excluded, double margin = 0.0) {
    QVERIFY(window_->bridge().commit(QStringLiteral("rule"),
                                     session::addCollisionRule(*world(), {{{a, {}}}, {{b, {}}}, excluded, margin})));
  }
  std::uint64_t steps() { return window_->bridge().session().history().position; }
  QStringList says() {
    QStringList out;
    for (int i = 0; i < panel().explainer().says()->topLevelItemCount(); ++i)
      out << panel().explainer().says()->topLevelItem(i)->text(0);
    return out;
  }
};

}  // namespace ww::editor
