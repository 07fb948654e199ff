// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/backdrop.h"

#include <QVector2D>
#include <QVector3D>
#include <QVector4D>
#include <algorithm>
#include <cmath>

#include "ui/scene/batch.h"
#include "ui/scene/materials.h"

namespace ww::ui::scene {

double gridCell(const Unit& unit) {
  constexpr double kUsual = 0.1;  // metres
  // Of 0.1 m in millimetres the logarithm is a whole number, but for its rounding.
  return unit.si * std::pow(10.0, std::ceil(std::log10(kUsual / unit.si) - 1e-9));
}

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
  makeQuad(makeMaterial(QStringLiteral("background.vert"), QStringLiteral("background.frag"), behind, root),
           graph.layer(LayerId::kBackdrop), root);
  DrawState ground;
  ground.depth_test = ground.depth_write = false;  // see grid.frag
  ground.blend = true;
  makeQuad(makeMaterial(QStringLiteral("grid.vert"), QStringLiteral("grid.frag"), ground, root),
           graph.layer(LayerId::kGrid), root);
  addScreenPasses(root);
  graph.setUniform(QStringLiteral("axisX"), vec3(kAxisX));
  graph.setUniform(QStringLiteral("axisY"), vec3(kAxisY));
  setFloor(0.0);
  setUnit(defaultUnit(Quantity::kLength));
  setTheme(sceneTheme(true));
}

// Contact shade, and scene and shade onto the surface.
void Backdrop::addScreenPasses(q3c::QEntity* root) {
  DrawState over;
  over.depth_test = false;
  const auto add = [&](const char* shader, LayerId layer) {
    makeQuad(makeMaterial(QStringLiteral("screen.vert"), QLatin1String(shader), over, root), graph_.layer(layer), root);
  };
  add("compose.frag", LayerId::kCompose);
  add("compose_plain.frag", LayerId::kComposePlain);
  add("compose_color.frag", LayerId::kComposeColor);
  over.depth_write = false;
  add("occlusion.frag", LayerId::kOcclusion);
  add("occlusion_blur.frag", LayerId::kOcclusionBlur);
}

void Backdrop::setTheme(const SceneTheme& theme) {
  graph_.setUniform(QStringLiteral("backgroundTop"), vec3(theme.background_top));
  graph_.setUniform(QStringLiteral("backgroundBottom"), vec3(theme.background_bottom));
  graph_.setUniform(QStringLiteral("gridMinor"), vec4(theme.grid_minor));
  graph_.setUniform(QStringLiteral("gridMajor"), vec4(theme.grid_major));
  graph_.setUniform(QStringLiteral("floorColor"), vec4(theme.floor));
  graph_.setUniform(QStringLiteral("floorShade"), static_cast<float>(theme.floor_shade));
  graph_.setUniform(QStringLiteral("contrast"), QVector3D(static_cast<float>(theme.lift), static_cast<float>(theme.rim),
                                                          static_cast<float>(theme.exposure)));
}

void Backdrop::follow(const CameraState& camera) {
  const double fade = std::clamp(7.0 * camera.distance(), 12.0, 400.0);
  graph_.setUniform(QStringLiteral("gridPlace"),
                    QVector4D(static_cast<float>(camera.target.x()), static_cast<float>(camera.target.y()),
                              static_cast<float>(fade), static_cast<float>(fade)));
  // Contact is seen over a share of the view, whatever its size; not over more than half a metre.
  const double reach = std::clamp(0.055 * camera.distance(), 0.002, 0.5);
  graph_.setUniform(QStringLiteral("occlusion"),
                    QVector2D(static_cast<float>(reach), static_cast<float>(camera.distance())));
}

void Backdrop::setFloor(double height) { graph_.setUniform(QStringLiteral("floorHeight"), static_cast<float>(height)); }

void Backdrop::setUnit(const Unit& unit) {
  graph_.setUniform(QStringLiteral("gridCell"), static_cast<float>(gridCell(unit)));
}

void Backdrop::setGridVisible(bool on) { graph_.setGridEnabled(on); }

}  // namespace ww::ui::scene
