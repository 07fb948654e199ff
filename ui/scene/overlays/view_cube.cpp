// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/view_cube.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QVector4D>
#include <Qt3DRender/QPaintedTextureImage>
#include <Qt3DRender/QTexture>
#include <array>
#include <numbers>

#include "ui/scene/batch.h"
#include "ui/scene/materials.h"
#include "ui/scene/overlays/backdrop.h"

namespace ww::ui::scene {
namespace {

constexpr double kHalfEdge = 27.0, kMargin = 62.0;  // pixels
constexpr int kTile = 128;

struct Face {
  Vec3 normal, right, up;
  const char* name;
};
const std::array<Face, 6> kFaces{{
    {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ(), QT_TRANSLATE_NOOP("ViewCube", "Right")},
    {-Vec3::UnitX(), -Vec3::UnitY(), Vec3::UnitZ(), QT_TRANSLATE_NOOP("ViewCube", "Left")},
    {Vec3::UnitY(), -Vec3::UnitX(), Vec3::UnitZ(), QT_TRANSLATE_NOOP("ViewCube", "Back")},
    {-Vec3::UnitY(), Vec3::UnitX(), Vec3::UnitZ(), QT_TRANSLATE_NOOP("ViewCube", "Front")},
    {Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY(), QT_TRANSLATE_NOOP("ViewCube", "Top")},
    {-Vec3::UnitZ(), Vec3::UnitX(), -Vec3::UnitY(), QT_TRANSLATE_NOOP("ViewCube", "Bottom")},
}};

// Six faces with texture coordinates into a row of tiles.
QByteArray cubeVertices() {
  std::vector<float> out;
  for (std::size_t f = 0; f < kFaces.size(); ++f) {
    const Face& face = kFaces[f];
    const double corners[6][2] = {{-1, -1}, {1, -1}, {-1, 1}, {-1, 1}, {1, -1}, {1, 1}};
    for (const auto& c : corners) {
      const Vec3 p = face.normal + face.right * c[0] + face.up * c[1];
      for (int k = 0; k < 3; ++k) out.push_back(static_cast<float>(p[k]));
      for (int k = 0; k < 3; ++k) out.push_back(static_cast<float>(face.normal[k]));
      out.push_back(static_cast<float>((static_cast<double>(f) + 0.5 + 0.5 * c[0]) / 6.0));
      out.push_back(static_cast<float>(0.5 - 0.5 * c[1]));
    }
  }
  return QByteArray(reinterpret_cast<const char*>(out.data()), static_cast<qsizetype>(out.size() * sizeof(float)));
}

}  // namespace

class ViewCube::FaceImage : public q3r::QPaintedTextureImage {
 public:
  explicit FaceImage(q3c::QNode* parent) : q3r::QPaintedTextureImage(parent) { setSize(QSize(6 * kTile, kTile)); }
  void setTheme(const SceneTheme& theme) {
    theme_ = theme;
    update();
  }
  void paint(QPainter* painter) override {
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setWeight(QFont::DemiBold);
    font.setPixelSize(kTile / 4);
    painter->setFont(font);
    painter->setRenderHint(QPainter::Antialiasing);
    for (int f = 0; f < 6; ++f) {
      const QRect tile(f * kTile, 0, kTile, kTile);
      painter->fillRect(tile, theme_.cube_line);
      painter->fillRect(tile.adjusted(3, 3, -3, -3), theme_.cube_face);
      painter->setPen(theme_.cube_text);
      painter->drawText(tile, Qt::AlignCenter,
                        QCoreApplication::translate("ViewCube", kFaces[static_cast<std::size_t>(f)].name));
    }
  }

 private:
  SceneTheme theme_ = sceneTheme(true);
};

ViewCube::ViewCube(FrameGraph& graph, q3c::QEntity* root) : graph_(graph) {
  auto* texture = new q3r::QTexture2D(root);
  texture->setFormat(q3r::QAbstractTexture::RGBA8_UNorm);
  texture->setGenerateMipMaps(true);
  texture->setMinificationFilter(q3r::QAbstractTexture::LinearMipMapLinear);
  texture->setMagnificationFilter(q3r::QAbstractTexture::Linear);
  image_ = new FaceImage(texture);
  texture->addTextureImage(image_);
  graph.setUniform(QStringLiteral("cubeTexture"), QVariant::fromValue(static_cast<q3r::QAbstractTexture*>(texture)));
  auto* entity = new q3c::QEntity(root);
  auto* renderer = new q3r::QGeometryRenderer(entity);
  auto* geometry = new q3c::QGeometry(renderer);
  auto* buffer = new q3c::QBuffer(geometry);
  buffer->setData(cubeVertices());
  addAttribute(geometry, QStringLiteral("vertexPosition"), buffer, 3, 36, 32, 0);
  addAttribute(geometry, QStringLiteral("vertexNormal"), buffer, 3, 36, 32, 12);
  addAttribute(geometry, QStringLiteral("vertexTexCoord"), buffer, 2, 36, 32, 24);
  renderer->setGeometry(geometry);
  renderer->setVertexCount(36);
  skipBounds(renderer);
  entity->addComponent(renderer);
  entity->addComponent(makeMaterial(QStringLiteral("cube.vert"), QStringLiteral("cube.frag"), DrawState{}, root));
  entity->addComponent(graph.layer(LayerId::kMarker));
  setTheme(sceneTheme(true));
}

void ViewCube::setTheme(const SceneTheme& theme) {
  image_->setTheme(theme);
  graph_.setUniform(QStringLiteral("cubeHot"), vec3(theme.accent));
}

void ViewCube::place(double width, double height, double dpr) {
  width_ = width;
  height_ = height;
  dpr_ = dpr;
  send();
}

void ViewCube::setHovered(std::optional<CubeFace> face) {
  hovered_ = face;
  send();
}

void ViewCube::send() {
  graph_.setUniform(
      QStringLiteral("cubePlace"),
      QVector4D(static_cast<float>((width_ - kMargin) * dpr_), static_cast<float>((height_ - kMargin) * dpr_),
                static_cast<float>(kHalfEdge * dpr_), hovered_ ? static_cast<float>(*hovered_) : -1.0f));
}

QRectF ViewCube::area() const {
  constexpr double kReach = kHalfEdge * std::numbers::sqrt3;
  return {width_ - kMargin - kReach, kMargin - kReach, 2.0 * kReach, 2.0 * kReach};
}

std::optional<CubeFace> ViewCube::faceAt(const Eigen::Vector2d& pixel, const CameraState& camera) const {
  const Vec3 right = camera.right(), up = camera.trueUp(), back = -camera.forward();
  const double x = (pixel.x() - (width_ - kMargin)) / kHalfEdge, y = (kMargin - pixel.y()) / kHalfEdge;
  for (std::size_t f = 0; f < kFaces.size(); ++f) {
    const Face& face = kFaces[f];
    const double facing = face.normal.dot(back);
    if (facing <= 1e-3) continue;
    // The point of the face seen at (x, y): right x + up y + back z with normal . p = 1.
    const Vec3 flat = right * x + up * y;
    const Vec3 p = flat + back * ((1.0 - face.normal.dot(flat)) / facing);
    if (std::abs(p.dot(face.right)) <= 1.0 && std::abs(p.dot(face.up)) <= 1.0) return static_cast<CubeFace>(f);
  }
  return std::nullopt;
}

}  // namespace ww::ui::scene
