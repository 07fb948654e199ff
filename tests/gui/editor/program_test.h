// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMenu>

#include "app/editor/program_desk.h"
#include "app/editor/program_export_dialog.h"
#include "app/editor/target_bar.h"
#include "tests/gui/editor/window_test.h"
#include "ui/scene/viewport.h"

namespace ww::editor {

// A window with the sample cell and the panel of programs.
class ProgramTest : public WindowTest {
 protected:
  using Column = ui::StepsModel::Column;
  ui::ProgramPanel& panel() { return *window_->programs().panel(); }
  ui::StepsModel& rows() { return *panel().model(); }
  ui::StepEditor& editor() { return *panel().editor(); }
  ui::Viewport& view() { return *window_->viewHost().view(); }
  QWindow* surface() { return view().surface(); }
  std::uint64_t steps() { return window_->bridge().session().history().position; }

  void openSample() {
    run("file.sample");
    QTRY_VERIFY_WITH_TIMEOUT(world()->find("robot"), 60000);
    QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
    showPanel();
  }
  void showPanel() {
    window_->docks().show(QStringLiteral("program"));
    QTRY_VERIFY(panel().isVisible());
    QTest::qWait(50);
  }
  // One cell of the list, row by row.
  QStringList column(int which) {
    QStringList out;
    for (int row = 0; row < rows().rowCount(); ++row) out << rows().index(row, which).data().toString();
    return out;
  }
  QStringList listed() { return column(Column::kStep); }
  void choose(int row) {
    const QModelIndex at = rows().index(row, Column::kStep);
    panel().steps()->scrollTo(at);
    QTest::mouseClick(panel().steps()->viewport(), Qt::LeftButton, {}, panel().steps()->visualRect(at).center());
    panel().steps()->setFocus();
  }
  void key(int which, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(panel().steps(), static_cast<Qt::Key>(which), modifiers);
  }
  void type(QLineEdit* edit, const char* text) {
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, QLatin1String(text));
    QTest::keyClick(edit, Qt::Key_Return);
  }
  // An entry of the menu of what can be added.
  void add(const QString& text) {
    for (QAction* entry : panel().addMenu()->actions())
      if (entry->text() == text) return entry->trigger();
    QFAIL(qPrintable(text));
  }
  ObjectId object(const char* name) { return world()->find(name); }
  void select(const world::NodeRef& node) {
    window_->selection().select({node});
    QTest::qWait(20);
  }
  FrameId frame(const char* name) { return world()->frameNamed(world::kRootObject, name); }
  // Plans what is shown, and waits for the end.
  void planIt() {
    run("program.plan");
    QTRY_VERIFY_WITH_TIMEOUT(!panel().planning().isPlanning(), 120000);
    QTRY_VERIFY_WITH_TIMEOUT(panel().watch().isUpToDate(), 60000);
    QTest::qWait(30);
  }
  usecase::PlanState state() {
    const auto& known = panel().watch().known();
    return known ? known->check.state : usecase::PlanState::kUnplanned;
  }
};

}  // namespace ww::editor
