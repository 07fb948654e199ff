// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/view_labels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/scene/overlays/backdrop.h"
#include "ui/scene/section.h"
#include "ui/widgets/quantity.h"

namespace ww::ui::scene {
namespace {

QColor faint(QColor color) {
  color.setAlphaF(0.85f);
  return color;
}

constexpr double kApart = 48.0;  // pixels between numbers, at least

// Numbers of one axis around the middle one, as far apart on the surface as can be read: in the distance every second,
// fifth or tenth.
void addNumbers(const ViewTransform& v, const Vec3& origin, const Vec3& step, int middle,
                std::vector<std::pair<Vec3, int>>& out) {
  for (int i = middle - 10; i <= middle + 10; ++i) {
    const Vec3 p = origin + i * step;
    const auto at = v.project(p), next = v.project(p + step);
    if (i == 0 || !at || !next || at->x() < 0 || at->y() < 0 || at->x() > v.width() || at->y() > v.height()) continue;
    const double apart = (*next - *at).norm();
    for (const int every : {1, 2, 5, 10}) {
      if (every * apart < kApart) continue;
      if (i % every == 0) out.emplace_back(p, i);
      break;
    }
  }
}

// Between numbers: 1 or 5 times a power of ten of the unit, so many metres at least; 0: none is so large.
double numberStep(const Unit& unit, double least) {
  const double cell = gridCell(unit);
  for (const double cells : {0.1, 0.5, 1.0, 5.0, 10.0, 50.0, 100.0, 500.0, 1000.0})
    if (cells * cell >= least) return cells * cell;
  return 0.0;
}

std::vector<std::pair<Vec3, double>> gridNumbers(const ViewTransform& v, double floor, const Unit& unit) {
  constexpr double kStep = 88.0, kFarthest = 1e6;  // pixels; steps from the origin
  std::vector<std::pair<Vec3, double>> numbers;
  const Vec3& target = v.camera().target;
  const double step = numberStep(unit, kStep * v.metresPerPixel(target));
  if (step == 0) return numbers;
  for (const Vec3& axis : {Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY())}) {
    std::vector<std::pair<Vec3, int>> places;
    const double along = std::clamp(target.dot(axis) / step, -kFarthest, kFarthest);
    addNumbers(v, Vec3(0, 0, floor), step * axis, static_cast<int>(std::lround(along)), places);
    for (const auto& [p, i] : places) numbers.emplace_back(p, i * step);
  }
  return numbers;
}

}  // namespace

ViewLabels::ViewLabels(FrameGraph& graph, q3c::QEntity* root, double dpr)
    : atlas_(std::make_unique<GlyphAtlas>(graph, root, dpr)),
      batch_(std::make_unique<LabelBatch>(graph, *atlas_, root)),
      dpr_(dpr) {}

void ViewLabels::setReadout(const QString& text, const Eigen::Vector2d& pixel) {
  readout_ = text;
  readout_pixel_ = pixel;
}

// What a drag does, beside the pointer and on the surface; what a click on the cube does, below it.
void ViewLabels::addReadout(const Over& over, std::vector<Label>& labels) const {
  constexpr double kEdge = 6.0;  // pixels
  const ViewTransform& v = over.view;
  const double k = over.dpr, width = v.width() * k, height = v.height() * k, line = atlas_->lineHeight();
  const auto add = [&](const QString& text, double left, double base) {
    Label label;
    label.text = text;
    label.on_surface = true;
    const double most = width - batch_->widthOf(text) - kEdge * k, highest = height - line;
    // On whole pixels, else its letters lose thin strokes.
    label.anchor = Vec3(std::round(std::clamp(left, kEdge * k, std::max(most, kEdge * k))),
                        std::round(std::clamp(base, 0.3 * line, std::max(highest, 0.3 * line))), 0);
    label.color = over.theme.text;
    label.priority = 9;
    labels.push_back(label);
  };
  if (!readout_.isEmpty()) add(readout_, (readout_pixel_.x() + 18) * k, (v.height() - readout_pixel_.y() + 14) * k);
  if (!over.cube.hovered()) return;
  const QString name = nameOf(*over.cube.hovered());
  const QRectF area = over.cube.area();
  add(name, area.center().x() * k - 0.5 * batch_->widthOf(name), (v.height() - area.bottom()) * k - line);
}

