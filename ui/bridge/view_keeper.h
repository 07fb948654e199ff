// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>
#include <functional>

#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/visibility.h"

namespace ww::ui {

// How the session's world is looked at, shared by the view, the tree and the file. Changes of it are no edits: they are
// not in the history, and no check knows of them. On the Qt thread.
class ViewKeeper : public QObject {
  Q_OBJECT
 public:
  explicit ViewKeeper(SessionBridge& bridge, QObject* parent = nullptr);

  const project::ViewState& state() const { return state_; }
  const Visibility& visibility() const { return visibility_; }
  // Emits changed() when it differs.
  void set(project::ViewState state);

  void setHidden(const std::vector<world::NodeRef>& nodes, bool on);
  void setLocked(const std::vector<world::NodeRef>& nodes, bool on);
  // These alone, until nothing is isolated any more.
  void isolate(const std::vector<world::NodeRef>& nodes);
  void endIsolation();
  // Eyes open, all kinds, no isolation.
  void showAll();
  // Around all that is shown (root frame), as the view has it; without a view nothing.
  Bounds span() const { return span_ ? span_() : Bounds(); }
  void setSpan(std::function<Bounds()> span) { span_ = std::move(span); }
  // What is not shown, for people: "12 hidden, no robots"; empty when all is shown.
  QString hiddenText() const;
  bool hidesAny() const;

 Q_SIGNALS:
  void changed();

 private:
  std::size_t hiddenCount() const;

  SessionBridge& bridge_;
  project::ViewState state_;
  Visibility visibility_;
  std::function<Bounds()> span_;
};

}  // namespace ww::ui
