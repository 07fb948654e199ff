// SPDX-License-Identifier: Apache-2.0
#include "app/editor/first_contact.h"

#include <QApplication>
#include <QDockWidget>
#include <QHelpEvent>
#include <QThreadPool>
#include <QWhatsThis>
#include <utility>

#include "core/project/project.h"
#include "ui/panels/import_wizard.h"
#include "ui/scene/viewport.h"
#include "ui/settings/preferences.h"
#include "ui/settings/user_settings.h"

namespace ww::editor {
namespace {

constexpr auto kChosenKey = "welcome/chosen";

// What lies under the page is neither reached by keys nor clicked.
void setUsable(QWidget& host, bool usable) {
  for (auto* child : host.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) child->setEnabled(usable);
}

}  // namespace

FirstContact::FirstContact(const WindowParts& parts, FileDesk& files, ui::ActionTable& actions)
    : QObject(&parts.window), parts_(parts), files_(files), actions_(actions) {
  // Dialogs have their pages as well.
  for (const char* id : {"help.page", "help.whats-this"})
    actions_.action(QLatin1String(id))->setShortcutContext(Qt::ApplicationShortcut);
  qApp->installEventFilter(this);
  connect(&parts_.document, &Document::opened, this, &FirstContact::endWelcome);
  connect(&parts_.bridge, &ui::SessionBridge::changed, this, &FirstContact::endWelcome);
}

// ---- the welcome page

void FirstContact::showAtStart() {
  if (ui::Preferences::instance().values().welcome) showWelcome();
}

// A window of its own beside that of the 3D view, which would cover it else.
void FirstContact::makePage() {
  page_ = new WelcomePage(&parts_.window);
  page_->setAttribute(Qt::WA_NativeWindow);
  page_->setFirst(!ui::settings::value(QLatin1String(kChosenKey)).toBool());
  connect(page_, &WelcomePage::closeAsked, this, &FirstContact::endWelcome);
  connect(page_, &WelcomePage::fileAsked, &files_, [this](const QString& file) { files_.open(file); });
  connect(page_, &WelcomePage::sampleAsked, &files_, [this](const QString& name) { files_.openSample(name); });
  connect(page_, &WelcomePage::actionAsked, &actions_, &ui::ActionTable::start);
  connect(page_, &WelcomePage::chosen, this, [this] {
    ui::settings::set(QLatin1String(kChosenKey), true);
    page_->setFirst(false);
  });
  connect(&files_, &FileDesk::recentChanged, page_, [this] { page_->setRecent(RecentFiles::list()); });
}

void FirstContact::setJournals(JournalDesk& journals) {
  journals_ = &journals;
  connect(&journals, &JournalDesk::leftChanged, this, &FirstContact::listLeft);
}

void FirstContact::listLeft() {
  if (page_) page_->setLeft(journals_ ? journals_->makeList(page_) : nullptr);
}

void FirstContact::showWelcome() {
  if (!page_) makePage();
  listLeft();
  const QStringList files = RecentFiles::list();
  page_->setRecent(files);
  readPictures(files);
  setUsable(parts_.view, false);
  page_->show();
  placePage();
  page_->setFocus();
}

void FirstContact::placePage() {
  page_->setGeometry(QRect(parts_.view.mapTo(&parts_.window, QPoint()), parts_.view.size()));
  page_->raise();
}

void FirstContact::endWelcome() {
  if (!page_) return;
  // Whoever goes on has seen what was asked.
  if (page_->isVisible() || aside_) ui::settings::set(QLatin1String(kChosenKey), true);
  page_->hide();
  page_->deleteLater();
  page_.clear();
  aside_ = false;
  setUsable(parts_.view, true);
  actions_.refreshSoon();
  parts_.view.view()->setFocus();
}

void FirstContact::setWelcomeAside(bool aside) {
  if (!page_ || std::exchange(aside_, aside) == aside) return;
  page_->setVisible(!aside);
  setUsable(parts_.view, aside);
  if (!aside) placePage();
}

// A drive may sleep.
void FirstContact::readPictures(const QStringList& files) {
  QThreadPool::globalInstance()->start([files, page = page_] {
    for (const QString& file : files) {
      const auto png = project::thumbnail(project::systemVfs(), file.toStdString());
      if (!png.ok() || png->empty()) continue;
      const QImage picture = QImage::fromData(QByteArray::fromStdString(*png));
      QMetaObject::invokeMethod(qApp, [page, file, picture] {
        if (page) page->setPicture(file, picture);
      });
    }
  });
}

bool FirstContact::eventFilter(QObject* watched, QEvent* event) {
  const bool places =
      event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::ZOrderChange;
  if (page_ && watched == &parts_.view && places) placePage();
  if (event->type() != QEvent::WhatsThis && event->type() != QEvent::QueryWhatsThis)
    return QObject::eventFilter(watched, event);
  return tellWhatItIs(watched, *static_cast<QHelpEvent*>(event)) || QObject::eventFilter(watched, event);
}

// Qt tells only what was written for this; a tool tip says as much, and so does that of what a thing is a part of.
bool FirstContact::tellWhatItIs(QObject* watched, QHelpEvent& event) {
  auto* widget = qobject_cast<QWidget*>(watched);
  if (!widget || !widget->whatsThis().isEmpty()) return false;
  QString text;
  for (const QWidget* at = widget; at && text.isEmpty(); at = at->isWindow() ? nullptr : at->parentWidget())
    text = at->whatsThis().isEmpty() ? at->toolTip() : at->whatsThis();
  if (text.isEmpty()) return false;
  if (event.type() == QEvent::WhatsThis) QWhatsThis::showText(event.globalPos(), text, widget);
  event.accept();
  return true;
}

// ---- preferences and help

void FirstContact::showPreferences() {
  if (!preferences_) {
    preferences_ = new ui::PreferencesDialog(actions_, &parts_.window);
    preferences_->setAttribute(Qt::WA_DeleteOnClose);
  }
  preferences_->show();
  preferences_->raise();
  preferences_->activateWindow();
}

QString FirstContact::pageOfFocus() const {
  for (const QWidget* w = QApplication::focusWidget(); w; w = w->parentWidget()) {
    if (qobject_cast<const QDockWidget*>(w)) return w->objectName();
    if (qobject_cast<const ui::ImportWizard*>(w)) return QStringLiteral("import");
    if (qobject_cast<const ui::PreferencesDialog*>(w)) return QStringLiteral("preferences");
  }
  return page_ ? QStringLiteral("welcome") : QStringLiteral("view");
}

void FirstContact::end() {
  qApp->removeEventFilter(this);
  delete preferences_;
  delete help_;
}

void FirstContact::showHelp(const QString& page) {
  const QString wanted = page.isEmpty() ? pageOfFocus() : page;
  if (!help_) {
    help_ = new ui::HelpWindow(&parts_.window);
    help_->setAttribute(Qt::WA_DeleteOnClose);
  }
  help_->showPage(wanted);
  help_->show();
  help_->raise();
  help_->activateWindow();
}

}  // namespace ww::editor
