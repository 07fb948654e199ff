// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/route_marks.h"

#include <algorithm>
#include <cmath>

namespace ww::ui::scene {
namespace {

constexpr double kWay = 2.5, kChosenWay = 4.5, kOpenDash = 9.0;          // pixels
constexpr double kTarget = 7.0, kChosenTarget = 10.0;                    // pixels across
constexpr double kApproach = 26.0, kTargetReach = 8.0, kWayReach = 5.0;  // pixels

QColor colorOf(const RouteLeg& leg, const SceneTheme& theme) {
  if (leg.state == RouteLeg::State::kOld) return theme.text_dim;
  if (leg.is_chosen) return theme.active;
  switch (leg.state) {
    case RouteLeg::State::kPlanned: return theme.trace;
    case RouteLeg::State::kOld:
    case RouteLeg::State::kOpen: return theme.text_dim;
    case RouteLeg::State::kBroken: break;
  }
  return theme.contact;
}

double offSegment(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const Eigen::Vector2d along = b - a;
  const double squared = along.squaredNorm();
  const double share = squared > 0.0 ? std::clamp((p - a).dot(along) / squared, 0.0, 1.0) : 0.0;
  return (p - a - share * along).norm();
}

double distanceToWay(const RouteLeg& leg, const ViewTransform& view, const Eigen::Vector2d& pixel) {
  double least = 1e9;
  for (std::size_t i = 0; i + 1 < leg.points.size(); ++i) {
    const auto a = view.project(leg.points[i]), b = view.project(leg.points[i + 1]);
    if (a && b) least = std::min(least, offSegment(pixel, *a, *b));
  }
  return least;
}

}  // namespace

void RouteMarks::addLines(const ViewTransform& view, const SceneTheme& theme, std::vector<Line>& out) const {
  for (const RouteLeg& leg : legs_) {
    const QColor color = colorOf(leg, theme);
    const double width = leg.is_chosen ? kChosenWay : kWay;
    // One that is no plan is no way that a robot would go.
    const bool is_way = leg.state == RouteLeg::State::kPlanned || leg.state == RouteLeg::State::kOld;
    const double dash = is_way ? 0.0 : kOpenDash;
    for (std::size_t i = 0; i + 1 < leg.points.size(); ++i)
      out.push_back({leg.points[i], leg.points[i + 1], color, width, dash});
    if (!leg.root_t_target) continue;
    const Pose& target = *leg.root_t_target;
    const double metres = view.metresPerPixel(target.p);
    out.push_back({target.p, target.p - kApproach * metres * (target.q * Vec3::UnitZ()), color, 2.0, 0});
    const double across = leg.is_chosen ? kChosenTarget : kTarget;
    const Vec3 half = 0.5 * across * metres * view.camera().right();
    out.push_back({target.p - half, target.p + half, color, across, 0});
  }
}

std::vector<Label> RouteMarks::labels(const SceneTheme& theme, double dpr) const {
  std::vector<Label> out;
  for (const RouteLeg& leg : legs_) {
    if (!leg.root_t_target) continue;
    Label label;
    label.text = QString::number(leg.step + 1);
    label.anchor = leg.root_t_target->p;
    label.dx = 8 * dpr;
    label.dy = 6 * dpr;
    label.color = leg.is_chosen ? theme.selected_text : theme.text;
    label.priority = leg.is_chosen ? 8 : 3;
    label.always = true;
    out.push_back(label);
  }
  return out;
}

std::optional<std::size_t> RouteMarks::at(const ViewTransform& view, const Eigen::Vector2d& pixel) const {
  std::optional<std::size_t> found;
  double least = 1e9;
  const auto look = [&](const RouteLeg& leg, double distance, double reach, double penalty) {
    if (distance > reach) return;
    const double rank = distance + penalty + (leg.is_chosen ? 100.0 : 0.0);
    if (rank >= least) return;
    least = rank;
    found = leg.step;
  };
  for (const RouteLeg& leg : legs_) {
    const auto target = leg.root_t_target ? view.project(leg.root_t_target->p) : std::nullopt;
    if (target) look(leg, (*target - pixel).norm(), kTargetReach, 0.0);
    look(leg, distanceToWay(leg, view, pixel), kWayReach, kTargetReach);
  }
  return found;
}

}  // namespace ww::ui::scene
