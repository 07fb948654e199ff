// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/view_cube.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QVector2D>
#include <QVector4D>
#include <Qt3DRender/QPaintedTextureImage>
#include <Qt3DRender/QTexture>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "ui/scene/materials.h"
#include "ui/scene/overlays/backdrop.h"

namespace ww::ui::scene {
namespace {

constexpr double kHalfEdge = 36.0, kReach = 76.0, kMargin = 4.0;  // pixels
constexpr double kRoomWanted = 260.0;                             // of the surface; in less all is smaller
constexpr double kBevel = 0.30;                                   // of a half edge; that of cube.frag

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

// In the order of ViewTurn.
const std::array<const char*, 6> kTurnNames{
    QT_TRANSLATE_NOOP("ViewCube", "A quarter to the left"), QT_TRANSLATE_NOOP("ViewCube", "A quarter to the right"),
    QT_TRANSLATE_NOOP("ViewCube", "A quarter up"),          QT_TRANSLATE_NOOP("ViewCube", "A quarter down"),
    QT_TRANSLATE_NOOP("ViewCube", "Roll to the left"),      QT_TRANSLATE_NOOP("ViewCube", "Roll to the right")};
const char* const kHomeName = QT_TRANSLATE_NOOP("ViewCube", "Whole world");

QString faceName(std::size_t face) { return QCoreApplication::translate("ViewCube", kFaces[face].name); }

// Beside the cube: where it is and how it is drawn, in pixels from the middle, y down.
struct Control {
  CubeSpot spot;
  QRectF box;
  double angle;  // degrees clockwise, of the shape
};
enum class Shape { kArrow, kRound, kHouse };

const std::array<Control, 7> kControls{{
    {CubeSpot::of(ViewTurn::kLeft), {-75, -14, 20, 28}, -90},
    {CubeSpot::of(ViewTurn::kRight), {55, -14, 20, 28}, 90},
    {CubeSpot::of(ViewTurn::kUp), {-14, -75, 28, 20}, 0},
    {CubeSpot::of(ViewTurn::kDown), {-14, 55, 28, 20}, 180},
    {CubeSpot::of(ViewTurn::kRollLeft), {26, -75, 22, 22}, -1},
    {CubeSpot::of(ViewTurn::kRollRight), {53, -48, 22, 22}, 1},
    {CubeSpot(), {-74, -74, 24, 24}, 0},
}};

Shape shapeOf(const CubeSpot& spot) {
  if (spot.kind == CubeSpot::Kind::kHome) return Shape::kHouse;
  return spot.turn == ViewTurn::kRollLeft || spot.turn == ViewTurn::kRollRight ? Shape::kRound : Shape::kArrow;
}

QPainterPath pathOf(const Control& control) {
  QPainterPath path;
  const auto polygon = [&path](std::initializer_list<QPointF> points) {
    path.addPolygon(QPolygonF(QList<QPointF>(points)));
    path.closeSubpath();
  };
  const Shape shape = shapeOf(control.spot);
  if (shape == Shape::kArrow) {
    polygon({{0, -6}, {10, 5}, {-10, 5}});
  } else if (shape == Shape::kHouse) {
    polygon({{0, -9}, {10, 0}, {7, 0}, {7, 8}, {2, 8}, {2, 2}, {-2, 2}, {-2, 8}, {-7, 8}, {-7, 0}, {-10, 0}});
  } else {
    // Three eighths of a circle with a tip, clockwise; the other one is its mirror image.
    QPainterPath arc;
    arc.arcMoveTo(-8, -8, 16, 16, 165);
    arc.arcTo(-8, -8, 16, 16, 165, -150);
    QPainterPathStroker pen;
    pen.setWidth(3.0);
    pen.setCapStyle(Qt::FlatCap);
    path = pen.createStroke(arc);
    QPainterPath tip;
    tip.addPolygon(QPolygonF(QList<QPointF>{{3.5, -2}, {11.5, -2}, {7.6, 5}}));
    path = path.united(tip);
    return control.angle < 0 ? QTransform::fromScale(-1, 1).map(path) : path;
  }
  return QTransform().rotate(control.angle).map(path);
}

// Half-spaces d . p <= limit of the solid: the sides, the bevelled edges and corners.
double limitOf(const Facet& d) {
  const int n = d.cwiseAbs().sum();
  return n - (n - 1) * kBevel;
}

}  // namespace

QString nameOf(const CubeSpot& spot) {
  const auto named = [](const char* text) { return QCoreApplication::translate("ViewCube", text); };
  if (spot.kind == CubeSpot::Kind::kHome) return named(kHomeName);
  if (spot.kind == CubeSpot::Kind::kTurn) return named(kTurnNames[static_cast<std::size_t>(spot.turn)]);
  QStringList names;
  for (const std::size_t axis : {1u, 0u, 2u})
    if (const int s = spot.facet[static_cast<Eigen::Index>(axis)]; s != 0)
      names << faceName(2 * axis + (s > 0 ? 0u : 1u));
  return names.join(QStringLiteral(", "));
}

// A row of faces with their names, below them what stands around the cube. Red: how much of a pixel is covered; green:
// the number of the control, in 32nds.
class ViewCube::Image : public q3r::QPaintedTextureImage {
 public:
  Image(double dpr, q3c::QNode* parent) : q3r::QPaintedTextureImage(parent), dpr_(dpr) {
    setSize(QSize(std::max(6 * tile(), reach() * 2), tile() + 2 * reach()));
  }
  // In pixels of the texture.
  int tile() const { return 2 * static_cast<int>(std::lround(kHalfEdge * dpr_)); }
  int reach() const { return static_cast<int>(std::lround(kReach * dpr_)); }

