// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "ui/scene/camera_state.h"
#include "ui/scene/overlays/text.h"

namespace ww::ui::scene {
namespace {

struct Candidate {
  std::size_t index = 0;
  int priority = 0;
  double depth = 0.0;  // metres from the eye
  Eigen::Vector2d at;  // of the anchor, device pixels, y down
};

// Room for one text, and what the ones before have taken.
class Desk {
 public:
  Desk(const ViewTransform& view, const LabelRoom& room)
      : view_(view), room_(room), surface_(0, 0, view.width() * room.dpr, view.height() * room.dpr) {}

  bool put(Label& label, const Eigen::Vector2d& at) {
    if (!label.on_surface && isHidden(label, at, 0.0)) return false;
    const double w = room_.width(label.text);
    for (const auto& [dx, dy] : places(label, at, w)) {
      const QRectF box(at.x() + dx, at.y() - dy - 0.75 * room_.line_height, w, room_.line_height);
      if (!fits(label, box)) continue;
      taken_.push_back(box.adjusted(-2, 0, 2, 0));
      label.box = box;
      label.dx = dx;
      label.dy = dy;
      label.centered = false;
      return true;
    }
    return false;
  }

 private:
  struct Place {
    double dx, dy;
  };
  std::vector<Place> places(const Label& label, const Eigen::Vector2d& at, double w) const {
    const double x = label.dx - (label.centered ? 0.5 * w : 0.0), left = -label.dx - w, above = 10.0 * room_.dpr;
    if (!label.movable) return {{x, label.dy}};
    const QPointF off = QPointF(at.x(), at.y()) - room_.disc;
    constexpr double kSame = 2.0;  // pixels
    if (room_.disc_radius <= 0.0 || std::hypot(off.x(), off.y()) > kSame * room_.dpr)
      return {{x, label.dy}, {x, above}, {left, label.dy}, {left, above}};
    // That of what the handles stand on: beside them.
    const double r = room_.disc_radius + 6.0 * room_.dpr, level = -0.25 * room_.line_height;
    return {{r - off.x(), level}, {-r - off.x() - w, level}, {-0.5 * w, r}, {-0.5 * w, -r - room_.line_height}};
  }

  bool fits(const Label& label, const QRectF& box) const {
    if (!box.intersects(surface_)) return false;
    if ((label.movable || label.on_floor) && !surface_.contains(box)) return false;
    const auto over = [&](const QRectF& other) { return other.intersects(box); };
    if (std::any_of(taken_.begin(), taken_.end(), over)) return false;
    if (label.on_surface) return true;
    if (std::any_of(room_.keep_free.begin(), room_.keep_free.end(), over) || touchesDisc(box)) return false;
    if (label.always || !room_.hidden) return true;
    // A little before the anchor is what it stands on.
    return !isCovered(label, box, 40.0 * view_.metresPerPixel(label.anchor));
  }

  // Looked at so densely that no bar slips through: legs of tables are some pixels wide.
  bool isCovered(const Label& label, const QRectF& box, double slack) const {
    const double step = (label.on_floor ? 4.0 : 8.0) * room_.dpr;
    const int columns = room_.looks_closely ? std::max(2, static_cast<int>(std::ceil(box.width() / step))) : 2;
    for (const double row : {0.5, 0.25, 0.75}) {
      if (row != 0.5 && !room_.looks_closely) break;
      for (int i = 0; i <= columns; ++i)
        if (isHidden(label, {box.left() + i * box.width() / columns, box.top() + row * box.height()}, slack))
          return true;
    }
    return false;
  }

  bool touchesDisc(const QRectF& box) const {
    if (room_.disc_radius <= 0.0) return false;
    const double x = std::clamp(room_.disc.x(), box.left(), box.right()) - room_.disc.x();
    const double y = std::clamp(room_.disc.y(), box.top(), box.bottom()) - room_.disc.y();
    return std::hypot(x, y) < room_.disc_radius;
  }

  bool isHidden(const Label& label, const Eigen::Vector2d& at, double slack) const {
    return !label.always && room_.hidden && room_.hidden(label, at / room_.dpr, slack);
  }

  const ViewTransform& view_;
  const LabelRoom& room_;
  QRectF surface_;
  std::vector<QRectF> taken_;
};

}  // namespace

std::vector<Label> readable(std::vector<Label> labels, const ViewTransform& view, const LabelRoom& room) {
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Label& label = labels[i];
    const auto at =
        label.on_surface
            ? std::optional(Eigen::Vector2d(label.anchor.x() / room.dpr, view.height() - label.anchor.y() / room.dpr))
            : view.project(label.anchor);
    if (at)
      all.push_back(
          {i, label.priority, label.on_surface ? 0.0 : view.depthOf(label.anchor), Eigen::Vector2d(*at * room.dpr)});
  }
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return a.priority != b.priority ? a.priority > b.priority : a.depth < b.depth;
  });
  Desk desk(view, room);
  std::vector<Label> out;
  for (const Candidate& c : all)
    if (desk.put(labels[c.index], c.at)) out.push_back(std::move(labels[c.index]));
  return out;
}

}  // namespace ww::ui::scene
