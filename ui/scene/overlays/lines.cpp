// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/lines.h"

#include "ui/scene/materials.h"
#include "ui/scene/overlays/text.h"

namespace ww::ui::scene {

LineBatch::LineBatch(FrameGraph& graph, q3c::QEntity* root)
    : quad_(makeQuadMesh(root)), instances_(std::make_unique<InstanceBuffer>(root)) {
  DrawState state;
  state.depth_test = state.depth_write = false;
  state.blend = true;
  auto* material = makeMaterial(QStringLiteral("line.vert"), QStringLiteral("line.frag"), state, root);
  batch_ = std::make_unique<Batch>(quad_, Batch::What::kTriangles, *instances_, material,
                                   std::vector<q3r::QLayer*>{graph.layer(LayerId::kFlat)}, root);
}

LineBatch::~LineBatch() = default;

void LineBatch::assign(const std::vector<Line>& lines) {
  std::vector<InstanceData> out;
  out.reserve(lines.size());
  for (const Line& line : lines) {
    InstanceData data{};
    for (int k = 0; k < 3; ++k) {
      data.rows[0][k] = static_cast<float>(line.from[k]);
      data.rows[1][k] = static_cast<float>(line.to[k]);
    }
    data.rows[0][3] = static_cast<float>(line.width);
    data.rows[1][3] = static_cast<float>(line.dash);
    const float color[4] = {line.color.redF(), line.color.greenF(), line.color.blueF(), line.color.alphaF()};
    std::copy(color, color + 4, data.color);
    out.push_back(data);
  }
  instances_->assign(std::move(out));
  instances_->flush();
  batch_->update();
}

}  // namespace ww::ui::scene
