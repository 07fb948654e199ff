// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/viewport_input.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace ww::ui::scene {
namespace {

constexpr double kClickReach = 4.0;  // pixels
constexpr double kZoomPerPixel = 0.008;

Eigen::Vector2d toEigen(const QPointF& p) { return {p.x(), p.y()}; }

// A pixel wide at least: dragged straight it would have no sides, and bound nothing.
QRectF rubber(const QPointF& from, const QPointF& to) {
  return QRectF(from, to).normalized().adjusted(-0.5, -0.5, 0.5, 0.5);
}

// The middle of what is seen: of the corners of all boxes that are in view.
Vec3 middleOfSeen(WorldMirror& mirror, const ViewTransform& view) {
  Bounds box;
  for (const Vec3& p : mirror.corners())
    if (const auto at = view.depthOf(p) > 0.0 || view.camera().ortho ? view.project(p) : std::nullopt)
      if (at->x() >= 0 && at->y() >= 0 && at->x() <= view.width() && at->y() <= view.height()) box.add(p);
  return box.empty() ? view.camera().target : box.center();
}

}  // namespace

ViewportInput::ViewportInput(ViewportScene& scene, Navigation& navigation, TransformTool& tool, Selection* selection)
    : scene_(scene), navigation_(navigation), tool_(tool), selection_(selection) {
  hover_.setSingleShot(true);
  connect(selection_, &Selection::changed, this, &ViewportInput::lookAgain);
  connect(&hover_, &QTimer::timeout, this, [this] {
    if (gesture_ == Gesture::kNone) hover(toEigen(last_));
  });
}

bool ViewportInput::handle(QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: press(static_cast<QMouseEvent*>(event)); return true;
    case QEvent::MouseMove:
      inside_ = true;
      move(static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseButtonRelease: release(static_cast<QMouseEvent*>(event)); return true;
    case QEvent::Wheel: wheel(static_cast<QWheelEvent*>(event)); return true;
    case QEvent::Leave:
      inside_ = false;
      hover_.stop();
      scene_.setCubeSpot(std::nullopt);
      if (gesture_ != Gesture::kNone) return false;
      selection_->hover(std::nullopt);
      if (std::exchange(at_handle_, false)) tell(idleHint());
      return false;
    case QEvent::ShortcutOverride: {
      // Keys typed while a handle is held are values, not shortcuts.
      auto* k = static_cast<QKeyEvent*>(event);
      const bool ours = tool_.dragging() || (gesture_ != Gesture::kNone && k->key() == Qt::Key_Escape);
      if (ours) event->accept();
      return ours;
    }
    case QEvent::KeyPress: return key(static_cast<QKeyEvent*>(event));
    default: return false;
  }
}

ViewportInput::Gesture ViewportInput::gestureOf(NavigationAct act) {
  switch (act) {
    case NavigationAct::kOrbit: return Gesture::kOrbit;
    case NavigationAct::kPan: return Gesture::kPan;
    case NavigationAct::kZoom: break;
  }
  return Gesture::kZoom;
}

bool ViewportInput::isNavigating() const {
  return gesture_ == Gesture::kOrbit || gesture_ == Gesture::kPan || gesture_ == Gesture::kZoom;
}

