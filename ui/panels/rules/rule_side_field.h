// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/session/edit_builders.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"

class QCompleter;
class QMimeData;

namespace ww::ui {

// One side of a collision rule: names typed with commas between them, taken from the selection, or dropped from the
// scene tree; nothing means anything. Of an object's own rule it is one of its links, by its own name. A name that is
// not there stays, with the reason below it, and nothing is told.
class RuleSideField : public QWidget {
  Q_OBJECT
 public:
  struct Side {
    std::vector<session::RuleSide> nodes;  // empty: anything
    std::string name;                      // of an object's own rule; empty: any of its links
  };
  // `name` for screen readers.
  RuleSideField(SessionBridge& bridge, Selection& selection, const QString& name, QWidget* parent = nullptr);

  // None: nodes of the world; else links of that object.
  void setOwner(ObjectId object);
  // What it says; what was typed goes.
  void setText(const QString& text);
  // Says why it cannot be edited here.
  void showNothing(const QString& why);
  // What the text means; none, and the reason shown, where it means nothing.
  std::optional<Side> side();
  // What cannot be, of both sides together.
  void complain(const QString& reason);
  // What of the nodes can be a side; empty, and the reason shown, where nothing can.
  QString textOf(const std::vector<world::NodeRef>& nodes);
  QLineEdit* edit() const { return edit_; }
  QToolButton* takeButton() const { return take_; }
  QLabel* errorLabel() const { return error_; }

 Q_SIGNALS:
  // Entered, taken or dropped: another text than was shown.
  void edited();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fillNames();
  void enter();
  bool take(const std::vector<world::NodeRef>& nodes);
  std::optional<session::RuleSide> node(const QString& name);
  bool dragEvent(QEvent* event);

  SessionBridge& bridge_;
  Selection& selection_;
  ObjectId owner_;
  QString shown_;
  world::WorldPtr named_;  // the world whose names can be completed
  QLineEdit* edit_;
  QToolButton* take_;
  QLabel* error_;
  QCompleter* completer_;
};

}  // namespace ww::ui
