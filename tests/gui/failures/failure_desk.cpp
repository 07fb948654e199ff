// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/failures/failure_desk.h"

#include <QCheckBox>
#include <QDialog>
#include <QDockWidget>
#include <QDropEvent>
#include <QFileInfo>
#include <QListView>
#include <QMessageBox>
#include <QMimeData>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollArea>
#include <QToolTip>

#include "cell.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/status_line.h"
#include "ui/settings/preferences.h"
#include "ui/widgets/notice_card.h"

// Not within a namespace.
static void loadTranslations() { Q_INIT_RESOURCE(translations); }

namespace ww::editor {
namespace {

constexpr int kWait = 20000;

bool fits(const QString& pattern, const QString& text) {
  return QRegularExpression(pattern,
                            QRegularExpression::CaseInsensitiveOption | QRegularExpression::DotMatchesEverythingOption)
      .match(text)
      .hasMatch();
}

}  // namespace

// ---- the table

void FailureDesk::initTestCase() {
  loadTranslations();
  QStandardPaths::setTestModeEnabled(true);
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  ui::Theme::instance().setChoice(ui::Theme::Choice::kLight);
  ways_ = ways();
  readList();
}

// test_editor_failures_files reads files.txt.
void FailureDesk::readList() {
  const QString part = QFileInfo(QCoreApplication::applicationFilePath()).fileName().section(QLatin1Char('_'), -1);
  QFile file(QStringLiteral("%1/tests/gui/failures/%2.txt").arg(qEnvironmentVariable("WW_SOURCE_DIR"), part));
  QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
  Wanted* now = nullptr;
  for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
    const QString key = line.section(QLatin1Char(' '), 0, 0), rest = line.section(QLatin1Char(' '), 1);
    if (key.isEmpty() || key.startsWith(QLatin1Char('#'))) continue;
    if (key == QLatin1String("case")) now = &wanted_[rest];
    QVERIFY2(now, qPrintable(line));
    if (key == QLatin1String("cause")) now->cause = rest;
    if (key == QLatin1String("place")) now->place = rest;
    if (key == QLatin1String("remedy")) now->remedy = rest;
  }
}

void FailureDesk::theListIsComplete() {
  QCOMPARE(wanted_.size(), ways_.size());
  for (const Way& way : ways_) {
    const auto found = wanted_.find(QString::fromLatin1(way.name));
    QVERIFY2(found != wanted_.end(), way.name);
    QVERIFY2(!found->second.cause.isEmpty() && !found->second.remedy.isEmpty(), way.name);
  }
}

// Words that fit everything are no answer to anything.
void FailureDesk::genericAnswersDoNotPass() {
  for (const char* generic :
       {"", "Error.", "The operation failed.", "An error occurred. Try again later.",
        "Invalid input. Check the input and choose another.", "The file cannot be opened. Choose another file.",
        "Not possible. Select something else.", "The motion cannot be planned. Move the robot or the object."})
    for (const Way& way : ways_)
      QVERIFY2(!judge(QString::fromLatin1(way.name), QString::fromLatin1(generic), false).isEmpty(),
               qPrintable(QStringLiteral("%1 takes: %2").arg(QLatin1String(way.name), QLatin1String(generic))));
}

void FailureDesk::isAnswered_data() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<int>("way");
  for (const char* language : {"en", "de"})
    for (int i = 0; i < static_cast<int>(ways_.size()); ++i)
      QTest::addRow("%s: %s", language, ways_[static_cast<std::size_t>(i)].name) << QString::fromLatin1(language) << i;
}

void FailureDesk::isAnswered() {
  QFETCH(QString, language);
  QFETCH(int, way);
  if (language_ != language) speak(language);
  QVERIFY(window_ && clear());
  const Way& one = ways_[static_cast<std::size_t>(way)];
  cut_.clear();
  const QString text = one.told();
  if (const QByteArray folder = qgetenv("WW_FAILURE_PICTURES"); !folder.isEmpty()) {
    QTest::qWait(150);
    const QString file = QString::fromLocal8Bit(folder) + QLatin1Char('/') + language + QLatin1Char('_') +
                         QString::fromLatin1(one.name).replace(QLatin1Char(' '), QLatin1Char('_'));
    window_->screen()->grabWindow(0).save(file + QStringLiteral(".png"));
    qInfo("SEEN %s", qPrintable(text));
  }
  const QString name = QString::fromLatin1(one.name);
  if (language == QLatin1String("en")) english_[name] = text;
  QStringList poor = judge(name, text, language == QLatin1String("de")) + cut_;
  if (one.helps)
    if (const QString why = one.helps(); !why.isEmpty()) poor << QStringLiteral("the button: ") + why;
  const QString told = poor.join(QStringLiteral("; ")) + QStringLiteral("\n   in: ") + text;
  QVERIFY2(poor.isEmpty(), qPrintable(told));
}

