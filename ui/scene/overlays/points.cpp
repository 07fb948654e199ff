// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/points.h"

#include <algorithm>

#include "core/base/check.h"
#include "ui/scene/materials.h"
#include "ui/scene/overlays/text.h"

namespace ww::ui::scene {
namespace {

constexpr float kPointPixels = 3.0f;
constexpr float kPointSign = -1.0f;  // what the shader of lines takes for a point, in place of a dash
// Told apart by whoever sees no red and green, too, and on faces of any colour.
constexpr float kNearColor[] = {1.0f, 0.82f, 0.10f}, kFarColor[] = {0.10f, 0.35f, 0.95f};

}  // namespace

PointMarks::PointMarks(SceneWindow& window)
    : window_(window), quad_(makeQuadMesh(window.root())), instances_(std::make_unique<InstanceBuffer>(window.root())) {
  DrawState state;
  state.depth_test = true;
  state.depth_write = false;
  state.blend = true;
  auto* material = makeMaterial(QStringLiteral("line.vert"), QStringLiteral("line.frag"), state, window.root());
  batch_ =
      std::make_unique<Batch>(quad_, Batch::What::kTriangles, *instances_, material,
                              std::vector<q3r::QLayer*>{window.frameGraph().layer(LayerId::kPoints)}, window.root());
}

PointMarks::~PointMarks() = default;

void PointMarks::assign(const std::vector<Eigen::Vector3f>& points, const std::vector<float>& shares) {
  WW_CHECK(points.size() == shares.size());
  if (points.empty() && size() == 0) return;
  std::vector<InstanceData> out(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    InstanceData& data = out[i];
    for (int k = 0; k < 3; ++k) {
      data.rows[0][k] = data.rows[1][k] = points[i][k];
      data.color[k] = kNearColor[k] + shares[i] * (kFarColor[k] - kNearColor[k]);
    }
    data.rows[0][3] = kPointPixels;
    data.rows[1][3] = kPointSign;
    data.color[3] = 1.0f;
  }
  instances_->assign(std::move(out));
  instances_->flush();
  batch_->update();
  window_.frameGraph().setPointsEnabled(!points.empty());
  window_.requestFrame();
}

}  // namespace ww::ui::scene
