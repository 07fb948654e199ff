// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPointer>

#include "app/editor/file_desk.h"
#include "app/editor/journal_desk.h"
#include "app/editor/welcome_page.h"
#include "app/editor/window_parts.h"
#include "ui/actions/action_table.h"
#include "ui/panels/help_window.h"
#include "ui/panels/preferences_dialog.h"

class QHelpEvent;

namespace ww::editor {

// What leads into the program: the welcome page over the view, the preferences, the help.
class FirstContact : public QObject {
  Q_OBJECT
 public:
  FirstContact(const WindowParts& parts, FileDesk& files, ui::ActionTable& actions);

  // The welcome page lists what was left behind.
  void setJournals(JournalDesk& journals);
  // Until a world is opened or made, or it is closed.
  void showWelcome();
  void endWelcome();
  // Away while the view shows what may come; back if nothing came.
  void setWelcomeAside(bool aside);
  WelcomePage* welcome() const { return page_; }
  // At a start without a file, unless the user does not want it.
  void showAtStart();
  void showPreferences();
  // The page of the panel that has the keys; else the one that is called so.
  void showHelp(const QString& page = {});
  // Its dialogs go before the actions that they look at.
  void end();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void makePage();
  void listLeft();
  void placePage();
  bool tellWhatItIs(QObject* watched, QHelpEvent& event);
  void readPictures(const QStringList& files);
  QString pageOfFocus() const;

  WindowParts parts_;
  FileDesk& files_;
  ui::ActionTable& actions_;
  QPointer<JournalDesk> journals_;
  QPointer<WelcomePage> page_;
  bool aside_ = false;
  QPointer<ui::PreferencesDialog> preferences_;
  QPointer<ui::HelpWindow> help_;
};

}  // namespace ww::editor
