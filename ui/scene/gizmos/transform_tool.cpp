// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/gizmos/transform_tool.h"

#include <algorithm>

#include "core/usecase/mount.h"
#include "ui/bridge/motion_names.h"

namespace ww::ui::scene {
namespace {

bool canMove(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) return *id != world::kRootObject && world.object(*id);
  if (const auto* id = std::get_if<FrameId>(&node)) return world.frame(*id) != nullptr;
  return false;
}

}  // namespace

TransformTool::TransformTool(Gizmo& gizmo, SessionBridge* bridge, Selection* selection, PoseLayer* poses)
    : gizmo_(gizmo), bridge_(bridge), selection_(selection), poses_(poses) {}

void TransformTool::placeGizmo(const world::World& world, double dpr) {
  dpr_ = dpr;
  if (drag_) return;
  if (target_) {
    auto at = target_->rootT();
    if (kind_ == GizmoKind::kNone || !at) return gizmo_.hide();
    if (!local_) at->q = Quat::Identity();
    gizmo_.setLocked(false);
    return gizmo_.show(kind_, *at, dpr);
  }
  const auto active = selection_->active();
  if (kind_ == GizmoKind::kNone || !active || !canMove(world, *active) || (kept_ && kept_(*active)))
    return gizmo_.hide();
  Pose pose = poses_->rootT(world, *active);
  if (!local_) pose.q = Quat::Identity();
  gizmo_.setLocked(lock_ && lock_->isLocked());
  gizmo_.show(kind_, pose, dpr);
}

std::vector<TransformTool::Moved> TransformTool::movable(const world::World& world) const {
  std::vector<Moved> out;
  const auto is_chosen = [this](const world::NodeRef& other) { return selection_->contains(other); };
  for (const auto& node : selection_->nodes())
    if (canMove(world, node) && !(kept_ && kept_(node)) && !usecase::isCarried(world, node, is_chosen))
      out.push_back({node, world.rootT(node)});
  // The pose layer has many the quicker.
  std::ranges::sort(out, {}, &Moved::node);
  return out;
}

void TransformTool::setTarget(HandleTarget* target) {
  if (target_ == target) return;
  cancel();
  target_ = target;
}

void TransformTool::take(Handle handle, const ViewTransform& view, const Eigen::Vector2d& pixel) {
  motion_ = pointed_ = Motion();
  typed_.clear();
  problem_.clear();
  drag_.emplace(handle, gizmo_.pose(), view, pixel, gizmo_.ringPixels(handle));
  gizmo_.setOnly(handle);
  gizmo_.setHot(handle);
}

bool TransformTool::begin(Handle handle, const ViewTransform& view, const Eigen::Vector2d& pixel) {
  if (target_) {
    const auto at = target_->rootT();
    if (!at || !target_->begin()) return false;
    root_t_target_ = *at;
    take(handle, view, pixel);
    return true;
  }
  if (gizmo_.locked()) {
    lock_->refuse();
    return false;
  }
  const auto snapshot = bridge_->snapshot();
  moved_ = movable(*snapshot.world);
  if (moved_.empty()) return false;
  poses_->clear();
  take(handle, view, pixel);
  return true;
}

void TransformTool::show(const Motion& motion) {
  motion_ = motion;
  const Vec3 pivot = drag_->pivot();
  if (target_) {
    target_->want(motion.apply(root_t_target_, pivot));
  } else {
    std::vector<std::pair<world::NodeRef, Pose>> shown;
    for (const Moved& m : moved_) shown.emplace_back(m.node, motion.apply(m.root_t_node, pivot));
    poses_->setRootT(shown);
  }
  Pose at = gizmo_.pose();
  at.p = pivot + motion.shift;
  gizmo_.show(kind_, at, dpr_);
}

void TransformTool::move(const ViewTransform& view, const Eigen::Vector2d& pixel, bool fine) {
  if (!drag_) return;
  pointed_ = drag_->moveTo(view, pixel, snap_, fine);
  if (typed_.isEmpty()) show(pointed_);
}

bool TransformTool::type(int key, const QString& text) {
  if (!drag_) return false;
  if (key == Qt::Key_Backspace) typed_.chop(1);
  else if (text.size() == 1 && text[0].isPrint()) typed_ += text;
  else return false;
  problem_.clear();
  if (typed_.trimmed().isEmpty()) {
    typed_.clear();
    show(pointed_);
    return true;
  }
  // Half a number or an expression moves nothing: the last whole one stays.
  const auto typed = drag_->typed(typed_);
  if (typed.motion) show(*typed.motion);
  problem_ = typed.error;
  return true;
}

bool TransformTool::finish() {
  if (!drag_ || !problem_.isEmpty()) return false;
  if (target_) {
    const bool goes = !motion_.nothing();
    letGo();
    goes ? target_->finish() : target_->cancel();
    return goes;
  }
  // What was deleted meanwhile is not moved.
  const auto world = bridge_->snapshot().world;
  std::erase_if(moved_, [&](const Moved& m) { return !isThere(*world, m.node); });
  if (moved_.empty()) return cancel(), false;
  const Vec3 pivot = drag_->pivot();
  std::vector<session::EditsPtr> edits;
  for (const Moved& m : moved_)
    edits.push_back(session::setPose(m.node, world::kRootObject, motion_.apply(m.root_t_node, pivot)));
  const bool changes = !motion_.nothing();
  const QString text = label();
  letGo();
  if (changes) bridge_->commit(text, session::join(edits));
  // After the commit, so that the old place never shows in between.
  poses_->clear();
  return changes;
}

void TransformTool::cancel() {
  if (!drag_) return;
  letGo();
  if (target_) return target_->cancel();
  poses_->clear();
}

void TransformTool::letGo() {
  drag_.reset();
  typed_.clear();
  problem_.clear();
  gizmo_.setOnly(Handle::kNone);
  gizmo_.setHot(Handle::kNone);
}

QString TransformTool::readout() const {
  if (!drag_) return {};
  QString now = drag_->readout(motion_);
  if (const QString more = target_ ? target_->readout() : QString(); !more.isEmpty())
    now += QStringLiteral("   ") + more;
  if (typed_.isEmpty()) return now;
  // Of what is long, the end, which is being typed.
  constexpr qsizetype kShown = 24;
  const QString end = typed_.size() > kShown ? QString(QChar(u'…') + typed_.right(kShown - 1)) : typed_;
  return now + QStringLiteral("   [") + end + (problem_.isEmpty() ? QStringLiteral("]") : QStringLiteral(" ?]"));
}

std::optional<std::pair<Vec3, Vec3>> TransformTool::gap() const {
  const auto at = drag_ && target_ ? target_->rootT() : std::nullopt;
  if (!at) return std::nullopt;
  return std::pair(at->p, gizmo_.pose().p);
}

QString TransformTool::label() const {
  const auto world = bridge_->snapshot().world;
  const bool turn = isTurn(drag_->handle());
  if (moved_.size() > 1) {
    const auto count = static_cast<int>(moved_.size());
    return turn ? tr("Rotate %n objects", nullptr, count) : tr("Move %n objects", nullptr, count);
  }
  const QString name = QString::fromStdString(world->display(moved_.front().node));
  return turn ? tr("Rotate %1").arg(name) : tr("Move %1").arg(name);
}

}  // namespace ww::ui::scene
