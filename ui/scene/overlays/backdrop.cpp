// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/backdrop.h"

#include <QVector3D>
#include <QVector4D>
#include <algorithm>

#include "ui/scene/batch.h"
#include "ui/scene/materials.h"

namespace ww::ui::scene {

QVariant vec4(const QColor& c) { return QVector4D(c.redF(), c.greenF(), c.blueF(), c.alphaF()); }
QVariant vec3(const QColor& c) { return QVector3D(c.redF(), c.greenF(), c.blueF()); }

q3c::QEntity* makeQuad(q3r::QMaterial* material, q3r::QLayer* layer, q3c::QEntity* parent) {
  auto* entity = new q3c::QEntity(parent);
  auto* renderer = new q3r::QGeometryRenderer(entity);
  auto* geometry = new q3c::QGeometry(renderer);
  addQuad(geometry);
  renderer->setGeometry(geometry);
  renderer->setPrimitiveType(q3r::QGeometryRenderer::TriangleStrip);
  renderer->setVertexCount(4);
  skipBounds(renderer);
  entity->addComponent(renderer);
  entity->addComponent(material);
  entity->addComponent(layer);
  return entity;
}

Backdrop::Backdrop(FrameGraph& graph, q3c::QEntity* root) : graph_(graph) {
  DrawState behind;
  behind.depth_write = false;
  background_ =
      makeQuad(makeMaterial(QStringLiteral("background.vert"), QStringLiteral("background.frag"), behind, root),
               graph.layer(LayerId::kSolid), root);
  DrawState ground;
  ground.depth_write = false;
  ground.blend = true;
  grid_ = makeQuad(makeMaterial(QStringLiteral("grid.vert"), QStringLiteral("grid.frag"), ground, root),
                   graph.layer(LayerId::kBlend), root);
  graph.setUniform(QStringLiteral("axisX"), vec3(kAxisX));
  graph.setUniform(QStringLiteral("axisY"), vec3(kAxisY));
  setFloor(0.0);
  setTheme(sceneTheme(true));
}

void Backdrop::setTheme(const SceneTheme& theme) {
  graph_.setUniform(QStringLiteral("backgroundTop"), vec3(theme.background_top));
  graph_.setUniform(QStringLiteral("backgroundBottom"), vec3(theme.background_bottom));
  graph_.setUniform(QStringLiteral("gridMinor"), vec4(theme.grid_minor));
  graph_.setUniform(QStringLiteral("gridMajor"), vec4(theme.grid_major));
}

void Backdrop::follow(const CameraState& camera) {
  const double fade = std::clamp(7.0 * camera.distance(), 12.0, 400.0);
  graph_.setUniform(QStringLiteral("gridPlace"),
                    QVector4D(static_cast<float>(camera.target.x()), static_cast<float>(camera.target.y()),
                              static_cast<float>(fade), static_cast<float>(fade)));
}

void Backdrop::setFloor(double height) { graph_.setUniform(QStringLiteral("floorHeight"), static_cast<float>(height)); }
void Backdrop::setGridVisible(bool on) { grid_->setEnabled(on); }

}  // namespace ww::ui::scene