void ViewportInput::press(QMouseEvent* event) {
  const auto act = navigationPreset().actOf(event->buttons() | event->button(), event->modifiers());
  if (gesture_ != Gesture::kNone) {
    // A second button: what both do together.
    if (act && (isNavigating() || gesture_ == Gesture::kPress)) gesture_ = gestureOf(*act);
    if (gesture_ == Gesture::kOrbit) holdPivot(toEigen(event->position()));
    return;
  }
  start_ = last_ = event->position();
  moved_ = false;
  double_click_ = event->type() == QEvent::MouseButtonDblClick;
  button_ = event->button();
  const auto at = toEigen(start_);
  if (button_ == Qt::LeftButton && !(event->modifiers() & Qt::AltModifier)) {
    const bool cube = scene_.cube().spotAt(at, navigation_.camera()).has_value();
    const Handle handle = cube ? Handle::kNone : scene_.gizmo().handleAt(scene_.view(), at);
    const bool held = handle != Handle::kNone && tool_.begin(handle, scene_.view(), at);
    const bool locked = !held && handle != Handle::kNone && scene_.gizmo().locked();
    const Gesture free = act && !cube ? gestureOf(*act) : Gesture::kPress;
    gesture_ = held ? Gesture::kHandle : locked ? Gesture::kLocked : free;
    if (held)
      tell(tr("Drag; or type a value such as 25.4+10, 1in or -30deg. Shift: fine. Return takes it, Esc restores"));
  } else if (act) {
    gesture_ = gestureOf(*act);
  } else if (button_ == Qt::RightButton) {
    gesture_ = Gesture::kMenu;
  }
  if (gesture_ == Gesture::kOrbit) holdPivot(at);
}

void ViewportInput::move(QMouseEvent* event) {
  const QPointF now = event->position();
  const QPointF delta = now - last_;
  last_ = now;
  if (gesture_ == Gesture::kNone) return hover_.start(0);
  if (!moved_ && std::hypot(now.x() - start_.x(), now.y() - start_.y()) < kClickReach) return;
  moved_ = true;
  switch (gesture_) {
    case Gesture::kOrbit:
      scene_.setPivot(pivot_);
      navigation_.orbit(delta.x(), delta.y(), pivot_);
      break;
    case Gesture::kPan: navigation_.pan(scene_.view(), delta.x(), delta.y()); break;
    case Gesture::kZoom: navigation_.zoom(std::exp(kZoomPerPixel * delta.y()), navigation_.camera().target); break;
    case Gesture::kHandle:
      tool_.move(scene_.view(), toEigen(now), event->modifiers() & Qt::ShiftModifier);
      dragWentOn();
      break;
    case Gesture::kPress: gesture_ = Gesture::kBox; [[fallthrough]];
    case Gesture::kBox: {
      const bool touch = now.x() < start_.x();
      scene_.setRubber(rubber(start_, now), touch);
      tell(touch ? tr("Release to select everything the rectangle touches (to the right: only what lies inside)")
                 : tr("Release to select what lies inside the rectangle (to the left: whatever it touches)"));
      break;
    }
    case Gesture::kLocked:
    case Gesture::kMenu:
    case Gesture::kNone: break;
  }
}

void ViewportInput::release(QMouseEvent* event) {
  if (gesture_ == Gesture::kNone) return;
  if (event->button() != button_) {
    const auto act = navigationPreset().actOf(event->buttons(), event->modifiers());
    if (act && isNavigating()) gesture_ = gestureOf(*act);
    return;
  }
  const bool navigated = isNavigating();
  const auto at = toEigen(event->position());
  const Gesture gesture = std::exchange(gesture_, Gesture::kNone);
  if (gesture == Gesture::kHandle) {
    if (!finishDrag(at, event->modifiers())) return endGesture();  // the hint tells why
  } else if (gesture == Gesture::kBox) {
    selectBox(event->modifiers());
  } else if (gesture == Gesture::kPress) {
    if (const auto spot = scene_.cube().spotAt(at, navigation_.camera())) useCube(*spot);
    else click(at, event->modifiers());
  } else if (navigated && button_ == Qt::LeftButton && !moved_) {
    click(at, event->modifiers());
  } else if (button_ == Qt::RightButton && !moved_) {
    openMenu(event);
  }
  endGesture();
  hover(at);
}

void ViewportInput::dragWentOn() {
  if (!tool_.dragging()) return;
  scene_.setReadout(tool_.readout(), toEigen(last_));
  scene_.setGap(tool_.gap());
}

void ViewportInput::lookAgain() {
  if (inside_ && gesture_ == Gesture::kNone) hover_.start(0);
}

void ViewportInput::endGesture() {
  gesture_ = Gesture::kNone;
  button_ = Qt::NoButton;
  scene_.setRubber({}, false);
  scene_.setReadout({}, {0, 0});
  scene_.setGap(std::nullopt);
  scene_.setPivot(std::nullopt);
}

