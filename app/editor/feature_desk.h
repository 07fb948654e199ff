// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>

#include "app/editor/window_parts.h"
#include "core/usecase/features.h"
#include "ui/widgets/chip.h"

namespace ww::editor {

// Frames on bores, pins, slots, rims and planes: on the one that was clicked, else on the one that is clicked next; the
// one under the pointer is marked until then. Features are looked for by jobs, one at a time.
class FeatureDesk : public QObject {
  Q_OBJECT
 public:
  using ShowFrame = std::function<void(FrameId made)>;
  FeatureDesk(const WindowParts& parts, ShowFrame show);

  // Adds a frame where the last click was, or waits for a click; while it waits, it ends that.
  void addFrame();
  // Waits for a click on what the frame is to stand on from then on; without a frame it ends a wait.
  void moveFrame(FrameId frame);
  bool isPicking() const { return picking_; }

 Q_SIGNALS:
  void pickingChanged(bool picking);

 private:
  using Found = std::shared_ptr<const usecase::PlacedFeature>;
  struct Spot {
    world::EntityPtr entity;
    Vec3 entity_p = Vec3::Zero();  // metres
  };
  using Take = std::function<void(const Found& found, const Spot& spot)>;

  std::optional<Spot> touched() const;
  std::optional<Spot> underPointer() const;
  void lookAt(const Spot& spot, Take take);
  void setPicking(bool on);
  void follow();
  void mark(const Found& found, const Spot& spot);
  void commitOn(const Found& found, const Spot& spot);
  void moveOn(FrameId frame, const Found& found, const Spot& spot);
  void showChip();
  static bool isSame(const std::optional<ui::Touch>& a, const std::optional<ui::Touch>& b);

  WindowParts parts_;
  ShowFrame show_;
  std::shared_ptr<usecase::FeatureCache> cache_ = std::make_shared<usecase::FeatureCache>();
  ui::Chip* chip_;
  QTimer timer_;                     // while a click is waited for
  std::optional<ui::Touch> before_;  // what was clicked before that
  std::optional<Spot> marked_;       // what was looked at under the pointer
  FrameId moved_;                    // goes onto what is clicked; none: a new one does
  bool picking_ = false, looking_ = false;
  std::uint64_t worlds_ = 0;  // that were opened
};

}  // namespace ww::editor
