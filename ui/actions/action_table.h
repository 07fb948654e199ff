// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAction>
#include <QHash>
#include <QKeyEvent>
#include <QKeySequence>
#include <QMenu>
#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>
#include <vector>

#include "ui/actions/editor_commands.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// Where a shortcut works: in the whole window, or only with the focus in the 3D view or the tree, so
// that single keys stay free for text.
enum class KeyContext { kWindow, kScene };

// One row of the table: all that menus, toolbar, shortcuts, command search and tests need.
struct ActionRow {
  QString id;    // stable: "edit.undo"
  QString text;  // as in a menu, with its mnemonic
  QString tip;   // what it does
  QString icon;
  QList<QKeySequence> keys;
  KeyContext context = KeyContext::kWindow;
  std::function<void()> run;
  std::function<QString()> why_not = {};   // empty text: enabled
  std::function<bool()> checked = {};      // set: the action shows a state
  std::function<QString()> now_text = {};  // set: a text that changes ("Undo move")
  bool names_another = false;              // that text has the name of something else: it is found by `text` alone
};
using ActionRows = std::vector<ActionRow>;

// The rows, one function for each group; what they are given outlives them.
ActionRows fileActions(const EditorCommands& editor);
ActionRows editActions(const EditorCommands& editor, SessionBridge& bridge, Selection& selection);
ActionRows addActions(ObjectCommands& objects, SessionBridge& bridge, Selection& selection);
ActionRows viewActions(const EditorCommands& editor);
ActionRows showActions(ShowCommands& show, Selection& selection);
ActionRows toolActions(const EditorCommands& editor);
ActionRows motionActions(MotionCommands& motion);
ActionRows timelineActions(TimelineCommands& timeline);
ActionRows layoutActions(LayoutCommands& layout);
ActionRows ruleActions(RuleCommands& rules, SessionBridge& bridge, Selection& selection);
ActionRows programActions(ProgramCommands& programs);
ActionRows helpActions(WindowCommands& window);

// The actions made from all rows. Keeps them up to date with what can be done.
class ActionTable : public QObject {
  Q_OBJECT
 public:
  ActionTable(const EditorCommands& editor, SessionBridge& bridge, Selection& selection, QObject* parent = nullptr);

  QAction* action(const QString& id) const;  // null when there is none
  const std::vector<ActionRow>& rows() const { return rows_; }
  // Why the action is off; empty when it is on.
  QString whyNot(const QString& id) const;
  // What a message can offer to do: none when there is no such action, or it is off.
  struct Offer {
    QString text, tip;
  };
  std::optional<Offer> offer(const QString& id) const;
  // Does it, or says why not.
  void start(const QString& id);
  // Another shortcut, kept for the user, or none; the usual ones.
  void setKeys(const QString& id, const QList<QKeySequence>& keys);
  QList<QKeySequence> usualKeys(const QString& id) const { return usual_keys_.value(id); }
  // The ids of other actions that have keys which collide with these.
  QStringList othersWith(const QKeySequence& keys, const QString& but) const;
  // Makes the single-key shortcuts work while the focus is there, and tells why one does nothing now.
  void addSceneWidget(QWidget* widget);
  // For what Qt finds no shortcuts in, as a native window: does what the key stands for, or says why not.
  // False when no action has the key.
  bool press(const QKeyEvent& event);
  // Fills a menu: ids, "-" for a line.
  void fill(QMenu* menu, const QStringList& ids) const;
  // Once, however often it is asked for until then.
  void refreshSoon() {
    if (!refresh_.isActive()) refresh_.start(0);
  }
  void refresh();

 Q_SIGNALS:
  void started(const QString& id);  // before it runs

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  const ActionRow* rowOf(const QKeyEvent& event) const;
  WindowCommands& window_;
  std::vector<ActionRow> rows_;
  std::vector<QAction*> actions_;
  QHash<QString, int> index_;
  QHash<QString, QList<QKeySequence>> usual_keys_;
  QTimer refresh_;
};

}  // namespace ww::ui