// About the point under the pointer, so that it stays there.
void ViewportInput::holdPivot(const Eigen::Vector2d& at) {
  const ViewTransform view = scene_.view();
  const auto hit = surfaceAt(scene_.mirror(), view.rayAt(at));
  pivot_ = hit ? hit->point : middleOfSeen(scene_.mirror(), view);
}

void ViewportInput::useCube(const CubeSpot& spot) {
  const CameraState& now = navigation_.destination();
  switch (spot.kind) {
    case CubeSpot::Kind::kFacet: return navigation_.flyTo(seenFrom(now, spot.facet));
    case CubeSpot::Kind::kTurn: return navigation_.flyTo(quarterTurned(now, spot.turn));
    case CubeSpot::Kind::kHome: break;
  }
  navigation_.setStandardView(StandardView::kIso);
  Q_EMIT fitAll();
}

// False when what was typed is no value.
bool ViewportInput::finishDrag(const Eigen::Vector2d& at, Qt::KeyboardModifiers modifiers) {
  const QString problem = tool_.typedProblem();
  // A click on the middle is meant for what is there.
  const bool click_through = scene_.gizmo().hot() == Handle::kMoveView && !moved_ && !tool_.isTyping();
  if (problem.isEmpty()) {
    tool_.finish();
    if (click_through) click(at, modifiers);
    return true;
  }
  tool_.cancel();
  tell(tr("Nothing was moved. %1").arg(problem));
  return false;
}

std::vector<world::NodeRef> ViewportInput::nodesUnder(const Eigen::Vector2d& at, std::size_t at_most) {
  const auto named = scene_.labels().frameAt(at);
  auto nodes = nodesAt(scene_.mirror(), scene_.frames(), scene_.view(), at, at_most);
  if (!named || scene_.mirror().rules().visibility.isLocked(scene_.mirror().world(), *named)) return nodes;
  std::erase(nodes, world::NodeRef(*named));
  nodes.insert(nodes.begin(), world::NodeRef(*named));
  return nodes;
}

bool ViewportInput::cancel() {
  if (gesture_ == Gesture::kNone) return false;
  tool_.cancel();
  endGesture();
  tell(idleHint());
  return true;
}

void ViewportInput::wheel(QWheelEvent* event) {
  const double steps = (navigationPreset().wheel_up_is_closer ? 1.0 : -1.0) * event->angleDelta().y() / 120.0;
  if (steps == 0.0) return;
  const auto at = toEigen(event->position());
  const ViewTransform view = scene_.view();
  const Ray ray = view.rayAt(at);
  const auto hit = surfaceAt(scene_.mirror(), ray);
  // Over nothing: the point at the depth of the target.
  const CameraState& c = view.camera();
  const double depth = (c.target - ray.origin).dot(c.forward()) / ray.dir.dot(c.forward());
  navigation_.zoom(std::pow(0.85, steps), hit ? hit->point : Vec3(ray.origin + depth * ray.dir));
}

void ViewportInput::hover(const Eigen::Vector2d& at) {
  const auto spot = scene_.cube().spotAt(at, navigation_.camera());
  scene_.setCubeSpot(spot);
  const Handle handle = spot ? Handle::kNone : scene_.gizmo().handleAt(scene_.view(), at);
  if (handle != scene_.gizmo().hot()) {
    scene_.gizmo().setHot(handle);
    scene_.invalidate();
  }
  at_handle_ = spot || handle != Handle::kNone;
  if (at_handle_) {
    selection_->hover(std::nullopt);
    tell(spot ? cubeHint(*spot) : scene_.gizmo().locked() ? lockedHint() : handleHint(handle));
  } else {
    const auto nodes = nodesUnder(at, 1);
    selection_->hover(nodes.empty() ? std::nullopt : std::optional(nodes.front()));
    tell(idleHint());
  }
}

