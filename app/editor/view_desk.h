// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>
#include <QWidget>

#include "app/editor/view_host.h"
#include "ui/actions/editor_commands.h"
#include "ui/bridge/session_bridge.h"
#include "ui/widgets/chip.h"

namespace ww::editor {
class SavedViews;
class SectionBar;
class Surroundings;

// How the world is looked at, in the window: the chip that says what is hidden, the bar of the section plane, the list
// of saved views, background and floor. The state is the keeper's.
class ViewDesk : public QObject, public ui::ShowCommands {
  Q_OBJECT
 public:
  ViewDesk(ui::SessionBridge& bridge, ViewHost& view);

  ui::ViewKeeper& keeper() const override { return view_.keeper(); }
  void setSection(bool on) override;
  void saveView() override;
  QString whyNotSaveView() const override;
  void openSavedViews() override;
  void openSurroundings() override;
  // Flies to the camera of a saved view.
  void recall(std::size_t index);

 Q_SIGNALS:
  // For the status line.
  void said(const QString& text);

 private:
  void showChip();
  QString freeName() const;
  QPoint popupPlace(const QWidget& popup) const;

  ui::SessionBridge& bridge_;
  ViewHost& view_;
  ui::Chip* chip_;
  SectionBar* section_;
  SavedViews* views_;
  Surroundings* surroundings_;
  std::uint64_t worlds_ = 0;  // that were opened
};

}  // namespace ww::editor
