// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <QFont>
#include <QImage>
#include <QRectF>
#include <QString>
#include <QVector4D>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/base/ids.h"
#include "core/math/pose.h"
#include "ui/scene/batch.h"
#include "ui/scene/frame_graph.h"

namespace ww::ui::scene {

class AtlasImage;

// Glyphs painted once into a texture; grows by the characters that are used.
class GlyphAtlas {
 public:
  struct Glyph {
    QVector4D uv;                 // left, top, right, bottom
    float width = 0, height = 0;  // of the box, pixels
    float left = 0, bottom = 0;   // of the box, from the pen
    float advance = 0;
  };
  GlyphAtlas(FrameGraph& graph, q3c::QEntity* root, double dpr);
  // On another screen: glyphs are painted anew, at its size.
  void setScale(double dpr);
  const Glyph& glyph(char32_t c);
  float lineHeight() const { return line_height_; }
  // Sends new glyphs to the GPU.
  void flush();

 private:
  static constexpr int kSize = 1024;
  void paint(char32_t c, Glyph& glyph);

  QFont font_;
  double dpr_;
  float line_height_ = 16;
  QImage image_;
  AtlasImage* texture_image_;
  std::unordered_map<char32_t, Glyph> glyphs_;
  int pen_x_ = 1, pen_y_ = 1, row_ = 0;
  bool dirty_ = false;
};

// A text at a place in the world or on the surface.
struct Label {
  QString text;
  Vec3 anchor = Vec3::Zero();  // root frame; on the surface: pixels from the lower left
  bool on_surface = false;
  double dx = 0, dy = 0;  // pixels from the anchor to the left end of the base line, y up
  bool centered = false;
  QColor color;
  int priority = 0;              // where texts would lie over each other, the higher is shown
  bool movable = false;          // to the other sides of the anchor, where there is more room
  bool on_floor = false;         // any body over it hides it
  bool always = false;           // also where something hides the anchor
  double extent = 0;             // metres; in views where that is small there is no name
  std::optional<FrameId> frame;  // what a click on it selects
  QRectF box;                    // where it was put: device pixels, y down
};

class ViewTransform;
// What labels need, in device pixels, y down.
struct LabelRoom {
  double dpr = 1.0, line_height = 16.0;
  std::function<double(const QString&)> width;  // of a text
  std::vector<QRectF> keep_free = {};           // no label of the world goes there
  QPointF disc = {};                            // nor over the handles around this point
  double disc_radius = 0.0;
  // Whether a body is before a point of the surface (logical pixels) that is as far as the anchor, less `slack` metres.
  std::function<bool(const Label&, const Eigen::Vector2d& pixel, double slack)> hidden = {};
  bool looks_closely = true;  // it is asked so densely that no bar slips through; in crowds that takes too long
};
// The labels that can be read: those in view that nothing hides, and that no label of higher priority, or as high and
// nearer to the eye, lies over.
std::vector<Label> readable(std::vector<Label> labels, const ViewTransform& view, const LabelRoom& room);

// Many labels in one draw.
class LabelBatch {
 public:
  LabelBatch(FrameGraph& graph, GlyphAtlas& atlas, q3c::QEntity* root);
  ~LabelBatch();
  void assign(const std::vector<Label>& labels);
  double widthOf(const QString& text) const;

 private:
  GlyphAtlas& atlas_;
  GpuMesh quad_;
  std::unique_ptr<InstanceBuffer> instances_;
  std::unique_ptr<Batch> batch_;
};

// The quad [-1, 1]^2 as a mesh that batches can draw.
GpuMesh makeQuadMesh(q3c::QNode* parent);

}  // namespace ww::ui::scene