  void paint(QPainter* painter) override {
    painter->setCompositionMode(QPainter::CompositionMode_Source);
    painter->fillRect(QRect(QPoint(0, 0), size()), Qt::black);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setCompositionMode(QPainter::CompositionMode_Plus);
    painter->setPen(QColor(255, 0, 0));
    painter->setFont(fontFor((2.0 - 2.0 * kBevel) * 0.5 * tile()));
    for (int f = 0; f < 6; ++f)
      painter->drawText(QRect(f * tile(), 0, tile(), tile()), Qt::AlignCenter, faceName(static_cast<std::size_t>(f)));
    painter->translate(reach(), tile() + reach());
    painter->scale(dpr_, dpr_);
    for (std::size_t i = 0; i < kControls.size(); ++i) {
      const QRectF& box = kControls[i].box;
      painter->fillRect(box, QColor(0, static_cast<int>(i + 1) * 8, 0));
      painter->fillPath(pathOf(kControls[i]).translated(box.center()), QColor(255, 0, 0));
    }
  }

 private:
  // The longest name fits.
  QFont fontFor(double width) const {
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setWeight(QFont::DemiBold);
    font.setPixelSize(static_cast<int>(std::lround(13.0 * dpr_)));
    for (std::size_t f = 0; f < kFaces.size(); ++f)
      while (font.pixelSize() > 6 && QFontMetricsF(font).horizontalAdvance(faceName(f)) > 0.94 * width)
        font.setPixelSize(font.pixelSize() - 1);
    return font;
  }
  double dpr_;
};

ViewCube::ViewCube(FrameGraph& graph, q3c::QEntity* root, double dpr) : graph_(graph), dpr_(dpr) {
  auto* texture = new q3r::QTexture2D(root);
  texture->setFormat(q3r::QAbstractTexture::RGBA8_UNorm);
  texture->setMinificationFilter(q3r::QAbstractTexture::Linear);
  texture->setMagnificationFilter(q3r::QAbstractTexture::Linear);
  image_ = new Image(dpr, texture);
  texture->addTextureImage(image_);
  graph.setUniform(QStringLiteral("cubeTexture"), QVariant::fromValue(static_cast<q3r::QAbstractTexture*>(texture)));
  DrawState state;
  state.depth_test = state.depth_write = false;
  state.blend = true;
  for (const char* part : {"cube_controls", "cube"})
    makeQuad(makeMaterial(QString::fromLatin1(part) + QStringLiteral(".vert"),
                          QString::fromLatin1(part) + QStringLiteral(".frag"), state, root),
             graph.layer(LayerId::kCube), root);
  graph.setUniform(QStringLiteral("cubeImage"),
                   QVector2D(static_cast<float>(image_->tile() / 2), static_cast<float>(image_->reach())));
  setTheme(sceneTheme(true));
  send();
}

void ViewCube::setTheme(const SceneTheme& theme) {
  graph_.setUniform(QStringLiteral("cubeHot"), vec3(theme.accent));
  graph_.setUniform(QStringLiteral("cubeFace"), vec3(theme.cube_face));
  graph_.setUniform(QStringLiteral("cubeLine"), vec3(theme.cube_line));
  graph_.setUniform(QStringLiteral("cubeText"), vec3(theme.cube_text));
}

void ViewCube::place(double width, double height, double dpr) {
  height_ = height;
  dpr_ = dpr;
  scale_ = std::clamp(std::min(width, height) / kRoomWanted, 0.6, 1.0);
  // On the border of pixels, as the tiles are.
  const double away = kReach * scale_ + kMargin;
  middle_ = {std::round((width - away) * dpr), std::round((height - away) * dpr)};
  send();
}

void ViewCube::setHovered(const std::optional<CubeSpot>& spot) {
  hovered_ = spot;
  send();
}

void ViewCube::send() {
  graph_.setUniform(QStringLiteral("cubePlace"),
                    QVector4D(static_cast<float>(middle_.x()), static_cast<float>(middle_.y()),
                              static_cast<float>(std::round(kHalfEdge * dpr_ * scale_)),
                              static_cast<float>(std::round(kReach * dpr_ * scale_))));
  QVector4D hot;
  if (hovered_ && hovered_->kind == CubeSpot::Kind::kFacet) {
    const Eigen::Vector3f d = hovered_->facet.cast<float>();
    hot = QVector4D(d.x(), d.y(), d.z(), 0.0f);
  } else if (hovered_) {
    for (std::size_t i = 0; i < kControls.size(); ++i)
      if (kControls[i].spot == *hovered_) hot.setW(static_cast<float>(i + 1));
  }
  graph_.setUniform(QStringLiteral("cubeSpot"), hot);
}

// From the middle of the cube, logical pixels at full size, y up.
Eigen::Vector2d ViewCube::toCube(const Eigen::Vector2d& pixel) const {
  return Eigen::Vector2d(pixel.x() * dpr_ - middle_.x(), (height_ - pixel.y()) * dpr_ - middle_.y()) / (dpr_ * scale_);
}

QRectF ViewCube::area() const {
  const double r = kReach * scale_;
  return {middle_.x() / dpr_ - r, height_ - middle_.y() / dpr_ - r, 2.0 * r, 2.0 * r};
}

std::optional<CubeSpot> ViewCube::spotAt(const Eigen::Vector2d& pixel, const CameraState& camera) const {
  const Eigen::Vector2d at = toCube(pixel);
  for (const Control& control : kControls)
    if (control.box.contains(at.x(), -at.y())) return control.spot;
  // The point of the solid seen there: flat + s back with the largest s that all half-spaces allow.
  const Vec3 back = -camera.forward(), flat = (camera.right() * at.x() + camera.trueUp() * at.y()) / kHalfEdge;
  double nearest = std::numeric_limits<double>::infinity(), farthest = -nearest;
  Facet found = Facet::Zero();
  for (int i = 0; i < 27; ++i) {
    const Facet d(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    if (i == 13) continue;
    const double facing = back.dot(d.cast<double>()), room = limitOf(d) - flat.dot(d.cast<double>());
    if (std::abs(facing) < 1e-6) {
      if (room < 0.0) return std::nullopt;
    } else if (facing < 0.0) {
      farthest = std::max(farthest, room / facing);
    } else if (room / facing < nearest) {
      nearest = room / facing;
      found = d;
    }
  }
  return nearest >= farthest ? std::optional(CubeSpot::of(found)) : std::nullopt;
}

std::optional<Eigen::Vector2d> ViewCube::pixelOf(const CubeSpot& spot, const CameraState& camera) const {
  Eigen::Vector2d at = Eigen::Vector2d::Zero();
  if (spot.kind == CubeSpot::Kind::kFacet) {
    const Vec3 d = spot.facet.cast<double>(), middle = d * (limitOf(spot.facet) / d.squaredNorm()) * kHalfEdge;
    at = {middle.dot(camera.right()), middle.dot(camera.trueUp())};
  } else {
    for (const Control& control : kControls)
      if (control.spot == spot) at = {control.box.center().x(), -control.box.center().y()};
  }
  const Eigen::Vector2d device = at * dpr_ * scale_ + middle_;
  const Eigen::Vector2d pixel(device.x() / dpr_, height_ - device.y() / dpr_);
  return spotAt(pixel, camera) == spot ? std::optional(pixel) : std::nullopt;
}

}  // namespace ww::ui::scene