QStringList FailureDesk::judge(const QString& name, const QString& text, bool german) const {
  const Wanted& wanted = wanted_.at(name);
  QStringList poor = flawsOf(text);
  if (!fits(wanted.place, text)) poor << QStringLiteral("place (%1)").arg(wanted.place);
  if (!german && !fits(wanted.cause, text)) poor << QStringLiteral("cause (%1)").arg(wanted.cause);
  if (!german && !fits(wanted.remedy, text)) poor << QStringLiteral("remedy (%1)").arg(wanted.remedy);
  if (const auto english = english_.find(name); german && english != english_.end())
    poor += flawsOfGerman(english->second, text);
  return poor;
}

void FailureDesk::cleanup() {
  for (auto* dialog : window_ ? window_->findChildren<QDialog*>() : QList<QDialog*>())
    if (dialog->isVisible()) dialog->reject();
  QToolTip::hideText();
}

void FailureDesk::cleanupTestCase() {
  window_.reset();
  QCoreApplication::removeTranslator(&translator_);
}

void FailureDesk::speak(const QString& language) {
  window_.reset();
  QCoreApplication::removeTranslator(&translator_);
  QLocale::setDefault(language == QLatin1String("de") ? QLocale(QLocale::German, QLocale::Germany)
                                                      : QLocale(QLocale::English, QLocale::UnitedKingdom));
  QVERIFY(translator_.load(QStringLiteral(":/translations/worldwright_") + language));
  QCoreApplication::installTranslator(&translator_);
  language_ = language;
  makeWindow();
}

void FailureDesk::makeWindow() {
  QSettings().clear();
  QSettings().setValue(QStringLiteral("preferences/plain-picture"), true);  // what is judged is not the picture
  ui::Preferences::instance().reload();
  store_ = std::make_shared<geometry::GeometryStore>();
  window_ = std::make_unique<MainWindow>(std::make_shared<session::WorldSession>(world::World(), store_));
  window_->resize(1280, 800);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  QVERIFY(until([this] {
    if (!window_->isActiveWindow()) window_->activateWindow();
    return window_->isActiveWindow();
  }));
}

// An empty world in which nothing is wrong, as if just started.
bool FailureDesk::clear() {
  if (auto* open = wizard()) open->reject();
  window_->selection().clear();
  window_->document().reset();
  const bool idle = until([this] { return window_->jobs().running() == 0 && world()->objectCount() <= 1; });
  QTest::qWait(1);
  problemsPanel().list()->clearSelection();
  if (problemsPanel().dismissButton()->isEnabled()) problemsPanel().dismissButton()->click();
  window_->notifications().closeAll();
  window_->log().clear();
  window_->activateWindow();
  window_->findChild<ui::StatusLine*>()->setHint({});
  return idle && until([this] { return !wizard() && window_->isActiveWindow(); });
}

// ---- what is seen

bool FailureDesk::until(const std::function<bool()>& done, int ms) { return QTest::qWaitFor(done, ms); }

QString FailureDesk::seen(const QWidget* part) {
  if (!part || !part->isVisible()) return {};
  for (auto* above = part->parentWidget(); above; above = above->parentWidget())
    if (auto* area = qobject_cast<QScrollArea*>(above)) area->ensureWidgetVisible(const_cast<QWidget*>(part));
  QTest::qWait(20);
  // Once it is laid out; a text that stays cut off is told.
  if (!until([part] { return cutIn(*part).isEmpty(); }, 3000)) cut_ += cutIn(*part);
  return seenIn(*part);
}

QString FailureDesk::notice() {
  const auto newest = [this]() -> ui::NoticeCard* {
    ui::NoticeCard* found = nullptr;
    for (auto* card : window_->notifications().findChildren<ui::NoticeCard*>())
      // What is only waited for is told as well.
      if (card->isVisible() && card->property("kind") != QStringLiteral("info") && (!found || card->y() > found->y()))
        found = card;
    return found;
  };
  until([&] { return newest() != nullptr; }, kWait);
  return seen(newest());
}

