// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>
#include <optional>
#include <vector>

#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// The frame of a tool (by its name, by choice, or of a program) is not moved by accident: handles do not drag it, nor
// what it rides on, but in a mode that is asked for. The mode ends with another selection.
class ToolLock : public QObject {
  Q_OBJECT
 public:
  struct Tool {
    FrameId frame;
    QString name, robot;  // as the world calls them
  };
  ToolLock(SessionBridge& bridge, Selection& selection, QObject* parent = nullptr);

  // The tool that moving the selection would redefine.
  const std::optional<Tool>& tool() const { return tool_; }
  bool isRedefining() const { return redefining_; }
  bool isLocked() const { return tool_ && !redefining_; }
  void setRedefining(bool on);
  // Frames that serve as tools because somebody chose them, whatever they are called.
  void setChosen(const std::vector<FrameId>& frames);
  // Empty when it can be done.
  QString whyNotRedefine() const;
  // Somebody tried all the same.
  void refuse() { Q_EMIT refused(); }

 Q_SIGNALS:
  void changed();
  void refused();

 private:
  void follow();

  SessionBridge& bridge_;
  Selection& selection_;
  std::vector<FrameId> chosen_;
  std::optional<Tool> tool_;
  bool redefining_ = false;
};

}  // namespace ww::ui
