// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/viewport.h"

#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/bridge/motion_names.h"
#include "ui/scene/fit_points.h"
#include "ui/scene/view_follower.h"
#include "ui/scene/viewport_input.h"

namespace ww::ui {

struct Viewport::Impl {
  SessionBridge* bridge = nullptr;
  Selection* selection = nullptr;
  PoseLayer* poses = nullptr;
  scene::SceneWindow* window = nullptr;  // owned by the container
  QWidget* container = nullptr;
  std::unique_ptr<scene::ViewportScene> scene;
  std::unique_ptr<scene::Navigation> navigation;
  std::unique_ptr<ToolLock> lock;
  std::unique_ptr<scene::TransformTool> tool;
  std::unique_ptr<scene::ViewportInput> input;
  std::unique_ptr<scene::ViewFollower> follower;
  Tool current_tool = Tool::kSelect;
  Space space = Space::kWorld;
  scene::HandleTarget* hand = nullptr;
  std::function<bool(const QKeyEvent&)> on_key;
  quint64 synced = 0, presented = 0;
  quint64 synced_at = 0;  // number of the frame before which the world was updated
  FrameTotals frame_totals;
  bool filled = false;          // something has been shown
  bool auto_fit = false;        // another world was opened, and nobody has seen it yet: the surface may still change
  bool fit_when_whole = false;  // somebody asked for all while it was being made

  bool shows(const world::NodeRef& node) const {
    return scene->mirror().rules().visibility.shows(scene->mirror().world(), node);
  }
  bool isLocked(const world::NodeRef& node) const {
    return scene->mirror().rules().visibility.isLocked(scene->mirror().world(), node);
  }

  // All that is shown, frames included, in view.
  CameraState fitAll() const {
    std::vector<Vec3> points = scene->mirror().corners();
    scene->mirror().world().forEachFrame([&](const world::Frame& frame) {
      if (shows(frame.id)) points.push_back(scene->mirror().rootT(frame.id).p);
    });
    if (!points.empty()) return fit(points);
    CameraState usual;
    usual.ortho = navigation->destination().ortho;
    return usual;
  }
  CameraState fit(const std::vector<Vec3>& points) const {
    const auto view = scene->view();
    return scene::fitted(navigation->destination(), points, view.width() / view.height());
  }

  // At once, or when all is there that is to be fitted.
  void showAll(bool animated) {
    fit_when_whole = scene->mirror().isWorking();
    if (fit_when_whole) return;
    if (animated) navigation->flyTo(fitAll());
    else navigation->set(fitAll());
  }

  // The world is shown, or a part of it.
  void onMirrorChanged() {
    synced_at = window->framesDrawn();
    placeGizmo();
    if (fit_when_whole && !scene->mirror().isWorking()) showAll(false);
  }