ui::ProblemsPanel& FailureDesk::problemsPanel() { return *window_->findChild<ui::ProblemsPanel*>(); }
ui::PropertiesPanel& FailureDesk::properties() { return *window_->findChild<ui::PropertiesPanel*>(); }
ui::MotionPanel& FailureDesk::motion() { return window_->motion(); }

QString FailureDesk::problems() {
  auto* list = problemsPanel().list();
  if (!until([&] { return list->model()->rowCount() > 0; }, kWait)) return {};
  show("problems");
  return seen(&problemsPanel());
}

QString FailureDesk::said() {
  const auto* line = window_->findChild<ui::StatusLine*>();
  const auto text = [line] {
    for (const auto* label : line->findChildren<QLabel*>())
      if (label->accessibleName() == QCoreApplication::translate("ww::ui::StatusLine", "Hint")) return label->text();
    return QString();
  };
  until([&] { return !text().isEmpty(); }, 3000);
  return text();
}

QString FailureDesk::dialog(const char* name) {
  QDialog* found = nullptr;
  until([&] { return (found = window_->findChild<QDialog*>(QLatin1String(name))) && found->isVisible(); }, kWait);
  return seen(found);
}

QString FailureDesk::importer() {
  const auto ready = [this] {
    return wizard() && (wizard()->importButton()->isEnabled() || wizard()->retryButton()->isVisible());
  };
  if (!until(ready, 60000)) return {};
  return seen(wizard());
}

QString FailureDesk::card() {
  show("motion");
  return seen(motion().findChild<ui::MotionCard*>());
}

QString FailureDesk::tipOf(const char* action_id) {
  window_->actions().refresh();
  return action(action_id)->isEnabled() ? QString() : action(action_id)->toolTip();
}

// ---- what is done

void FailureDesk::drop(const QStringList& files) {
  QMimeData data;
  QList<QUrl> urls;
  for (const QString& file : files) urls << QUrl::fromLocalFile(file);
  data.setUrls(urls);
  QDragEnterEvent enters(QPoint(640, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(window_.get(), &enters);
  QDropEvent event(QPointF(640, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(window_.get(), &event);
}

void FailureDesk::show(const char* dock) {
  auto* its = window_->findChild<QDockWidget*>(QLatin1String(dock));
  its->show();
  its->raise();
  until([its] { return !its->visibleRegion().isEmpty(); }, 3000);
}

QPushButton* FailureDesk::button(const QWidget* in, const QString& text) {
  for (auto* found : in ? in->findChildren<QPushButton*>() : QList<QPushButton*>())
    if (found->isVisible() && QString(found->text()).remove(QLatin1Char('&')) == text) return found;
  return nullptr;
}

bool FailureDesk::press(QAbstractButton* button) {
  if (!button || !button->isVisible() || !button->isEnabled()) return false;
  // A box to check takes clicks on its mark and text alone.
  const bool box = qobject_cast<QCheckBox*>(button) != nullptr;
  QTest::mouseClick(button, Qt::LeftButton, {}, box ? QPoint(10, button->height() / 2) : QPoint());
  return true;
}

QString FailureDesk::pressNotice(const char* context, const char* text) {
  const QString wanted = tr_(context, text).remove(QLatin1Char('&'));
  return press(button(&window_->notifications(), wanted)) ? QString() : QStringLiteral("no '%1'").arg(wanted);
}

void FailureDesk::enter(QLineEdit* edit, const QString& text, Qt::Key key) {
  edit->setFocus(Qt::TabFocusReason);
  until([edit] { return edit->hasFocus(); }, 3000);
  edit->selectAll();
  if (text.isEmpty()) QTest::keyClick(edit, Qt::Key_Delete);
  else QTest::keyClicks(edit, text);
  QTest::keyClick(edit, key);
}

QString FailureDesk::tr_(const char* context, const char* text) const {
  return QCoreApplication::translate(context, text);
}

void FailureDesk::add(const char* name, double x, double size) {
  window_->bridge().commit(QStringLiteral("make"),
                           session::createPrimitive(world::kRootObject, world::kRootEntity, name,
                                                    geometry::Box{{size, size, size}}, {}, Pose::translation(x, 0, 0)));
  QTest::qWait(1);
}

void FailureDesk::select(const std::vector<world::NodeRef>& nodes) {
  window_->selection().select(nodes);
  QTest::qWait(1);
}

bool FailureDesk::open(const test::Cell& cell) {
  window_->document().restore({cell.world}, {}, editor::Document::Leave::kAgreed);
  return until([&] { return world()->objectCount() == cell.world.objectCount(); });
}

}  // namespace ww::editor
