// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <optional>
#include <utility>

#include "app/editor/view_host.h"
#include "ui/bridge/collision_watch.h"
#include "ui/widgets/chip.h"

namespace ww::editor {

// What the window tells of collisions: the chip below the view, the pairs painted in it. A click on the chip
// goes to where a pair collides, the next one to the next.
class CollisionDisplay : public QObject {
  Q_OBJECT
 public:
  CollisionDisplay(ui::SessionBridge& bridge, ui::Selection& selection, ui::PoseLayer& layer, ViewHost& view);

  ui::CollisionWatch& watch() const { return *watch_; }
  ui::Chip& chip() const { return *chip_; }
  // Paints what collides, or leaves that to what else has a pair to show.
  void setPainting(bool on);
  // The same while something moves, too: a moment of a motion is looked at.
  void setHeld(bool held);
  void goToNext();
  // This one is painted in any case, whatever their number.
  void setChosen(const std::optional<std::pair<EntityId, EntityId>>& pair);
  // In the place of a list of what collides.
  QString emptyText() const;

 Q_SIGNALS:
  // A click on the chip has gone to this pair.
  void wentTo(ww::EntityId a, ww::EntityId b);
  // The panel with that name says what to do.
  void panelAsked(const QString& id);
  // What was dragged, jogged or previewed is at rest again.
  void movingEnded();
  void message(const QString& text);

 private:
  void paint();
  void showChip();
  void showMovingChip();
  void showNotChecked();
  QString leftOutText() const;
  QString excludedText() const;
  ui::Chip::Kind freeKind() const;
  QString freeText() const;
  QString basisText() const;

  ui::SessionBridge& bridge_;
  ui::Selection& selection_;
  ViewHost& view_;
  ui::CollisionWatch* watch_;
  ui::Chip* chip_;
  bool painting_ = true, held_ = false, was_moving_ = false;
  std::optional<std::pair<EntityId, EntityId>> last_;    // that was gone to
  std::optional<std::pair<EntityId, EntityId>> chosen_;  // the smaller id first
};

}  // namespace ww::editor
