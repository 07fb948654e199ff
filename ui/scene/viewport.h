// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QImage>
#include <QKeyEvent>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "ui/bridge/frame_totals.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/tool_lock.h"
#include "ui/bridge/view_keeper.h"
#include "ui/scene/camera_state.h"
#include "ui/scene/drop_point.h"
#include "ui/scene/gizmos/drag.h"
#include "ui/scene/gizmos/handle_target.h"
#include "ui/scene/look_at.h"
#include "ui/scene/navigation.h"
#include "ui/scene/viewport_scene.h"

namespace ww::ui {

enum class ViewLayer { kGrid, kFrames, kCollision, kEdges };
enum class ViewFit { kBeside, kFill };
using ViewGoal = std::variant<scene::StandardView, scene::ViewTurn>;

// The 3D view of the session's world: shows, navigates, picks and moves. Shares selection and pose
// layer with the other views. Positions of the pointer are logical pixels from the upper left of the
// surface; the rest is in the root frame, metres.
class Viewport : public QWidget {
  Q_OBJECT
 public:
  enum class Tool { kSelect, kMove, kRotate, kHand, kTarget };
  enum class Space { kWorld, kLocal };
  using StandardView = scene::StandardView;
  using Contact = scene::Contact;

  Viewport(SessionBridge* bridge, Selection* selection, PoseLayer* poses, QWidget* parent = nullptr);
  ~Viewport() override;

  CameraState camera() const;
  void setCamera(const CameraState& camera, bool animated = false);
  scene::ViewTransform viewTransform() const;
  // Keeps the handles from the frames of tools.
  ToolLock& toolLock() const;

  void setTool(Tool tool);
  Tool tool() const;
  // What the handles of the tool kHand move; outlives the view, or is taken back by null.
  void setHandTarget(scene::HandleTarget* target);
  void setSpace(Space space);
  Space space() const;
  void setSnap(double grid_mm, double angle_deg, bool enabled);
  void setShown(ViewLayer layer, bool on);
  // Follows it from now on; it outlives the view.
  void setView(ViewKeeper& keeper);

  // What is drawn over the world: the path of a tool, a ghost, contacts.
  scene::ViewMarks& marks() const;

  // Whether a box (root frame) is on the surface, for the greater part, and larger than a dot.
  bool shows(const Bounds& box) const;
  // Brings the box into view: beside what is looked at, from the same direction; or so that it fills the view. It need
  // not be drawn yet.
  void fitBox(const Bounds& box, ViewFit fit);
  // Flies to where the points are in the middle and, if that can be, not hidden: a contact, what blocks a motion.
  void lookAt(const scene::Spot& spot);

  // What is under a point of the surface: everything from front to back, or the nearest surface.
  std::vector<world::NodeRef> nodesAt(const QPointF& position);
  std::optional<Vec3> surfaceAt(const QPointF& position);
  // The nearest surface with its link, else the floor.
  std::optional<DropPoint> dropPointAt(const QPointF& position);

  // The next frame, in device pixels.
  void grabImage(std::function<void(QImage)> done);

  // The native window: counts its frames, and knows what the last one took.
  scene::SceneWindow* surface() const;
  // Gets each key that comes to the surface while no button is held, before the view's own keys; true when
  // it used it. The surface is a native window: Qt finds no shortcuts of widgets in it.
  void setKeyHandler(std::function<bool(const QKeyEvent&)> handler);

 public Q_SLOTS:
  void fitAll();
  void fitSelection();
  // A turn goes to the next side, edge or corner of the view cube, or rolls the picture.
  void setStandardView(ww::ui::ViewGoal view);
  void toggleProjection();
  void setTheme(bool dark);
  // The target of the tool kHand has moved: handles, readout and gap follow.
  void handMoved();

 Q_SIGNALS:
  // What a click or drag would do now.
  void hint(const QString& text);
  void fileDropped(const QStringList& files, std::optional<ww::ui::DropPoint> where);
  void contextMenuRequested(const QPoint& global, std::optional<ww::world::NodeRef> node);
  // A frame that shows this revision completely is on screen.
  void framePresented(quint64 revision);
  void toolChanged();
  // A ghost of ViewMarks::setPostures() was clicked.
  void postureChosen(int index);
  // A step of ViewMarks::setRoute() was clicked.
  void stepChosen(int step);
  // A surface was clicked with the tool kTarget.
  void aimedAt(const ww::ui::Touch& touch);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  friend class ViewProbe;
  struct Impl;
  void watchView();
  void watchWorld();
  void syncWorld();
  void onFrameDrawn();
  bool handleDrag(QEvent* event);
  bool handleKeys(QEvent* event);
  void takeKeys();
  std::optional<Vec3> placeAt(const QPointF& position);
  std::unique_ptr<Impl> impl_;
};

// The view without what is there for the hand: outlines, frames, handles, the cube. For pictures that others are to
// see; what is new is drawn in the second frame.
void setFilming(const Viewport& view, bool on);

// Where the view has drawn what lies over the world, and what that took: for tests and the watchdog.
class ViewProbe {
 public:
  explicit ViewProbe(const Viewport& view) : view_(view) {}
  // Of the gizmo, in pixels; none when it is hidden.
  std::optional<QPointF> handlePosition(scene::Handle handle) const;
  // What the frames have taken since the start.
  FrameTotals frameTotals() const;
  // The camera does not fly; what the style says otherwise.
  void setReducedMotion(bool on) const;
  // A facet of the view cube or what stands beside it, in pixels; none when it is turned away.
  std::optional<QPointF> cubePosition(const scene::CubeSpot& spot) const;
  // Which ghost of ViewMarks::setPostures() a click there means.
  std::optional<std::size_t> postureAt(const QPointF& position) const;
  // Which step of ViewMarks::setRoute() a click there means.
  std::optional<std::size_t> routeAt(const QPointF& position) const;
  // All geometry is there: what is not yet can neither be seen nor picked.
  bool isComplete() const;
  // The object id of each pixel of the next frame (0: none), row by row from the upper left; what is
  // drawn over the world is left out.
  void grabIds(std::function<void(std::vector<std::uint64_t> ids, QSize size)> done) const;
  // The texts of the last frame; their boxes are in device pixels.
  const std::vector<scene::Label>& labels() const;

 private:
  const Viewport& view_;
};

}  // namespace ww::ui
