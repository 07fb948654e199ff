// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/gizmos/drag.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>
#include <cmath>

namespace ww::ui::scene {
namespace {

constexpr double kPi = std::numbers::pi;

int axisIndex(Handle h) {
  if (isAxis(h)) return static_cast<int>(h) - static_cast<int>(Handle::kMoveX);
  if (isPlane(h)) return static_cast<int>(h) - static_cast<int>(Handle::kPlaneYZ);
  return static_cast<int>(h) - static_cast<int>(Handle::kTurnX);
}

// Parameter of the point of the line nearest to the ray; none when they are parallel.
std::optional<double> nearestOnLine(const Ray& ray, const Vec3& p, const Vec3& dir) {
  const double b = ray.dir.dot(dir), denominator = 1.0 - b * b;
  if (denominator < 1e-6) return std::nullopt;
  const Vec3 w = ray.origin - p;
  return (w.dot(dir) - b * w.dot(ray.dir)) / denominator;
}

std::optional<Vec3> meetPlane(const Ray& ray, const Vec3& p, const Vec3& normal) {
  const double facing = ray.dir.dot(normal);
  if (std::abs(facing) < 1e-4) return std::nullopt;
  const double t = (p - ray.origin).dot(normal) / facing;
  if (t <= 0.0) return std::nullopt;
  return ray.origin + t * ray.dir;
}

double stepped(double value, double step) { return step > 0 ? std::round(value / step) * step : value; }

}  // namespace

Pose Motion::apply(const Pose& root_t_node, const Vec3& pivot) const {
  if (angle == 0.0) return {root_t_node.p + shift, root_t_node.q};
  const Quat q(Eigen::AngleAxisd(angle, axis));
  return {pivot + q * (root_t_node.p - pivot) + shift, (q * root_t_node.q).normalized()};
}

HandleDrag::HandleDrag(Handle handle, const Pose& root_t_gizmo, const ViewTransform& view, const Eigen::Vector2d& pixel,
                       double ring_pixels)
    : handle_(handle), root_t_gizmo_(root_t_gizmo), start_pixel_(pixel), ring_pixels_(ring_pixels) {
  if (isTurn(handle)) {
    const Ray ray = view.rayAt(pixel);
    const Vec3 n = axis(axisIndex(handle));
    edge_on_ = std::abs(ray.dir.dot(n)) < 0.12;
    const Vec3 across = n.cross(-ray.dir).normalized();
    const auto a = view.project(pivot()), b = view.project(pivot() + across * view.metresPerPixel(pivot()));
    if (a && b && (*b - *a).norm() > 1e-9) tangent_ = (*b - *a).normalized();
    last_angle_ = turnAt(view, pixel);
  } else {
    start_value_ = last_value_ = valueAt(view, pixel);
  }
}

Vec3 HandleDrag::axis(int i) const { return root_t_gizmo_.q * Vec3(Vec3::Unit(i % 3)); }

double HandleDrag::turnAt(const ViewTransform& view, const Eigen::Vector2d& pixel) {
  if (edge_on_) return (pixel - start_pixel_).dot(tangent_) / ring_pixels_;
  const int i = axisIndex(handle_);
  const auto p = meetPlane(view.rayAt(pixel), pivot(), axis(i));
  if (!p) return last_angle_;
  return std::atan2((*p - pivot()).dot(axis(i + 2)), (*p - pivot()).dot(axis(i + 1)));
}

Eigen::Vector2d HandleDrag::valueAt(const ViewTransform& view, const Eigen::Vector2d& pixel) {
  const int i = axisIndex(handle_);
  const Ray ray = view.rayAt(pixel);
  if (isAxis(handle_)) {
    const auto t = nearestOnLine(ray, pivot(), axis(i));
    return t ? Eigen::Vector2d(*t, 0.0) : last_value_;
  }
  const auto p = meetPlane(ray, pivot(), axis(i));
  if (!p) return last_value_;
  return {(*p - pivot()).dot(axis(i + 1)), (*p - pivot()).dot(axis(i + 2))};
}

Motion HandleDrag::motionOf(const Eigen::Vector2d& value) const {
  shown_ = value;
  const int i = axisIndex(handle_);
  Motion motion;
  if (isAxis(handle_)) motion.shift = axis(i) * value.x();
  else if (isPlane(handle_)) motion.shift = axis(i + 1) * value.x() + axis(i + 2) * value.y();
  else {
    motion.axis = axis(i);
    motion.angle = value.x();
  }
  return motion;
}

Motion HandleDrag::moveTo(const ViewTransform& view, const Eigen::Vector2d& pixel, const SnapSettings& snap,
                          bool fine) {
  Eigen::Vector2d value;
  double step = snap.grid;
  if (isTurn(handle_)) {
    const double now = turnAt(view, pixel);
    double delta = now - last_angle_;
    if (!edge_on_) delta = std::remainder(delta, 2.0 * kPi);
    last_angle_ = now;
    total_angle_ += delta;
    value = {total_angle_, 0.0};
    step = snap.angle;
  } else {
    last_value_ = valueAt(view, pixel);
    value = last_value_ - start_value_;
  }
  if (!snap.enabled) return motionOf(fine ? Eigen::Vector2d(0.1 * value) : value);
  if (fine) step *= 0.1;
  return motionOf({stepped(value.x(), step), stepped(value.y(), step)});
}

std::optional<Motion> HandleDrag::typed(const QString& text) const {
  static const QRegularExpression separators(QStringLiteral("[ ;]+"));
  const QStringList parts = text.split(separators, Qt::SkipEmptyParts);
  if (parts.isEmpty() || parts.size() > (isPlane(handle_) ? 2 : 1)) return std::nullopt;
  Eigen::Vector2d value = Eigen::Vector2d::Zero();
  for (qsizetype i = 0; i < parts.size(); ++i) {
    bool ok = false;
    QString number = parts[i];
    const double x = number.replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&ok);
    if (!ok || !std::isfinite(x)) return std::nullopt;
    value[static_cast<Eigen::Index>(i)] = isTurn(handle_) ? x * kPi / 180.0 : x / 1000.0;
  }
  return motionOf(value);
}

// With one place; what is less has three, so that it is not shown as nothing.
static QString dragFigure(double shown, const QLocale& locale) {
  constexpr double kOnePlace = 0.05, kNothing = 5e-4;
  if (std::abs(shown) < kNothing) return QStringLiteral("0");
  return locale.toString(shown, 'f', std::abs(shown) < kOnePlace ? 3 : 1);
}

QString HandleDrag::readout() const {
  static const char16_t names[] = u"XYZ";
  const QLocale locale;
  const int i = axisIndex(handle_);
  const auto length = [&](int k, double metres) {
    return QString(QChar(names[k % 3])) + QLatin1Char(' ') + dragFigure(metres * 1000.0, locale) +
           QCoreApplication::translate("Gizmo", " mm");
  };
  if (isAxis(handle_)) return length(i, shown_.x());
  if (isPlane(handle_)) return length(i + 1, shown_.x()) + QStringLiteral("   ") + length(i + 2, shown_.y());
  return QString(QChar(names[i])) + QLatin1Char(' ') + dragFigure(shown_.x() * 180.0 / kPi, locale) + QChar(0xb0);
}

}  // namespace ww::ui::scene