  void placeGizmo() { tool->placeGizmo(scene->mirror().world(), scene->window()->devicePixelRatio()); }
};

Viewport::Viewport(SessionBridge* bridge, Selection* selection, PoseLayer* poses, QWidget* parent)
    : QWidget(parent), impl_(std::make_unique<Impl>()) {
  qputenv("QT3D_RENDERER", "opengl");
  Impl& d = *impl_;
  d.bridge = bridge;
  d.selection = selection;
  d.poses = poses;
  d.window = new scene::SceneWindow(scene::SceneWindow::suitableSamples());
  d.container = QWidget::createWindowContainer(d.window, this);
  // In the windows of the widgets around it, not in that of the whole window: so that others can lie over it.
  d.container->setAttribute(Qt::WA_NativeWindow);
  d.container->setAcceptDrops(true);
  d.container->setFocusPolicy(Qt::StrongFocus);
  d.container->setMinimumSize(160, 120);
  d.container->installEventFilter(this);
  setAccessibleName(tr("3D view"));
  setAccessibleDescription(tr("The world in three dimensions: click selects, middle drag orbits, wheel zooms"));
  d.container->setAccessibleName(tr("3D view surface"));
  setFocusProxy(d.container);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(d.container);

  d.scene = std::make_unique<scene::ViewportScene>(d.window, selection, poses);
  d.navigation = std::make_unique<scene::Navigation>();
  d.tool = std::make_unique<scene::TransformTool>(d.scene->gizmo(), bridge, selection, poses);
  d.lock = std::make_unique<ToolLock>(*bridge, *selection);
  d.tool->setLock(d.lock.get());
  d.tool->setKept([&d](const world::NodeRef& node) { return !d.shows(node) || d.isLocked(node); });
  d.input = std::make_unique<scene::ViewportInput>(*d.scene, *d.navigation, *d.tool, selection);
  impl_->navigation->setReducedMotion(style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0);
  watchView();
  watchWorld();
  d.navigation->set(CameraState());
  syncWorld();
}

void Viewport::watchView() {
  Impl& d = *impl_;
  d.window->on_event = [this](QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::Wheel)
      impl_->auto_fit = impl_->fit_when_whole = false;
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick) takeKeys();
    const bool key = event->type() == QEvent::KeyPress && impl_->on_key && !impl_->input->busy();
    if (key && impl_->on_key(*static_cast<QKeyEvent*>(event))) return true;
    return impl_->input->handle(event);
  };
  connect(d.window, &scene::SceneWindow::surfaceChanged, this, [this] {
    if (impl_->auto_fit) impl_->navigation->set(impl_->fitAll());
  });
  connect(d.navigation.get(), &scene::Navigation::changed, this,
          [this] { impl_->scene->setCamera(impl_->navigation->camera()); });
  connect(d.window, &scene::SceneWindow::frameDrawn, this, &Viewport::onFrameDrawn);
  auto* input = d.input.get();
  connect(input, &scene::ViewportInput::hint, this, &Viewport::hint);
  connect(input, &scene::ViewportInput::postureChosen, this, &Viewport::postureChosen);
  connect(input, &scene::ViewportInput::stepChosen, this, &Viewport::stepChosen);
  connect(input, &scene::ViewportInput::aimedAt, this, &Viewport::aimedAt);
  connect(input, &scene::ViewportInput::fitAll, this, &Viewport::fitAll);
  connect(input, &scene::ViewportInput::fitSelection, this, &Viewport::fitSelection);
  connect(input, &scene::ViewportInput::contextMenu, this, [this](const QPoint& global, const QPointF& p) {
    const auto nodes = nodesAt(p);
    Q_EMIT contextMenuRequested(global, nodes.empty() ? std::nullopt : std::optional(nodes.front()));
  });
}

void Viewport::watchWorld() {
  const Impl& d = *impl_;
  connect(d.bridge, &SessionBridge::changed, this, [this](const ChangePtr& change) {
    const bool other = change->kind == session::Change::Kind::kReplace;
    if (other && impl_->tool->dragging()) impl_->input->cancel();  // ids stand for other things now
    if (other) impl_->scene->frames().forgetExtents();
    syncWorld();
    // An edit must not move the view.
    impl_->auto_fit = other;
    if (impl_->auto_fit || impl_->fit_when_whole) impl_->showAll(false);
  });
  // A preview may end in the same turn in which its result was committed.
  connect(d.poses, &PoseLayer::changed, this, &Viewport::syncWorld);
  connect(d.lock.get(), &ToolLock::changed, this, [this] {
    impl_->placeGizmo();
    impl_->scene->invalidate();
  });
  connect(&d.scene->mirror(), &scene::WorldMirror::changed, this, [this] { impl_->onMirrorChanged(); });
}

Viewport::~Viewport() {
  Impl& d = *impl_;
  d.window->on_event = {};
  d.window->disconnect(this);
  d.bridge->disconnect(this);
  d.poses->disconnect(this);
  d.selection->disconnect(this);
  // What is drawn goes before the window that owns the scene's root.
  d.input.reset();
  d.follower.reset();
  d.tool.reset();
  d.lock.reset();
  d.navigation.reset();
  d.scene.reset();
  delete d.container;
}