void ViewportInput::click(const Eigen::Vector2d& at, Qt::KeyboardModifiers modifiers) {
  if (aiming_) return aim(at);
  if (const auto posture = scene_.postureAt(at)) {
    Q_EMIT postureChosen(static_cast<int>(*posture));
    return;
  }
  if (const auto step = scene_.routeAt(at)) {
    Q_EMIT stepChosen(static_cast<int>(*step));
    return;
  }
  const auto nodes = nodesUnder(at);
  const bool again = std::hypot(at.x() - last_click_.x(), at.y() - last_click_.y()) < kClickReach;
  last_click_ = QPointF(at.x(), at.y());
  if (nodes.empty()) {
    if (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) return;
    selection_->clear();
    return selection_->setFloorTouch(floorAt(scene_.view(), at, scene_.floor()));
  }
  const bool plain = !(modifiers & (Qt::ControlModifier | Qt::ShiftModifier));
  // The second click of a double click means the same thing as the first. What was selected elsewhere in between
  // begins anew with what is in front.
  if (!again || !plain || selection_->nodes() != last_selected_) click_depth_ = 0;
  else if (!double_click_) ++click_depth_;
  const world::NodeRef node = nodes[click_depth_ % nodes.size()];
  last_selected_ = {node};
  selection_->select({node}, modifiers & Qt::ControlModifier ? Selection::Mode::kToggle
                             : modifiers & Qt::ShiftModifier ? Selection::Mode::kAdd
                                                             : Selection::Mode::kReplace);
  if (selection_->contains(node)) touch(at, node);
}

// What is under the pointer is what the menu is for.
void ViewportInput::openMenu(QMouseEvent* event) {
  const auto at = toEigen(event->position());
  const auto nodes = nodesUnder(at, 1);
  if (!nodes.empty()) {
    const auto hit = surfaceAt(scene_.mirror(), scene_.view().rayAt(at));
    // A link that is selected stays so.
    const bool link = hit && std::holds_alternative<ObjectId>(nodes.front()) && selection_->contains(hit->entity);
    const world::NodeRef node = link ? world::NodeRef(hit->entity) : nodes.front();
    if (!selection_->contains(node)) selection_->select({node});
    touch(at, node);
  } else if (selection_->nodes().empty()) {
    selection_->setFloorTouch(floorAt(scene_.view(), at, scene_.floor()));
  }
  Q_EMIT contextMenu(event->globalPosition().toPoint(), event->position());
}

void ViewportInput::touch(const Eigen::Vector2d& at, const world::NodeRef& node) {
  if (std::holds_alternative<FrameId>(node)) return;
  if (const auto found = touchAt(at, node)) selection_->setTouch(*found);
}

std::optional<Touch> ViewportInput::touchAt(const Eigen::Vector2d& at, const std::optional<world::NodeRef>& node) {
  const Ray ray = scene_.view().rayAt(at);
  const auto hit = surfaceAt(scene_.mirror(), ray, [&](std::uint64_t slot) {
    const Part& part = scene_.mirror().part(static_cast<std::uint32_t>(slot));
    return !node || *node == world::NodeRef(part.object) || *node == world::NodeRef(part.entity);
  });
  if (!hit) return std::nullopt;
  const Vec3 z = hit->normal.dot(ray.dir) > 0.0 ? Vec3(-hit->normal) : hit->normal;
  // Along the world's x as far as the surface allows, on one that faces along x along y.
  const Vec3 wish = std::abs(z.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  const Vec3 x = (wish - wish.dot(z) * z).normalized();
  Eigen::Matrix3d axes;
  axes << x, z.cross(x), z;
  const Pose root_t_point{hit->point, Quat(axes).normalized()};
  return Touch{node.value_or(hit->entity), hit->entity, scene_.mirror().rootT(hit->entity).inverse() * root_t_point};
}

void ViewportInput::aim(const Eigen::Vector2d& at) {
  if (const auto found = touchAt(at, std::nullopt)) Q_EMIT aimedAt(*found);
  else tell(tr("There is no surface here. Click one of an object."));
}

void ViewportInput::selectBox(Qt::KeyboardModifiers modifiers) {
  const bool touch = last_.x() < start_.x();
  const auto nodes = nodesIn(scene_.mirror(), scene_.frames(), scene_.view(), rubber(start_, last_), touch);
  selection_->select(nodes, modifiers & Qt::ControlModifier ? Selection::Mode::kToggle
                            : modifiers & Qt::ShiftModifier ? Selection::Mode::kAdd
                                                            : Selection::Mode::kReplace);
}

// While a handle is held. What is typed and is no value is told, and stays.
void ViewportInput::typeOrEnd(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    cancel();
    return;
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (const QString problem = tool_.typedProblem(); !problem.isEmpty()) {
      tell(problem);
    } else {
      tool_.finish();
      endGesture();
      tell(idleHint());
    }
    return;
  }
  const bool chord = event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
  if (!chord && tool_.type(event->key(), event->text())) dragWentOn();
}

