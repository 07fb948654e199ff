// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/viewport_scene.h"

#include <QVector4D>
#include <Qt3DRender/QTexture>
#include <algorithm>
#include <cmath>

#include "ui/scene/mark_uniforms.h"
#include "ui/scene/materials.h"
#include "ui/scene/outline_area.h"
#include "ui/settings/preferences.h"

namespace ww::ui::scene {
namespace {

// Classes of the outline pass.
constexpr float kHover = 1, kSelected = 2, kActive = 3, kContact = 4, kGhost = 5;

// A dot where the camera turns about.
void addPivot(const Vec3& p, const ViewTransform& v, const SceneTheme& theme, std::vector<Line>& lines) {
  const double m = v.metresPerPixel(p);
  for (const auto& [pixels, color] : {std::pair(5.0, theme.halo), std::pair(3.5, theme.accent)}) {
    const Vec3 d = pixels * m * v.camera().right();
    lines.push_back({p - d, p + d, color, 2.0 * pixels, 0});
  }
}

}  // namespace

ViewportScene::ViewportScene(SceneWindow* window, Selection* selection, PoseLayer* poses)
    : window_(window), selection_(selection), poses_(poses) {
  FrameGraph& graph = window->frameGraph();
  auto* root = window->root();
  mirror_ = std::make_unique<WorldMirror>(graph, root, poses);
  backdrop_ = std::make_unique<Backdrop>(graph, root);
  section_ = std::make_unique<SectionCap>(graph, root);
  frames_ = std::make_unique<FrameMarkers>(graph, root);
  cube_ = std::make_unique<ViewCube>(graph, root, window->devicePixelRatio());
  gizmo_ = std::make_unique<Gizmo>(graph, root);
  trace_lines_ = std::make_unique<LineBatch>(graph, root);
  contacts_ = std::make_unique<ContactMarks>(graph, root);
  pivot_lines_ = std::make_unique<LineBatch>(graph, root);
  gap_lines_ = std::make_unique<LineBatch>(graph, root);
  route_lines_ = std::make_unique<LineBatch>(graph, root);
  labels_ = std::make_unique<ViewLabels>(graph, root, window->devicePixelRatio());
  buildOverlays();
  setRubber({}, false);
  setTheme(true);
  watch();
}

void ViewportScene::buildOverlays() {
  FrameGraph& graph = window_->frameGraph();
  auto* root = window_->root();
  const DrawState mask;
  const auto mesh_v = QStringLiteral("mesh.vert"), mesh_f = QStringLiteral("mesh.frag");
  BatchStyle mask_style{
      makeMaterial(mesh_v, QStringLiteral("mask.frag"), mask, root), nullptr, {graph.layer(LayerId::kMask)}, {}};
  hover_ = std::make_unique<TransientBatches>(mask_style, root);
  highlights_ = std::make_unique<TransientBatches>(mask_style, root);
  DrawState ghost;
  ghost.blend = true;
  BatchStyle ghost_style{
      makeMaterial(mesh_v, mesh_f, ghost, root, kDepthPass), nullptr, {graph.layer(LayerId::kGhost)}, {}};
  ghosts_ = std::make_unique<TransientBatches>(ghost_style, root);

  DrawState flat;
  flat.depth_test = false;
  flat.depth_write = false;
  flat.blend = true;
  makeQuad(makeMaterial(QStringLiteral("outline.vert"), QStringLiteral("outline.frag"), flat, root),
           graph.layer(LayerId::kOutline), root);
  rubber_ = makeQuad(makeMaterial(QStringLiteral("rubber.vert"), QStringLiteral("rubber.frag"), flat, root),
                     graph.layer(LayerId::kFlat), root);
  graph.setUniform(QStringLiteral("maskTexture"),
                   QVariant::fromValue(static_cast<q3r::QAbstractTexture*>(graph.maskTexture())));
  graph.setUniform(QStringLiteral("outlineRect"), QVector4D(-1, -1, 1, 1));
}

void ViewportScene::watch() {
  window_->before_frame = [this] { beforeFrame(); };
  window_->half_done = [this] { return mirror_->isWorking(); };
  connect(mirror_.get(), &WorldMirror::changed, this, [this] {
    // What is new may lie beyond what was to be seen before.
    mirror_->clip(camera_);
    section_->cover(mirror_->bounds());
    camera_dirty_ = marks_dirty_ = lines_dirty_ = labels_dirty_ = true;
    invalidate();
  });
  const auto marks = [this] {
    marks_dirty_ = true;
    invalidate();
  };
  connect(selection_, &Selection::changed, this, marks);
  connect(selection_, &Selection::hoverChanged, this, [this] {
    hover_dirty_ = true;
    invalidate();
  });
  connect(poses_, &PoseLayer::changed, this, [this] {
    poses_dirty_ = true;
    quality_.moved();
    invalidate();
  });
  connect(window_, &SceneWindow::frameDrawn, this, [this] { quality_.drawn(window_->lastFrameWallMs()); });
  connect(&quality_, &Quality::rested, this, &ViewportScene::invalidate);
  const auto prefer = [this] {
    quality_.setPlain(Preferences::instance().values().plain_picture);
    backdrop_->setUnit(defaultUnit(Quantity::kLength));
    labels_dirty_ = true;
    invalidate();
  };
  connect(&Preferences::instance(), &Preferences::changed, this, prefer);
  prefer();
  connect(window_, &SceneWindow::surfaceChanged, this, [this] {
    camera_dirty_ = true;
    invalidate();
  });
}

ViewportScene::~ViewportScene() {
  window_->before_frame = {};
  window_->half_done = {};
}

void ViewportScene::invalidate() { window_->requestFrame(); }

ViewTransform ViewportScene::view() const { return {camera_, double(window_->width()), double(window_->height())}; }

void ViewportScene::setTheme(bool dark) {
  dark_ = dark;
  theme_ = themeFor(dark);
  backdrop_->setTheme(theme_);
  cube_->setTheme(theme_);
  contacts_->setTheme(theme_);
  section_->setTheme(theme_.cube_line, theme_.text_dim);
  setMarkColors(window_->frameGraph(), theme_);
  marks_dirty_ = lines_dirty_ = labels_dirty_ = true;
  invalidate();
}

void ViewportScene::setWorld(const world::WorldPtr& world) {
  mirror_->sync(world);
  marks_dirty_ = true;
  invalidate();
}

void ViewportScene::setCamera(const CameraState& camera) {
  camera_ = camera;
  quality_.moved();
  mirror_->clip(camera_);
  camera_dirty_ = true;
  invalidate();
}

void ViewportScene::setTrace(std::vector<Vec3> points, std::vector<std::size_t> ticks, bool grey) {
  trace_.set(std::move(points), std::move(ticks), grey);
  lines_dirty_ = true;
  invalidate();
}

void ViewportScene::setGhost(ObjectId object, std::optional<JointVector> joints) {
  ghost_object_ = object;
  ghost_joints_ = std::move(joints);
  marks_dirty_ = true;
  invalidate();
}

void ViewportScene::setTraceNearness(std::vector<float> nearness) {
  trace_.setNearness(std::move(nearness));
  lines_dirty_ = true;
  invalidate();
}

void ViewportScene::setContacts(std::vector<Contact> contacts) {
  contacts_->setContacts(std::move(contacts));
  marks_dirty_ = lines_dirty_ = true;
  invalidate();
}

void ViewportScene::setMeasures(MeasureOf source, std::vector<Measure> measures) {
  contacts_->setMeasures(source, std::move(measures));
  lines_dirty_ = labels_dirty_ = true;
  invalidate();
}

void ViewportScene::setShells(std::vector<BodyShell> shells) {
  contacts_->setShells(std::move(shells), *mirror_);
  marks_dirty_ = true;
  invalidate();
}

void ViewportScene::setPreview(PreviewOf source, std::vector<BodyShell> shapes) {
  contacts_->setPreview(source, std::move(shapes), *mirror_);
  marks_dirty_ = true;
  invalidate();
}

void ViewportScene::setPostures(ObjectId object, std::vector<PostureGhost> postures) {
  if (!postures_.set(object, std::move(postures))) return;
  marks_dirty_ = true;
  invalidate();
}

void ViewportScene::setMoved(MovedOf source, model::Overrides there, std::vector<ObjectId> objects) {
  if (!moved_[static_cast<std::size_t>(source)].set(std::move(there), std::move(objects))) return;
  marks_dirty_ = true;
  invalidate();
}

void ViewportScene::setOnion(ObjectId object, std::vector<JointVector> joints) {
  std::vector<PostureGhost> ghosts;
  for (std::size_t i = 0; i < joints.size(); ++i) ghosts.push_back({i, std::move(joints[i]), true});
  if (!onion_.set(object, std::move(ghosts))) return;
  marks_dirty_ = true;
  invalidate();
}

void ViewportScene::setRoute(std::vector<RouteLeg> legs) {
  if (legs.empty() && route_.empty()) return;
  route_.set(std::move(legs));
  lines_dirty_ = labels_dirty_ = true;
  invalidate();
}

void ViewportScene::setGap(const std::optional<std::pair<Vec3, Vec3>>& gap) {
  if (gap_ == gap) return;
  gap_ = gap;
  lines_dirty_ = true;
  invalidate();
}

void ViewportScene::setGridVisible(bool on) {
  grid_ = on;
  backdrop_->setGridVisible(on);
  labels_dirty_ = true;
  invalidate();
}

void ViewportScene::setFramesVisible(bool on) {
  frames_->setVisible(on);
  marks_dirty_ = true;
  invalidate();
}

void ViewportScene::setRubber(const QRectF& rect, bool touch) {
  rubber_->setEnabled(!rect.isEmpty());
  placeRubber(*window_, rect, touch);
  invalidate();
}

void ViewportScene::setReadout(const QString& text, const Eigen::Vector2d& pixel) {
  labels_->setReadout(text, pixel);
  labels_dirty_ = true;
  invalidate();
}

void ViewportScene::setPivot(const std::optional<Vec3>& pivot) {
  if (pivot_ == pivot) return;
  pivot_ = pivot;
  lines_dirty_ = true;
  invalidate();
}

void ViewportScene::setCovered(std::vector<QRectF> areas) {
  if (covered_ == areas) return;
  covered_ = std::move(areas);
  labels_dirty_ = true;
  invalidate();
}

void ViewportScene::setCubeSpot(const std::optional<CubeSpot>& spot) {
  if (spot == cube_->hovered()) return;
  cube_->setHovered(spot);
  labels_dirty_ = true;
  invalidate();
}

void ViewportScene::beforeFrame() {
  if (std::exchange(poses_dirty_, false)) mirror_->syncPoses();
  if (std::exchange(had_handles_, gizmo_->visible()) != gizmo_->visible()) marks_dirty_ = true;
  if (had_tools_ != window_->frameGraph().drawsTools()) had_tools_ = !had_tools_, marks_dirty_ = true;
  if (std::exchange(camera_dirty_, false)) updateCamera();
  if (std::exchange(marks_dirty_, false)) {
    updateGhost();
    updateHighlights();
    frames_->update(*mirror_, *selection_, theme_, dpr(), gizmo_->visible());
    labels_dirty_ = hover_dirty_ = true;
  }
  if (std::exchange(hover_dirty_, false)) updateHover();
  if (std::exchange(lines_dirty_, false)) updateLines();
  if (std::exchange(labels_dirty_, false)) updateLabels();
  mirror_->setHurried(quality_.isHurried());
  // Qt3D's jobs of the first frames end in a fault where nodes are deleted and made again at once.
  mirror_->flush(std::chrono::milliseconds(1500));
  mirror_->setDetail({view(), dpr(), window_->isGrabbingIds() ? 0.0 : quality_.detailPixels()});
  setQuality();
  window_->frameGraph().beginFrame();
}

void ViewportScene::setQuality() {
  FrameGraph& graph = window_->frameGraph();
  mirror_->cullHidden(camera_, section_->plane().on);
  graph.setGlassEnabled(mirror_->hasGlass());
  graph.setFine(quality_.isFine(), quality_.scale());
  Shadow& shadow = graph.shadow();
  shadow.setSamples(quality_.shadowSamples());
  shadow.follow(mirror_->bounds(), camera_, mirror_->version() + section_->version(), !quality_.isHurried());
  if (shadow.isPending()) invalidate();
}

void ViewportScene::updateCamera() {
  const double w = window_->width(), h = std::max(1, window_->height());
  window_->frameGraph().setCamera(camera_, w / h);
  backdrop_->follow(camera_);
  cube_->place(w, h, dpr());
  updateOutlineArea();
  labels_dirty_ = true;
  lines_dirty_ = lines_dirty_ || trace_.hasTicks() || contacts_->hasLines() || pivot_ || !route_.empty();
}

void ViewportScene::addHighlight(world::NodeRef node, float kind, std::vector<TransientBatches::Item>& out,
                                 Bounds& box) const {
  for (const std::uint32_t slot : mirror_->shownParts(node)) {
    const Part& part = mirror_->part(slot);
    InstanceData data = makeInstance(part.root_t_shape * Eigen::Translation3d(part.mesh->gpu.origin));
    data.info[1] = kind;
    out.push_back({part.mesh, data});
    box.add(part.mesh->geometry->bounds.transformed(part.root_t_shape));
  }
}

// Apart from the rest, which may be much: the pointer is moved often.
void ViewportScene::updateHover() {
  std::vector<TransientBatches::Item> items;
  const auto now = selection_->hovered();
  hovered_ = Bounds();
  if (now && !selection_->contains(*now)) addHighlight(*now, kHover, items, hovered_);
  hover_->assign(items);
  const auto isFrame = [](const auto& node) { return node && std::holds_alternative<FrameId>(*node); };
  if (isFrame(now) || isFrame(was_hovered_)) {
    frames_->update(*mirror_, *selection_, theme_, dpr(), gizmo_->visible());
    labels_dirty_ = true;
  }
  was_hovered_ = now;
  window_->frameGraph().setMaskEnabled(!hover_->empty() || !highlights_->empty());
  updateOutlineArea();
}

void ViewportScene::updateHighlights() {
  std::vector<TransientBatches::Item> items = ghost_items_;
  const auto active = selection_->active();
  for (const auto& node : selection_->nodes())
    if (!active || node != *active) addHighlight(node, kSelected, items, outlined_);
  if (active) addHighlight(*active, kActive, items, outlined_);
  contacts_->paint(*mirror_, ghost_poses_, kContact, items, outlined_);
  highlights_->assign(items);
  window_->frameGraph().setGhostsEnabled(!ghosts_->empty() || contacts_->hasShells());
}

// The outline pass looks at every pixel of its area several times: only where something is outlined.
void ViewportScene::updateOutlineArea() {
  if (highlights_->empty() && hover_->empty()) return;
  Bounds box = outlined_;
  box.add(hovered_);
  window_->frameGraph().setUniform(QStringLiteral("outlineRect"), outlineArea(box, view()));
}

void ViewportScene::updateGhost() {
  ghost_items_.clear();
  ghost_poses_.clear();
  outlined_ = Bounds();
  std::vector<TransientBatches::Item> shown;
  if (ghost_joints_ && mirror_->world().object(ghost_object_)) {
    const world::World& world = mirror_->world();
    model::Overrides there;
    there.joints[ghost_object_] = *ghost_joints_;
    const model::Overlay ghost = poses_->over(world, there);
    for (const ObjectId object : withAllBelow(world, ghost_object_)) {
      for (const std::uint32_t slot : mirror_->partsOf(object, true)) {
        const EntityId entity = mirror_->part(slot).entity;
        if (mirror_->isCurrent(mirror_->part(slot))) ghost_poses_[entity] = ghost.rootT(entity);
      }
      for (const std::uint32_t slot : mirror_->partsOf(object, false)) {
        const Part& part = mirror_->part(slot);
        if (!mirror_->isCurrent(part) || !mirror_->rules().visibility.showsPart(world, part.object, part.entity))
          continue;
        const Eigen::Affine3d root_t_shape = ghost.rootT(part.entity).isometry() * part.entity_t_shape;
        InstanceData data = makeInstance(root_t_shape * Eigen::Translation3d(part.mesh->gpu.origin));
        const float color[4] = {part.color.r, part.color.g, part.color.b, part.color.a};
        std::copy(color, color + 4, data.color);
        data.info[2] = 0.35f;
        shown.push_back({part.mesh, data});
        data.info[1] = kGhost;
        ghost_items_.push_back({part.mesh, data});
        outlined_.add(part.mesh->geometry->bounds.transformed(root_t_shape));
      }
    }
  }
  postures_.draw(*mirror_, *poses_, theme_, shown);
  for (const MovedGhosts& moved : moved_) moved.draw(*mirror_, *poses_, theme_, shown);
  onion_.draw(*mirror_, *poses_, theme_, shown);
  ghosts_->assign(shown);
}

void ViewportScene::updateLabels() {
  std::vector<Label> others = contacts_->labels(dpr());
  const std::vector<Label> steps = route_.labels(theme_, dpr());
  others.insert(others.end(), steps.begin(), steps.end());
  labels_->update({view(), dpr(), theme_, *mirror_, *frames_, *gizmo_, *cube_, grid_, floor_, std::move(others),
                   covered_, had_tools_});
}

void ViewportScene::updateLines() {
  std::vector<Line> lines;
  const ViewTransform v = view();
  trace_.addLines(v, theme_, lines);
  trace_lines_->assign(lines);
  contacts_->drawLines(v);
  lines.clear();
  if (gap_) lines.push_back({gap_->first, gap_->second, theme_.contact, 2.5, 8});
  gap_lines_->assign(lines);
  lines.clear();
  route_.addLines(v, theme_, lines);
  route_lines_->assign(lines);
  lines.clear();
  if (pivot_) addPivot(*pivot_, v, theme_, lines);
  pivot_lines_->assign(lines);
}

}  // namespace ww::ui::scene