void Viewport::syncWorld() {
  Impl& d = *impl_;
  const auto snapshot = d.bridge->snapshot();
  if (snapshot.world.get() != &d.scene->mirror().world()) {
    d.scene->setWorld(snapshot.world);
    if (!d.filled && snapshot.world->objectCount() > 1) {
      d.filled = d.auto_fit = true;
      d.showAll(false);
    }
  }
  d.synced = snapshot.revision;
  d.synced_at = d.window->framesDrawn();
  d.scene->invalidate();
  d.placeGizmo();
}

void Viewport::onFrameDrawn() {
  Impl& d = *impl_;
  d.frame_totals.cpu_ms += d.window->lastFrameCpuMs();
  d.frame_totals.wall_ms += d.window->lastFrameWallMs();
  // A world may be on the screen before it is told that it came.
  const bool is_new = d.presented != d.synced;
  if ((!is_new && !d.auto_fit) || !d.scene->mirror().complete()) return;
  // New batches show one frame after they were made.
  if (d.window->framesDrawn() < d.synced_at + 2) return d.scene->invalidate();
  d.presented = d.synced;
  d.auto_fit = false;  // from here on the camera moves only when asked to
  if (is_new) Q_EMIT framePresented(d.presented);
}

CameraState Viewport::camera() const { return impl_->scene->view().camera(); }

void Viewport::setCamera(const CameraState& camera, bool animated) {
  impl_->filled = true;
  impl_->auto_fit = impl_->fit_when_whole = false;
  if (animated) impl_->navigation->flyTo(camera);
  else impl_->navigation->set(camera);
}

scene::ViewTransform Viewport::viewTransform() const { return impl_->scene->view(); }
ToolLock& Viewport::toolLock() const { return *impl_->lock; }
void Viewport::setTheme(bool dark) { impl_->scene->setTheme(dark); }
void ViewProbe::setReducedMotion(bool on) const { view_.impl_->navigation->setReducedMotion(on); }

void Viewport::setTool(Tool tool) {
  Impl& d = *impl_;
  if (d.current_tool == tool) return;
  d.input->cancel();
  d.current_tool = tool;
  d.input->setAiming(tool == Tool::kTarget);
  d.tool->setTarget(tool == Tool::kHand ? d.hand : nullptr);
  const bool moves = tool == Tool::kMove || (tool == Tool::kHand && d.hand);
  d.tool->setKind(moves                   ? scene::GizmoKind::kMoveTurn
                  : tool == Tool::kRotate ? scene::GizmoKind::kRotate
                                          : scene::GizmoKind::kNone);
  d.placeGizmo();
  d.input->lookAgain();
  d.scene->invalidate();
  Q_EMIT toolChanged();
}

void Viewport::setHandTarget(scene::HandleTarget* target) {
  impl_->hand = target;
  if (impl_->current_tool != Tool::kHand) return;
  impl_->tool->setTarget(target);
  handMoved();
}

void Viewport::handMoved() {
  impl_->input->dragWentOn();
  impl_->placeGizmo();
  impl_->scene->invalidate();
}

Viewport::Tool Viewport::tool() const { return impl_->current_tool; }

void Viewport::setSpace(Space space) {
  impl_->space = space;
  impl_->tool->setLocal(space == Space::kLocal);
  impl_->placeGizmo();
  impl_->scene->invalidate();
}

Viewport::Space Viewport::space() const { return impl_->space; }

void Viewport::setSnap(double grid_mm, double angle_deg, bool enabled) {
  impl_->tool->setSnap({enabled, grid_mm / 1000.0, angle_deg * std::numbers::pi / 180.0});
}

void Viewport::setShown(ViewLayer layer, bool on) {
  switch (layer) {
    case ViewLayer::kGrid: return impl_->scene->setGridVisible(on);
    case ViewLayer::kFrames: return impl_->scene->setFramesVisible(on);
    case ViewLayer::kCollision: {
      scene::PartRules rules = impl_->scene->mirror().rules();
      rules.collision = on ? project::CollisionShown::kAlone : project::CollisionShown::kNo;
      return impl_->scene->mirror().setRules(std::move(rules));
    }
    case ViewLayer::kEdges: return impl_->scene->mirror().setEdgesVisible(on);
  }
}