LabelRoom ViewLabels::room(const Over& over) const {
  LabelRoom wanted{over.dpr, atlas_->lineHeight(), [this](const QString& text) { return batch_->widthOf(text); }};
  const QRectF cube = over.cube.area();
  wanted.keep_free.emplace_back(cube.topLeft() * over.dpr, cube.size() * over.dpr);
  for (const QRectF& area : over.covered)
    wanted.keep_free.emplace_back(area.topLeft() * over.dpr, area.size() * over.dpr);
  if (const auto at = over.gizmo.visible() ? over.view.project(over.gizmo.pose().p) : std::nullopt) {
    wanted.disc = QPointF(at->x(), at->y()) * over.dpr;
    wanted.disc_radius = Gizmo::kReachPixels * over.dpr;
  }
  constexpr std::size_t kCrowd = 2000;
  // What is hidden is still in the boxes that a ray goes through, until the tree is made anew.
  wanted.looks_closely = over.mirror.world().objectCount() < kCrowd;
  const bool is_empty = over.mirror.pickTree().size() == 0;
  const geometry::SceneBvh::Filter is_solid = [&over](std::uint64_t slot) {
    return !over.mirror.part(static_cast<std::uint32_t>(slot)).ghost;
  };
  wanted.hidden = [&over, is_empty, is_solid](const Label& label, const Eigen::Vector2d& pixel, double slack) {
    Ray ray = over.view.rayAt(pixel);
    const Vec3 forward = over.view.camera().forward();
    const double along = (label.anchor - ray.origin).dot(forward) / ray.dir.dot(forward);
    double reach = label.on_floor && slack > 0.0 ? std::numeric_limits<double>::infinity() : 0.998 * along - slack;
    const Vec3 eye = ray.origin;
    if (is_empty || reach <= 0.0 || !clipRay(over.mirror.rules().section, ray, reach)) return false;
    reach -= (ray.origin - eye).norm();  // what is cut away hides nothing
    return reach > 0.0 && over.mirror.pickTree().raycast(ray.origin, ray.dir, reach, is_solid);
  };
  return wanted;
}

void ViewLabels::update(const Over& over) {
  if (std::exchange(dpr_, over.dpr) != over.dpr) atlas_->setScale(over.dpr);
  std::vector<Label> labels;
  constexpr int kDecimals = 6;  // those of the finest lines in kilometres
  const Unit& unit = defaultUnit(Quantity::kLength);
  if (over.grid)
    for (const auto& [p, value] : gridNumbers(over.view, over.floor, unit)) {
      Label label;
      label.text = QStringLiteral("%1 %2").arg(formatQuantity(value, unit, kDecimals), QString::fromUtf8(unit.symbol));
      label.anchor = p;
      label.dx = 5 * dpr_;
      label.dy = 4 * dpr_;
      label.color = faint(over.theme.text_dim);
      label.on_floor = true;
      labels.push_back(label);
    }
  if (over.tools) {
    addReadout(over, labels);
    const auto frames = over.frames.labels(over.view, over.mirror.world());
    labels.insert(labels.end(), frames.begin(), frames.end());
  }
  labels.insert(labels.end(), over.lengths.begin(), over.lengths.end());
  shown_ = readable(std::move(labels), over.view, room(over));
  batch_->assign(shown_);
}

std::optional<FrameId> ViewLabels::frameAt(const Eigen::Vector2d& pixel) const {
  const QPointF at(pixel.x() * dpr_, pixel.y() * dpr_);
  for (const Label& label : shown_)
    if (label.frame && label.box.contains(at)) return label.frame;
  return std::nullopt;
}

}  // namespace ww::ui::scene
