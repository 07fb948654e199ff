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
#include "ui/bridge/view_keeper.h"
#include "ui/scene/drop_point.h"

namespace ww::ui {
class Viewport;
}

namespace ww::editor {
class ViewChips;

// The middle of the window: the 3D view, with chips of state in it.
class ViewHost : public QWidget, public ui::ViewCommands, public ui::ToolCommands {
  Q_OBJECT
 public:
  ViewHost(ui::SessionBridge& bridge, ui::Selection& selection, ui::PoseLayer& layer, QWidget* parent = nullptr);

  ui::Viewport* view() const { return view_; }
  QHBoxLayout* chipRow() const;
  ui::ViewKeeper& keeper() const { return *keeper_; }
  // Above the view.
  void addBar(QWidget* bar);
  // Over the view, at its upper left, while it is not hidden; it takes no room from the view, and no more than its
  // maximum width.
  void setOverlay(QWidget* bar);

  void fitAll() override;
  void fitSelection() override;
  void setStandardView(ui::StandardView view) override;
  void stepView(ui::ViewStep step) override;
  void toggleProjection() override;
  void setShown(ui::Shown what, bool shown) override;
  bool isShown(ui::Shown what) const override;
  void setTool(ui::Tool tool) override;
  ui::Tool tool() const override;
  void setSpace(ui::Space space) override;
  ui::Space space() const override;
  void setSnap(bool on) override;
  bool snap() const override { return snap_; }
  ui::ToolLock& toolLock() const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  void hint(const QString& text);
  void filesDropped(const QStringList& files, std::optional<ww::ui::DropPoint> where);
  void toolChanged();
  // Clearance or margins are to be shown, or no longer.
  void lengthsShown();
  void contextMenuRequested(const QPoint& global);

 private:
  QWidget* framed();
  QRect viewArea() const;
  void placeOverlay();
  void tellCovered();
  ui::Viewport* view_;
  ViewChips* chips_;
  QWidget* overlay_ = nullptr;
  QRect below_chips_;  // empty: there are none
  ui::ViewKeeper* keeper_;
  bool chips_in_front_ = false;
  bool grid_ = true;
  bool snap_ = true;
  bool clearance_ = false, margins_ = false;
};

}  // namespace ww::editor
