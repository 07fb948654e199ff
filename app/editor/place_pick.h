// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "app/editor/window_parts.h"
#include "core/usecase/features.h"
#include "core/usecase/import_place.h"

namespace ww::editor {

// A place for what is imported, and what it is called.
struct PickedPlace {
  usecase::ImportPlace place;
  QString text;
};

// Where clicks in the view would have an import go while it is asked about: on the frame, the bore or the surface that
// was clicked, or on the floor. Features are looked for by jobs.
class PlacePick : public QObject {
  Q_OBJECT
 public:
  PlacePick(const WindowParts& parts, QObject* parent);

  // What was clicked until now says nothing.
  void begin();
  void end() { timer_.stop(); }
  // Of the last click in the view, if it still is what is selected.
  std::optional<PickedPlace> last() const;

 Q_SIGNALS:
  // The likeliest first. A surface is told at once, and again with what is found on it.
  void picked(const std::vector<ww::editor::PickedPlace>& places);

 private:
  struct Click {
    std::optional<ui::Touch> touch;
    std::optional<Vec3> floor;  // root frame, metres
    FrameId frame;
    bool operator==(const Click& other) const;
  };
  Click clicked() const;
  void follow();
  void lookAt(const Click& click, const PickedPlace& surface);

  WindowParts parts_;
  std::shared_ptr<usecase::FeatureCache> cache_ = std::make_shared<usecase::FeatureCache>();
  QTimer timer_;
  Click before_;
};

}  // namespace ww::editor
