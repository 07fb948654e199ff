// SPDX-License-Identifier: Apache-2.0
// What is typed while a handle is dragged: in the unit of the user, and no farther than panels allow.
#include <QSignalSpy>
#include <QTest>

#include "stage.h"
#include "ui/settings/preferences.h"

namespace ww::test {

using ui::scene::Handle;

class TestHandleValues : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void theReadoutIsInTheUnitOfTheUser();
  void whatIsFarBeyondAnyCellMovesNothing();

 private:
  // Drags the part up by some pixels; where the pointer is then.
  QPointF dragUp(double pixels);
  void type(const QString& text);
  QString readout() const;

  std::unique_ptr<Stage> stage_;
  DemoCell cell_;
};

void TestHandleValues::init() {
  stage_ = std::make_unique<Stage>();
  cell_ = buildDemoCell(*stage_);
  stage_->viewport->fitAll();
  stage_->viewport->setSnap(10, 5, false);
  stage_->viewport->setTool(ui::Viewport::Tool::kMove);
  QVERIFY(stage_->settle());
}

void TestHandleValues::cleanup() { stage_.reset(); }

QPointF TestHandleValues::dragUp(double pixels) {
  stage_->selection->select({cell_.red});
  stage_->settle();
  const auto at = ui::ViewProbe(*stage_->viewport).handlePosition(Handle::kMoveZ);
  if (!at) return {-1, -1};
  stage_->press(*at);
  const QPointF to = *at - QPointF(0, pixels);
  stage_->moveMouse(to);
  return to;
}

void TestHandleValues::type(const QString& text) {
  for (const QChar c : text) QTest::keyClick(stage_->viewport->surface(), c.toLatin1());
}

QString TestHandleValues::readout() const {
  (void)stage_->picture();
  for (const auto& label : ui::ViewProbe(*stage_->viewport).labels())
    if (label.text.startsWith(QStringLiteral("Z "))) return label.text;
  return {};
}

void TestHandleValues::theReadoutIsInTheUnitOfTheUser() {
  const auto usual = ui::Preferences::instance().values();
  auto chosen = usual;
  chosen.length_unit = QStringLiteral("in");
  ui::Preferences::instance().set(chosen);
  const QPointF at = dragUp(10);
  type(QStringLiteral("2.5"));
  const QString told = readout();
  stage_->key(Qt::Key_Escape);
  stage_->release(at);
  ui::Preferences::instance().set(usual);
  QCOMPARE(told, QStringLiteral("Z 2.50 in   [2.5]"));
}

// Neither the part nor the picture goes, and what was typed is shown as far as there is room.
void TestHandleValues::whatIsFarBeyondAnyCellMovesNothing() {
  QSignalSpy hints(stage_->viewport.get(), &ui::Viewport::hint);
  const std::size_t entries = stage_->historySize();
  const QPointF at = dragUp(20);
  type(QString(40, QLatin1Char('1')));
  const QString told = readout();
  QVERIFY2(told.size() < 60 && told.contains(QChar(u'…')), qPrintable(told));
  hints.clear();
  stage_->key(Qt::Key_Return);
  QVERIFY(!hints.empty() && hints.last()[0].toString().contains(QStringLiteral("10 km")));
  QCOMPARE(stage_->historySize(), entries);
  stage_->key(Qt::Key_Escape);
  stage_->release(at);
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestHandleValues)
#include "test_handle_values.moc"
