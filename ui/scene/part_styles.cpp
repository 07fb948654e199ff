// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/part_styles.h"

#include <cmath>
#include <utility>

#include "ui/scene/materials.h"

namespace ww::ui::scene {
namespace {

bool holdsEye(const InstanceData& data, const Vec3& size, const CameraState& camera) {
  Eigen::Affine3d root_t_box = Eigen::Affine3d::Identity();
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) root_t_box(r, c) = static_cast<double>(data.rows[r][c]);
  const double near = 2.0 * camera.near_clip;
  // The ball around it first, which is quick.
  if ((root_t_box.translation() - camera.eye).norm() > 0.5 * root_t_box.linear().norm() * size.norm() + near)
    return false;
  const Eigen::Affine3d box_t_root = root_t_box.inverse();
  const Vec3 room = 0.5 * size + Vec3::Constant(near * box_t_root.linear().norm());
  return ((box_t_root * camera.eye).array().abs() <= room.array()).all();
}

}  // namespace

PartStyles::PartStyles(FrameGraph& graph, q3c::QEntity* root) {
  DrawState faces, lines, blended;
  faces.push_back = 1.0f;
  lines.depth_write = false;
  lines.blend = true;
  blended.blend = true;
  blended.push_back = 1.0f;
  const auto mesh_v = QStringLiteral("mesh.vert"), mesh_f = QStringLiteral("mesh.frag");
  auto* edges = makeMaterial(QStringLiteral("edges.vert"), QStringLiteral("color.frag"), lines, root);
  solid_ = {makeMaterial(mesh_v, mesh_f, faces, root, kIdsPass | kShadowPass | kCapPass),
            edges,
            {graph.layer(LayerId::kSolid), graph.layer(LayerId::kIds)},
            {graph.layer(LayerId::kEdge)}};
  outward_ = solid_;
  outward_.faces = makeMaterial(mesh_v, mesh_f, faces, root, kIdsPass | kShadowPass | kCapPass);
  translucent_ = solid_;
  translucent_.faces = makeMaterial(mesh_v, mesh_f, blended, root, kIdsPass);
  translucent_.face_layers[0] = graph.layer(LayerId::kGlass);
  ghost_ = translucent_;
  DrawState ghostly = blended;
  ghostly.depth_write = false;  // what lies behind is to be seen
  ghost_.faces = makeMaterial(mesh_v, mesh_f, ghostly, root, kIdsPass);
  collision_ = translucent_;
  blended.push_back = 0.0f;  // in front of the visual faces that it coincides with
  collision_.faces = makeMaterial(mesh_v, mesh_f, blended, root, kIdsPass);
  pooled_edges_ = makeMaterial(QStringLiteral("edge_pool.vert"), QStringLiteral("color.frag"), lines, root);
}

const BatchStyle& PartStyles::of(const GroupKey& key) const {
  if (key.collision) return collision_;
  if (key.ghost) return ghost_;
  if (key.translucent) return translucent_;
  return key.outward ? outward_ : solid_;
}

void PartStyles::setCulled(bool on) {
  if (std::exchange(culled_, on) != on) scene::setCulled(outward_.faces, on);
}

bool holdsEye(const BatchGroup& group, const CameraState& camera) {
  const Vec3 size = group.mesh->geometry->bounds.size();
  for (std::size_t i = 0; i < group.instances->size(); ++i)
    if (holdsEye(group.instances->at(i), size, camera)) return true;
  return false;
}

}  // namespace ww::ui::scene
