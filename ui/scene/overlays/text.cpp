// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/text.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <Qt3DRender/QPaintedTextureImage>
#include <Qt3DRender/QTexture>
#include <cmath>

#include "ui/scene/materials.h"

namespace ww::ui::scene {

// Hands the atlas' picture to Qt3D.
class AtlasImage : public q3r::QPaintedTextureImage {
 public:
  AtlasImage(const QImage& image, q3c::QNode* parent) : q3r::QPaintedTextureImage(parent), image_(image) {
    setSize(image.size());
  }
  void paint(QPainter* painter) override {
    painter->setCompositionMode(QPainter::CompositionMode_Source);
    painter->drawImage(0, 0, image_);
  }

 private:
  const QImage& image_;
};

GlyphAtlas::GlyphAtlas(FrameGraph& graph, q3c::QEntity* root, double dpr)
    : font_(QFontDatabase::systemFont(QFontDatabase::GeneralFont)), dpr_(dpr) {
  font_.setHintingPreference(QFont::PreferVerticalHinting);
  image_ = QImage(kSize, kSize, QImage::Format_ARGB32);
  auto* texture = new q3r::QTexture2D(root);
  texture->setFormat(q3r::QAbstractTexture::RGBA8_UNorm);
  texture->setMinificationFilter(q3r::QAbstractTexture::Nearest);
  texture->setMagnificationFilter(q3r::QAbstractTexture::Nearest);
  texture_image_ = new AtlasImage(image_, texture);
  texture->addTextureImage(texture_image_);
  graph.setUniform(QStringLiteral("glyphTexture"), QVariant::fromValue(static_cast<q3r::QAbstractTexture*>(texture)));
  setScale(dpr);
}

void GlyphAtlas::setScale(double dpr) {
  dpr_ = dpr;
  font_.setPixelSize(static_cast<int>(std::lround(12.5 * dpr)));
  line_height_ = static_cast<float>(QFontMetricsF(font_).height());
  image_.fill(QColor(0, 0, 0, 255));
  glyphs_.clear();
  pen_x_ = pen_y_ = 1;
  row_ = 0;
  for (char32_t c = 32; c < 127; ++c) glyph(c);
}

const GlyphAtlas::Glyph& GlyphAtlas::glyph(char32_t c) {
  const auto [it, fresh] = glyphs_.try_emplace(c);
  if (fresh) paint(c, it->second);
  return it->second;
}

void GlyphAtlas::paint(char32_t c, Glyph& glyph) {
  const QString text = QString::fromUcs4(&c, 1);
  const QFontMetricsF metrics(font_);
  QPainterPath path;
  path.addText(0, 0, font_, text);
  const double halo = 2.6 * dpr_;
  const QRectF box = path.boundingRect().adjusted(-halo, -halo, halo, halo);
  const int w = static_cast<int>(std::ceil(box.width())) + 2, h = static_cast<int>(std::ceil(box.height())) + 2;
  glyph.advance = static_cast<float>(metrics.horizontalAdvance(text));
  if (pen_x_ + w >= kSize) {
    pen_x_ = 1;
    pen_y_ += row_ + 1;
    row_ = 0;
  }
  if (path.isEmpty() || pen_y_ + h >= kSize) return;  // a full atlas leaves a blank
  const double left = std::floor(box.left()), top = std::floor(box.top());
  QPainter painter(&image_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setCompositionMode(QPainter::CompositionMode_Plus);
  painter.translate(pen_x_ - left, pen_y_ - top);
  painter.strokePath(path, QPen(QColor(0, 255, 0), 2 * halo * 0.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.fillPath(path, QColor(255, 255, 0));
  const auto s = static_cast<float>(kSize);
  glyph.uv = QVector4D(static_cast<float>(pen_x_) / s, static_cast<float>(pen_y_) / s,
                       static_cast<float>(pen_x_ + w) / s, static_cast<float>(pen_y_ + h) / s);
  glyph.width = static_cast<float>(w);
  glyph.height = static_cast<float>(h);
  glyph.left = static_cast<float>(left);
  glyph.bottom = static_cast<float>(-(top + h));
  pen_x_ += w + 1;
  row_ = std::max(row_, h);
  dirty_ = true;
}

void GlyphAtlas::flush() {
  if (dirty_) texture_image_->update();
  dirty_ = false;
}

GpuMesh makeQuadMesh(q3c::QNode* parent) {
  struct Vertex {
    float position[3], normal[3];
    std::uint8_t color[4];
  };
  static const Vertex corners[] = {{{-1, -1, 0}, {0, 0, 1}, {255, 255, 255, 255}},
                                   {{1, -1, 0}, {0, 0, 1}, {255, 255, 255, 255}},
                                   {{-1, 1, 0}, {0, 0, 1}, {255, 255, 255, 255}},
                                   {{1, 1, 0}, {0, 0, 1}, {255, 255, 255, 255}}};
  static const std::uint32_t indices[] = {0, 1, 2, 2, 1, 3};
  GpuMesh mesh;
  mesh.vertices = new q3c::QBuffer(parent);
  mesh.vertices->setData(QByteArray(reinterpret_cast<const char*>(corners), sizeof corners));
  mesh.indices = new q3c::QBuffer(parent);
  mesh.indices->setData(QByteArray(reinterpret_cast<const char*>(indices), sizeof indices));
  mesh.vertex_count = 4;
  mesh.index_count = 6;
  return mesh;
}

LabelBatch::LabelBatch(FrameGraph& graph, GlyphAtlas& atlas, q3c::QEntity* root)
    : atlas_(atlas), quad_(makeQuadMesh(root)), instances_(std::make_unique<InstanceBuffer>(root)) {
  DrawState state;
  state.depth_test = false;
  state.depth_write = false;
  state.blend = true;
  auto* material = makeMaterial(QStringLiteral("label.vert"), QStringLiteral("label.frag"), state, root);
  batch_ = std::make_unique<Batch>(quad_, Batch::What::kTriangles, *instances_, material,
                                   std::vector<q3r::QLayer*>{graph.layer(LayerId::kFlat)}, root);
}

LabelBatch::~LabelBatch() = default;

double LabelBatch::widthOf(const QString& text) const {
  double pen = 0;
  for (const uint c : text.toUcs4()) pen += static_cast<double>(atlas_.glyph(c).advance);
  return pen;
}

void LabelBatch::assign(const std::vector<Label>& labels) {
  std::vector<InstanceData> out;
  for (const Label& label : labels) {
    const auto text = label.text.toUcs4();
    double pen = 0;
    for (const uint c : text) pen += static_cast<double>(atlas_.glyph(c).advance);
    pen = label.centered ? label.dx - 0.5 * pen : label.dx;
    for (const uint c : text) {
      const auto& g = atlas_.glyph(c);
      if (g.width > 0) {
        InstanceData data{};
        for (int k = 0; k < 3; ++k) data.rows[0][k] = static_cast<float>(label.anchor[k]);
        data.rows[0][3] = label.on_surface ? 0.0f : 1.0f;
        data.rows[1][0] = static_cast<float>(std::round(pen)) + g.left;
        data.rows[1][1] = static_cast<float>(std::round(label.dy)) + g.bottom;
        data.rows[1][2] = g.width;
        data.rows[1][3] = g.height;
        for (int k = 0; k < 4; ++k) data.rows[2][k] = g.uv[k];
        const QColor& q = label.color;
        const float color[4] = {q.redF(), q.greenF(), q.blueF(), q.alphaF()};
        std::copy(color, color + 4, data.color);
        out.push_back(data);
      }
      pen += static_cast<double>(g.advance);
    }
  }
  atlas_.flush();
  instances_->assign(std::move(out));
  instances_->flush();
  batch_->update();
}

}  // namespace ww::ui::scene
