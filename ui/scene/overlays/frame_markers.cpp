// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/frame_markers.h"

#include <algorithm>

#include "ui/scene/materials.h"
#include "ui/scene/overlays/shapes.h"

namespace ww::ui::scene {
namespace {

constexpr float kSizePixels = 30.0f;
constexpr std::size_t kMany = 40, kTooManyNames = 150;

GpuMesh triad(q3c::QNode* parent) {
  ShapeBuilder b;
  b.arrow(Vec3::Zero(), Vec3::UnitX(), 0.045, 0.32, 0.12, kAxisX);
  b.arrow(Vec3::Zero(), Vec3::UnitY(), 0.045, 0.32, 0.12, kAxisY);
  b.arrow(Vec3::Zero(), Vec3::UnitZ(), 0.045, 0.32, 0.12, kAxisZ);
  b.ball(0.085, QColor(0xb4, 0xb9, 0xc0));
  return b.upload(parent);
}

GpuMesh ring(q3c::QNode* parent) {
  ShapeBuilder b;
  b.torus(Vec3::UnitZ(), 0.62, 0.045, QColor(0xff, 0xd3, 0x3d), 255, 40);
  return b.upload(parent);
}

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

void FrameMarkers::update(const WorldMirror& mirror, const Selection& selection, const SceneTheme& theme, double dpr) {
  std::vector<InstanceData> triads, rings;
  std::vector<Label> labels;
  markers_.clear();
  const std::size_t count = mirror.world().frameCount();
  const bool many = count > kMany;
  const auto hovered = selection.hovered();
  const auto add = [&](const world::Frame& frame) {
    if (!mirror.rules().visibility.shows(mirror.world(), frame.id)) return;
    const Pose root_t_frame = mirror.rootT(frame.id);
    const world::NodeRef node = frame.id;
    const bool selected = selection.contains(node), hot = hovered && *hovered == node;
    const bool locked = mirror.rules().visibility.isLocked(mirror.world(), node);
    const bool active = selected && selection.active() && *selection.active() == node;
    InstanceData data = makeInstance(Eigen::Affine3d(root_t_frame.isometry()));
    const QColor tint = active ? theme.active : selected ? theme.selected : theme.hover;
    const float color[4] = {tint.redF(), tint.greenF(), tint.blueF(), selected ? 0.45f : hot ? 0.3f : 0.0f};
    std::copy(color, color + 4, data.color);
    data.info[2] = static_cast<float>(dpr) * kSizePixels * (selected || hot ? 1.25f : 1.0f);
    data.info[3] = many && !selected && !hot ? 0.45f : 1.0f;
    if (locked) data.info[3] *= 0.45f;
    triads.push_back(data);
    if (frame.is_attachment) rings.push_back(data);
    if (!locked) markers_.push_back({frame.id, root_t_frame.p});
    if (count > kTooManyNames && !selected && !hot) return;
    Label label;
    label.text = QString::fromStdString(frame.name);
    label.anchor = root_t_frame.p;
    label.dx = 9 * dpr;
    label.dy = -16 * dpr;
    label.priority = active ? 4 : selected ? 3 : hot ? 2 : 1;
    label.color = selected ? tint : many && !hot ? theme.text_dim : theme.text;
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

}  // namespace ww::ui::scene
