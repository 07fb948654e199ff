// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/bridge/selection.h"
#include "ui/scene/overlays/backdrop.h"
#include "ui/scene/overlays/contact_marks.h"
#include "ui/scene/overlays/lines.h"
#include "ui/scene/overlays/moved_ghosts.h"
#include "ui/scene/overlays/path_trace.h"
#include "ui/scene/overlays/posture_ghosts.h"
#include "ui/scene/overlays/route_marks.h"
#include "ui/scene/picking/picker.h"
#include "ui/scene/quality.h"
#include "ui/scene/scene_window.h"
#include "ui/scene/section.h"
#include "ui/scene/view_labels.h"
#include "ui/scene/view_marks.h"

namespace ww::ui::scene {

// Everything that is drawn, kept up to date right before each frame. Nothing here reacts to input.
class ViewportScene : public QObject, public ViewMarks {
  Q_OBJECT
 public:
  ViewportScene(SceneWindow* window, Selection* selection, PoseLayer* poses);
  ~ViewportScene() override;

  void setTheme(bool dark);
  void setWorld(const world::WorldPtr& world);
  void setCamera(const CameraState& camera);
  void setTrace(std::vector<Vec3> points, std::vector<std::size_t> ticks = {}, bool grey = false) override;
  void setGhost(ObjectId object, std::optional<JointVector> joints) override;
  void setTraceNearness(std::vector<float> nearness) override;
  void setContacts(std::vector<Contact> contacts) override;
  void setMeasures(MeasureOf source, std::vector<Measure> measures) override;
  std::vector<Measure> measures(MeasureOf source) const override { return contacts_->measures(source); }
  void setShells(std::vector<BodyShell> shells) override;
  void setPreview(PreviewOf source, std::vector<BodyShell> shapes) override;
  void setPostures(ObjectId object, std::vector<PostureGhost> postures) override;
  void setMoved(MovedOf source, model::Overrides there, std::vector<ObjectId> objects) override;
  void setOnion(ObjectId object, std::vector<JointVector> joints) override;
  std::size_t onionCount() const override { return onion_.size(); }
  void setRoute(std::vector<RouteLeg> legs) override;
  // The step of the route under a pixel.
  std::optional<std::size_t> routeAt(const Eigen::Vector2d& pixel) const { return route_.at(view(), pixel); }
  std::optional<std::size_t> postureAt(const Eigen::Vector2d& pixel) { return postures_.at(*mirror_, view(), pixel); }
  // From where a tool is to where it is wanted; root frame.
  void setGap(const std::optional<std::pair<Vec3, Vec3>>& gap);
  void setSection(const project::SectionPlane& plane);
  // The background as the theme has it, light, dark or of one colour (0xRRGGBB), and the height of the floor, metres.
  void setSurroundings(project::Background background, std::uint32_t color, double floor);
  double floor() const { return floor_; }
  void setGridVisible(bool on);
  void setFramesVisible(bool on);
  // A rectangle in logical pixels from the upper left; empty: none. `touch`: dashed.
  void setRubber(const QRectF& rect, bool touch);
  void setReadout(const QString& text, const Eigen::Vector2d& pixel);
  // Marks what the view turns about; root frame.
  void setPivot(const std::optional<Vec3>& pivot);
  // What the pointer is over of the cube; its name is shown.
  void setCovered(std::vector<QRectF> areas) override;
  QString showDrop(const QStringList& files, const QPointF& at, const std::optional<DropPoint>& where) override;
  void setCubeSpot(const std::optional<CubeSpot>& spot);
  void invalidate();

  SceneWindow* window() const { return window_; }
  WorldMirror& mirror() { return *mirror_; }
  FrameMarkers& frames() { return *frames_; }
  ViewCube& cube() { return *cube_; }
  const ViewLabels& labels() const { return *labels_; }
  Gizmo& gizmo() { return *gizmo_; }
  ViewTransform view() const;
  Quality& quality() { return quality_; }

 private:
  double dpr() const { return window_->devicePixelRatio(); }
  void buildOverlays();
  SceneTheme themeFor(bool dark) const;
  void watch();
  void beforeFrame();
  void setQuality();
  void updateCamera();
  void updateHighlights();
  void updateHover();
  void updateGhost();
  void updateLines();
  void updateLabels();
  void updateOutlineArea();
  void addHighlight(world::NodeRef node, float kind, std::vector<TransientBatches::Item>& out, Bounds& box) const;

  SceneWindow* window_;
  Selection* selection_;
  PoseLayer* poses_;
  SceneTheme theme_ = sceneTheme(true);
  std::vector<QRectF> covered_;
  CameraState camera_;
  Quality quality_;
  std::unique_ptr<WorldMirror> mirror_;
  std::unique_ptr<Backdrop> backdrop_;
  std::unique_ptr<SectionCap> section_;
  std::unique_ptr<FrameMarkers> frames_;
  std::unique_ptr<ViewCube> cube_;
  std::unique_ptr<Gizmo> gizmo_;
  std::unique_ptr<ViewLabels> labels_;
  std::unique_ptr<LineBatch> trace_lines_, pivot_lines_, gap_lines_, route_lines_;
  std::unique_ptr<TransientBatches> hover_, highlights_, ghosts_;
  std::unique_ptr<ContactMarks> contacts_;
  q3c::QEntity* rubber_ = nullptr;
  std::vector<TransientBatches::Item> ghost_items_;
  ContactMarks::GhostPoses ghost_poses_;
  PathTrace trace_;
  PostureGhosts postures_, onion_;
  std::array<MovedGhosts, 2> moved_;  // by source
  RouteMarks route_;
  std::optional<std::pair<Vec3, Vec3>> gap_;
  ObjectId ghost_object_;
  std::optional<JointVector> ghost_joints_;
  std::optional<Vec3> pivot_;
  bool had_handles_ = false, had_tools_ = true;
  Bounds outlined_, hovered_;  // around what has an outline
  std::optional<world::NodeRef> was_hovered_;
  project::Background background_ = project::Background::kTheme;
  std::uint32_t background_color_ = 0;
  double floor_ = 0.0;
  bool grid_ = true, dark_ = true;
  bool poses_dirty_ = false, camera_dirty_ = true, marks_dirty_ = true, hover_dirty_ = true, lines_dirty_ = true,
       labels_dirty_ = true;
};

}  // namespace ww::ui::scene