bool ViewportInput::key(QKeyEvent* event) {
  if (tool_.dragging()) {
    typeOrEnd(event);
    return true;  // what is no part of a value does nothing: the world it would change is not the one that is seen
  }
  if (event->key() == Qt::Key_Escape) return cancel();
  if (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab)
    return busy();  // the keys stay while a button is held
  if (!has_view_keys_) return false;
  const bool other = event->modifiers() & Qt::ControlModifier;
  const auto look = [&](StandardView view, StandardView from_behind) {
    navigation_.setStandardView(other ? from_behind : view);
  };
  switch (event->key()) {
    case Qt::Key_Home: Q_EMIT fitAll(); return true;
    case Qt::Key_F: Q_EMIT fitSelection(); return true;
    case Qt::Key_1: look(StandardView::kFront, StandardView::kBack); return true;
    case Qt::Key_3: look(StandardView::kRight, StandardView::kLeft); return true;
    case Qt::Key_7: look(StandardView::kTop, StandardView::kBottom); return true;
    case Qt::Key_5: navigation_.toggleProjection(); return true;
    default: return false;
  }
}

QString ViewportInput::handleHint(Handle handle) const {
  if (handle == Handle::kTurnView) return tr("Drag: turn about the axis towards you");
  if (handle == Handle::kMoveView) return tr("Drag: move in the plane of the screen");
  if (isTurn(handle)) return tr("Drag: turn about this axis");
  return isPlane(handle) ? tr("Drag: move in this plane") : tr("Drag: move along this axis");
}

QString ViewportInput::cubeHint(const CubeSpot& spot) const {
  switch (spot.kind) {
    case CubeSpot::Kind::kFacet: return tr("Click: look from this side: %1").arg(nameOf(spot));
    case CubeSpot::Kind::kTurn: return tr("Click: turn the view by 90 degrees: %1").arg(nameOf(spot));
    case CubeSpot::Kind::kHome: break;
  }
  return tr("Click: the whole world, from the front right above");
}

QString ViewportInput::lockedHint() const {
  const auto& tool = tool_.lock()->tool();
  return tool ? tr("Locked: %1 is the tool of %2. Redefine tool, in the menu Tools, lets it be moved")
                    .arg(tool->name, tool->robot)
              : QString();
}

QString ViewportInput::idleHint() const {
  if (aiming_)
    return tr("Click a surface: a target there, with the tool along its normal, and the steps that go to it.");
  const NavigationPreset& preset = navigationPreset();
  if (selection_->hovered())
    return tr("Click: select; Ctrl adds or removes; again: what lies behind. %1").arg(preset.hint);
  return preset.actOf(Qt::LeftButton, Qt::NoModifier)
             ? tr("Drag with Ctrl: select with a rectangle. %1").arg(preset.hint)
             : tr("Drag: select with a rectangle. %1").arg(preset.hint);
}

void ViewportInput::tell(const QString& text) {
  if (told_ == text) return;
  told_ = text;
  Q_EMIT hint(text);
}

}  // namespace ww::ui::scene
