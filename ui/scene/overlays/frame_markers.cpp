// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/frame_markers.h"

#include <algorithm>
#include <utility>

#include "ui/scene/materials.h"
#include "ui/scene/overlays/shapes.h"

namespace ww::ui::scene {
namespace {

constexpr float kSizePixels = 30.0f;
constexpr std::size_t kMany = 40, kMostNames = 60;
// Frames of what is smaller than that on screen are points; that of marker.vert.
constexpr double kPointPixels = 40.0;
constexpr double kOnPlane = 1e-6;                        // metres
constexpr double kLeastExtent = 0.5, kRootExtent = 1.0;  // metres
constexpr int kPointTag = 200;                           // of what stays of the arrows then

GpuMesh triad(q3c::QNode* parent) {
  ShapeBuilder b;
  b.arrow(Vec3::Zero(), Vec3::UnitX(), 0.045, 0.32, 0.12, kAxisX);
  b.arrow(Vec3::Zero(), Vec3::UnitY(), 0.045, 0.32, 0.12, kAxisY);
  b.arrow(Vec3::Zero(), Vec3::UnitZ(), 0.045, 0.32, 0.12, kAxisZ);
  b.ball(0.085, QColor(0xb4, 0xb9, 0xc0), kPointTag);
  return b.upload(parent);
}

GpuMesh ring(q3c::QNode* parent) {
  ShapeBuilder b;
  b.torus(Vec3::UnitZ(), 0.62, 0.045, QColor(0xff, 0xd3, 0x3d), 255, 40);
  return b.upload(parent);
}

QString shortened(const QString& text, qsizetype most) {
  return text.size() <= most ? text : text.left(most - 1) + QChar(0x2026);
}

// Letters of a name that is that far away.
qsizetype lettersFor(double depth, double focus) {
  constexpr double kNear = 1.6, kFar = 3.0;
  const double share = depth / std::max(focus, 1e-6);
  return share < kNear ? 200 : share < kFar ? 14 : 8;
}

float fade(std::size_t count) { return std::clamp(1.25f - static_cast<float>(count) / 48.0f, 0.45f, 1.0f); }

}  // namespace

FrameMarkers::FrameMarkers(FrameGraph& graph, q3c::QEntity* root)
    : triads_(std::make_unique<InstanceBuffer>(root)), rings_(std::make_unique<InstanceBuffer>(root)) {
  DrawState state;
  state.blend = true;
  auto* material = makeMaterial(QStringLiteral("marker.vert"), QStringLiteral("marker.frag"), state, root);
  const std::vector<q3r::QLayer*> layers{graph.layer(LayerId::kMarker)};
  triad_batch_ = std::make_unique<Batch>(triad(root), Batch::What::kTriangles, *triads_, material, layers, root);
  ring_batch_ = std::make_unique<Batch>(ring(root), Batch::What::kTriangles, *rings_, material, layers, root);
}

FrameMarkers::~FrameMarkers() = default;

void FrameMarkers::setVisible(bool on) { visible_ = on; }

// How large what a frame belongs to is: where that is small on screen its name is of no use. Asked for very many.
double FrameMarkers::extentOf(const WorldMirror& mirror, ObjectId object) {
  if (object == world::kRootObject) return kRootExtent;
  const auto [it, fresh] = extents_.try_emplace(object, kLeastExtent);
  if (!fresh) return it->second;
  if (const Bounds box = mirror.boundsOf(object); !box.empty()) it->second = std::max(kLeastExtent, box.size().norm());
  return it->second;
}

void FrameMarkers::update(const WorldMirror& mirror, const Selection& selection, const SceneTheme& theme, double dpr,
                          bool handles) {
  std::vector<InstanceData> triads, rings;
  std::vector<Label> labels;
  markers_.clear();
  // Joints change sizes little.
  const std::size_t objects = mirror.world().objectCount();
  if (std::exchange(known_objects_, objects) != objects || mirror.isWorking()) extents_.clear();
  const bool many = mirror.world().frameCount() > kMany;
  const auto hovered = selection.hovered();
  const auto add = [&](const world::Frame& frame) {
    if (!mirror.rules().visibility.shows(mirror.world(), frame.id)) return;
    const Pose root_t_frame = mirror.rootT(frame.id);
    const world::NodeRef node = frame.id;
    const bool selected = selection.contains(node), hot = hovered && *hovered == node;
    if (!selected && section_.on && section_.normal.dot(root_t_frame.p) > section_.offset + kOnPlane) return;
    const bool locked = mirror.rules().visibility.isLocked(mirror.world(), node);
    const bool active = selected && selection.active() && *selection.active() == node;
    InstanceData data = makeInstance(Eigen::Affine3d(root_t_frame.isometry()));
    const QColor tint = active ? theme.active : selected ? theme.selected : theme.hover;
    const float color[4] = {tint.redF(), tint.greenF(), tint.blueF(), selected ? 0.45f : hot ? 0.3f : 0.0f};
    std::copy(color, color + 4, data.color);
    const double extent = selected || hot ? 0.0 : extentOf(mirror, frame.object);
    data.info[0] = static_cast<float>(extent);
    data.info[2] = static_cast<float>(dpr) * kSizePixels * (selected || hot ? 1.25f : 1.0f);
    data.info[3] = many && !selected && !hot ? 0.45f : 1.0f;
    if (locked) data.info[3] *= 0.45f;
    if (!active || !handles) triads.push_back(data);
    if (frame.is_attachment) rings.push_back(data);
    if (!locked) markers_.push_back({frame.id, root_t_frame.p});
    Label label;
    label.anchor = root_t_frame.p;
    label.dx = 9 * dpr;
    label.dy = -16 * dpr;
    label.priority = active ? 4 : selected ? 3 : hot ? 2 : 1;
    label.color = selected ? theme.selected_text : theme.text;
    label.movable = true;
    label.always = hot;
    label.extent = extent;
    label.frame = frame.id;
    labels.push_back(label);
  };
  if (visible_) mirror.world().forEachFrame(add);
  triads_->assign(std::move(triads));
  rings_->assign(std::move(rings));
  triads_->flush();
  rings_->flush();
  triad_batch_->update();
  ring_batch_->update();
  labels_ = std::move(labels);
}

std::vector<Label> FrameMarkers::labels(const ViewTransform& view, const world::World& world) const {
  struct Seen {
    const Label* label;
    double depth;
  };
  std::vector<Seen> seen;
  for (const Label& label : labels_) {
    const auto at = view.project(label.anchor);
    if (!at || at->x() < 0 || at->y() < 0 || at->x() > view.width() || at->y() > view.height()) continue;
    const double pixels = label.extent / view.metresPerPixel(label.anchor);
    if (label.extent > 0.0 && pixels < kPointPixels) continue;
    seen.push_back({&label, view.depthOf(label.anchor)});
  }
  std::ranges::sort(seen, [](const Seen& a, const Seen& b) {
    return a.label->priority != b.label->priority ? a.label->priority > b.label->priority : a.depth < b.depth;
  });
  if (seen.size() > kMostNames) seen.resize(kMostNames);
  std::vector<Label> out;
  for (const auto& [label, depth] : seen) {
    const auto frame = world.frame(*label->frame);
    if (!frame) continue;
    out.push_back(*label);
    out.back().text = QString::fromStdString(frame->name);
    if (label->priority > 1) continue;
    out.back().text = shortened(out.back().text, lettersFor(depth, view.camera().distance()));
    out.back().color.setAlphaF(fade(seen.size()) * label->color.alphaF());
  }
  return out;
}

}  // namespace ww::ui::scene