void Viewport::setView(ViewKeeper& keeper) {
  impl_->follower = std::make_unique<scene::ViewFollower>(*impl_->scene, *impl_->selection, keeper);
  keeper.setSpan([scene = impl_->scene.get()] { return scene->mirror().bounds(); });
}

scene::ViewMarks& Viewport::marks() const { return *impl_->scene; }

std::vector<world::NodeRef> Viewport::nodesAt(const QPointF& p) {
  return scene::nodesAt(impl_->scene->mirror(), impl_->scene->frames(), impl_->scene->view(), {p.x(), p.y()});
}

bool ViewProbe::isComplete() const { return view_.impl_->scene->mirror().complete(); }

std::optional<Vec3> Viewport::surfaceAt(const QPointF& p) {
  const auto hit = scene::surfaceAt(impl_->scene->mirror(), impl_->scene->view().rayAt({p.x(), p.y()}));
  return hit ? std::optional(hit->point) : std::nullopt;
}

std::optional<DropPoint> Viewport::dropPointAt(const QPointF& p) {
  if (const auto hit = scene::surfaceAt(impl_->scene->mirror(), impl_->scene->view().rayAt({p.x(), p.y()})))
    return DropPoint{hit->point, hit->entity};
  const auto floor = placeAt(p);
  return floor ? std::optional(DropPoint{*floor, {}}) : std::nullopt;
}

std::optional<Vec3> Viewport::placeAt(const QPointF& p) {
  if (const auto hit = surfaceAt(p)) return hit;
  return scene::floorAt(impl_->scene->view(), {p.x(), p.y()}, impl_->scene->floor());
}

std::optional<QPointF> ViewProbe::handlePosition(scene::Handle handle) const {
  const auto p = view_.impl_->scene->gizmo().grip(view_.impl_->scene->view(), handle);
  return p ? std::optional(QPointF(p->x(), p->y())) : std::nullopt;
}

std::optional<QPointF> ViewProbe::cubePosition(const scene::CubeSpot& spot) const {
  const auto p = view_.impl_->scene->cube().pixelOf(spot, view_.camera());
  return p ? std::optional(QPointF(p->x(), p->y())) : std::nullopt;
}

std::optional<std::size_t> ViewProbe::postureAt(const QPointF& p) const {
  return view_.impl_->scene->postureAt({p.x(), p.y()});
}

std::optional<std::size_t> ViewProbe::routeAt(const QPointF& p) const {
  return view_.impl_->scene->routeAt({p.x(), p.y()});
}

const std::vector<scene::Label>& ViewProbe::labels() const { return view_.impl_->scene->labels().shown(); }

void Viewport::grabImage(std::function<void(QImage)> done) { impl_->window->capture(std::move(done)); }

void ViewProbe::grabIds(std::function<void(std::vector<std::uint64_t>, QSize)> done) const {
  view_.impl_->window->captureIds([impl = view_.impl_.get(), done = std::move(done)](const QImage& image) {
    const QImage rgb = image.convertToFormat(QImage::Format_RGB32);
    std::vector<std::uint64_t> ids;
    ids.reserve(static_cast<std::size_t>(rgb.width()) * static_cast<std::size_t>(rgb.height()));
    for (int y = 0; y < rgb.height(); ++y)
      for (int x = 0; x < rgb.width(); ++x) {
        const QRgb c = rgb.pixel(x, y);
        const auto slot = static_cast<std::uint32_t>(qRed(c) | qGreen(c) << 8 | qBlue(c) << 16);
        ids.push_back(slot == 0 ? 0 : impl->scene->mirror().part(slot - 1).object.value);
      }
    done(std::move(ids), rgb.size());
  });
}

