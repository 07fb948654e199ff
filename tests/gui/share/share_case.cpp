// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/share/share_case.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QListView>
#include <QMessageBox>
#include <QScreen>
#include <QSettings>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QToolButton>
#include <QTreeView>

#include "app/editor/dock_tabs.h"
#include "ui/scene/viewport.h"
#include "ui/settings/preferences.h"
#include "ui/widgets/theme.h"

namespace ww::share_test {

void ShareCase::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  QSettings().clear();
  QSettings().setValue(QStringLiteral("preferences/plain-picture"), true);  // what is judged is not the picture
  ui::Preferences::instance().reload();
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  ui::Theme::instance().setChoice(ui::Theme::Choice::kLight);
}

void ShareCase::init() {
  ui::Watchdog::Pause making(&dog_);
  window_ = std::make_unique<MainWindow>(
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
  window_->resize(1280, 800);
  window_->show();
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  QTest::qWait(200);
  dog_.setFrameSource([view = window_->viewHost().view()] { return ui::ViewProbe(*view).frameTotals(); });
  showPanel();
}

void ShareCase::cleanup() {
  ui::Watchdog::Pause unmaking(&dog_);
  dog_.setFrameSource({});
  window_.reset();
  QSettings().clear();
}

void ShareCase::showPanel() {
  QTest::mouseClick(window_->docks().tabs().tab(QStringLiteral("sharing")), Qt::LeftButton);
  QTRY_VERIFY(find<QCheckBox>("shareSwitch")->isVisible());
}

void ShareCase::click(QAbstractButton* button) {
  QVERIFY2(button->isEnabled() && button->isVisible(), qPrintable(button->text()));
  QTest::mouseClick(button, Qt::LeftButton, {},
                    qobject_cast<QCheckBox*>(button) ? QPoint(8, button->height() / 2) : button->rect().center());
}

void ShareCase::clickSwitch() {
  click(find<QCheckBox>("shareSwitch"));
  agree();
}

void ShareCase::agree() {
  if (const auto* box = window_->findChild<QMessageBox*>(QStringLiteral("shareQuestion")))
    for (auto* button : box->buttons())
      if (box->buttonRole(button) == QMessageBox::AcceptRole) button->click();
}

void ShareCase::choose(int where) {
  auto* box = find<QComboBox>("shareWhere");
  box->setFocus();
  while (box->currentIndex() > where) QTest::keyClick(box, Qt::Key_Up);
  while (box->currentIndex() < where) QTest::keyClick(box, Qt::Key_Down);
  QCOMPARE(static_cast<int>(window_->share().settings().where), where);
}

void ShareCase::switchOn() {
  clickSwitch();
  QTRY_VERIFY_WITH_TIMEOUT(window_->share().state() == State::kOn, 10000);
}

QStringList ShareCase::treeRows() {
  QStringList rows;
  const auto* model = window_->findChild<ui::ScenePanel*>()->tree()->model();
  for (int i = 0; i < model->rowCount(); ++i) rows << model->index(i, 0).data().toString();
  return rows;
}

QString ShareCase::lastHistoryRow() {
  for (const auto* list : window_->findChildren<QListView*>())
    if (list->accessibleName() == QLatin1String("History"))
      return list->model()->index(list->model()->rowCount() - 1, 0).data().toString();
  return {};
}

void ShareCase::shot(const char* name) {
  const QString to = qEnvironmentVariable("WW_SHOTS");
  if (to.isEmpty()) return;
  QTest::qWait(400);
  QDir().mkpath(to);
  window_->screen()
      ->grabWindow(0, window_->x(), window_->y(), window_->width(), window_->height())
      .save(to + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
}

void ShareCase::type(const char* field, const QString& text) {
  auto* edit = find<QLineEdit>(field);
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, text);
  QTest::keyClick(edit, Qt::Key_Return);
}

}  // namespace ww::share_test
