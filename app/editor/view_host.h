// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHBoxLayout>
#include <QWidget>
#include <optional>

#include "ui/actions/editor_commands.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/tool_lock.h"
#include "ui/scene/drop_point.h"

namespace ww::ui {
class Viewport;
}

namespace ww::editor {

// The middle of the window: tools above, the 3D view, state chips below.
class ViewHost : public QWidget {
  Q_OBJECT
 public:
  ViewHost(ui::SessionBridge& bridge, ui::Selection& selection, ui::PoseLayer& layer, QWidget* parent = nullptr);

  ui::Viewport* view() const { return view_; }
  QHBoxLayout* toolRow() const { return tools_; }
  QHBoxLayout* chipRow() const { return chips_; }

  ui::ToolLock& toolLock() const;
  void fitAll();
  void fitSelection();
  void setStandardView(ui::StandardView view);
  void toggleProjection();
  void setShown(ui::Shown what, bool shown);
  bool isShown(ui::Shown what) const { return shown_[static_cast<std::size_t>(what)]; }
  void setTool(ui::Tool tool);
  ui::Tool tool() const;
  void setSpace(ui::Space space);
  ui::Space space() const;
  void setSnap(bool on);
  bool snap() const { return snap_; }

 Q_SIGNALS:
  void hint(const QString& text);
  void filesDropped(const QStringList& files, std::optional<ww::ui::DropPoint> where);
  void toolChanged();
  void contextMenuRequested(const QPoint& global);

 private:
  QWidget* framed();
  ui::Viewport* view_;
  QHBoxLayout* tools_;
  QHBoxLayout* chips_;
  bool shown_[3] = {true, true, false};
  bool snap_ = true;
};

}  // namespace ww::editor