FrameTotals ViewProbe::frameTotals() const {
  FrameTotals totals = view_.impl_->frame_totals;
  totals.entities = view_.impl_->scene->mirror().entityCount();
  return totals;
}

scene::SceneWindow* Viewport::surface() const { return impl_->window; }
void Viewport::setKeyHandler(std::function<bool(const QKeyEvent&)> handler) {
  impl_->on_key = std::move(handler);
  impl_->input->setHasViewKeys(!impl_->on_key);
}

void Viewport::fitAll() {
  impl_->auto_fit = false;
  // Of a world that is not here yet: once it is.
  impl_->fit_when_whole = impl_->bridge->snapshot().world.get() != &impl_->scene->mirror().world();
  if (!impl_->fit_when_whole) impl_->showAll(true);
}

void Viewport::fitSelection() {
  Impl& d = *impl_;
  d.auto_fit = d.fit_when_whole = false;
  d.scene->mirror().finish();
  std::vector<Vec3> points;
  for (const auto& node : d.selection->nodes()) {
    const auto corners = d.scene->mirror().cornersOf(node);
    points.insert(points.end(), corners.begin(), corners.end());
    if (!corners.empty() || !isThere(d.scene->mirror().world(), node) || !d.shows(node)) continue;
    // A frame or an empty object: a little room around it.
    const Vec3 p = d.scene->mirror().rootT(node).p;
    points.push_back(p - Vec3::Constant(0.15));
    points.push_back(p + Vec3::Constant(0.15));
  }
  if (points.empty()) return fitAll();
  d.navigation->flyTo(d.fit(points));
}

void Viewport::fitBox(const Bounds& box, ViewFit fit) {
  Bounds whole = box;
  if (fit == ViewFit::kBeside) {
    const CameraState now = impl_->navigation->destination();
    const Vec3 around = Vec3::Constant(0.5 * now.distance() * std::tan(0.5 * now.vertical_fov));
    whole.add(now.target - around);
    whole.add(now.target + around);
  }
  impl_->filled = true;
  impl_->auto_fit = impl_->fit_when_whole = false;
  impl_->navigation->flyTo(impl_->fit(scene::fitPoints({whole})));
}

void Viewport::lookAt(const scene::Spot& spot) {
  Impl& d = *impl_;
  if (spot.points.empty()) return;
  d.filled = true;
  d.auto_fit = d.fit_when_whole = false;
  d.scene->mirror().syncPoses();  // a moment of a motion may have been asked for just now
  const auto view = d.scene->view();
  d.navigation->flyTo(
      scene::lookingAt(d.scene->mirror(), {d.navigation->destination(), view.width(), view.height()}, spot));
}

void Viewport::setStandardView(ViewGoal view) {
  auto& navigation = *impl_->navigation;
  if (const auto* turn = std::get_if<scene::ViewTurn>(&view))
    return navigation.flyTo(scene::steppedOn(navigation.destination(), *turn));
  navigation.setStandardView(std::get<scene::StandardView>(view));
}
void Viewport::toggleProjection() { impl_->navigation->toggleProjection(); }

void Viewport::takeKeys() {
  if (!impl_->container->isActiveWindow()) window()->activateWindow();
  impl_->container->setFocus(Qt::MouseFocusReason);
}

// The surface never has the keys of the window system, which come and go in their own time: its container has
// them, as any widget, and hands them on. So Tab leads in and out, and shortcuts are found.
bool Viewport::handleKeys(QEvent* event) {
  switch (event->type()) {
    case QEvent::FocusIn: return true;  // the container would ask for the keys of the window system
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
    case QEvent::KeyRelease: return impl_->window->on_event && impl_->window->on_event(event);
    default: return false;
  }
}

bool Viewport::eventFilter(QObject* watched, QEvent* event) {
  if (watched == impl_->container && handleKeys(event)) return true;
  if (watched == impl_->container && handleDrag(event)) return true;
  return QWidget::eventFilter(watched, event);
}

void Viewport::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) setAccessibleName(tr("3D view"));
  QWidget::changeEvent(event);
}

}  // namespace ww::ui
