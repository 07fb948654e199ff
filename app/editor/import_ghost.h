// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPointer>
#include <QRect>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "app/editor/window_parts.h"
#include "core/usecase/import_place.h"
#include "ui/bridge/newest_work.h"
#include "ui/scene/camera_state.h"
#include "ui/scene/view_marks.h"

namespace ww::editor {

// What an import would put into a world: shells by what carries them there already, and the box of all, root frame.
struct Arriving {
  std::vector<ui::scene::BodyShell> shells;
  Bounds box;
};
// Costs what the import costs; any thread. Fails as the import would.
Result<Arriving> arriving(const world::World& world, geometry::GeometryStore& store, const io::ImportResult& read,
                          const usecase::ImportPlace& place);

// What the wizard would put into the world, seen in the view where it would stand, before it is there. Worked out by a
// thread a moment after each choice; the newest counts. What would not be seen is brought into view.
class ImportGhost : public QObject {
  Q_OBJECT
 public:
  ImportGhost(const WindowParts& parts, QObject* parent);

  // What lies over the view meanwhile: the ghost is brought to where that is not.
  void setOver(QWidget* over) { over_ = over; }
  // Null: nothing is seen of it for now.
  void show(std::shared_ptr<const io::ImportResult> read, const usecase::ImportPlace& place);
  // The wizard is closed; what did not come in leaves the view as it was before.
  void end(bool came_in);

 private:
  struct Request {
    std::shared_ptr<const io::ImportResult> read;
    usecase::ImportPlace place;
    world::WorldPtr world;
    quint64 number = 0;
  };
  void workOut();
  void take(const Arriving& found, quint64 number);
  void bringIntoView(const Bounds& box);
  QRect covered() const;
  bool isHidden(const Bounds& box, const QRect& covered) const;

  WindowParts parts_;
  std::shared_ptr<const io::ImportResult> read_;
  usecase::ImportPlace place_;
  QPointer<QWidget> over_;
  QTimer soon_;
  quint64 number_ = 0;                               // of the newest choice
  bool looks_ = false;                               // the newest choice has not been looked at yet
  bool fitted_ = false;                              // since the wizard was opened
  std::optional<ui::CameraState> before_;            // where the camera was before it was moved for a ghost
  std::unique_ptr<ui::NewestWork<Request>> worker_;  // the last: it ends first
};

}  // namespace ww::editor
