// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/gizmos/drag.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>
#include <cmath>

#include "ui/widgets/quantity.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::ui::scene {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kFarthest = 1e4;  // metres; as panels have it

int axisIndex(Handle h) {
  if (isAxis(h)) return static_cast<int>(h) - static_cast<int>(Handle::kMoveX);
  if (isPlane(h)) return static_cast<int>(h) - static_cast<int>(Handle::kPlaneYZ);
  if (h == Handle::kTurnView || h == Handle::kMoveView) return 2;
  return static_cast<int>(h) - static_cast<int>(Handle::kTurnX);
}

// Parameter of the point of the line nearest to the ray; none when they are parallel, or where it lies behind the eye:
// beyond the vanishing point of the line.
std::optional<double> nearestOnLine(const Ray& ray, const Vec3& p, const Vec3& dir) {
  const double b = ray.dir.dot(dir), denominator = 1.0 - b * b;
  if (denominator < 1e-6) return std::nullopt;
  const Vec3 w = ray.origin - p;
  if (b * w.dot(dir) - w.dot(ray.dir) <= 0.0) return std::nullopt;
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

// x to the right, y up, z towards the eye.
Quat screenAxes(const CameraState& c) {
  Eigen::Matrix3d m;
  m << c.right(), c.trueUp(), -c.forward();
  return Quat(m).normalized();
}

// Several numbers are several values, and no sum, where the handle has several: "10 -20", but "10 - 20".
QStringList valuesOf(const QString& text, qsizetype most) {
  if (text.contains(QLatin1Char(';'))) return text.split(QLatin1Char(';'));
  static const QRegularExpression kSpace(QStringLiteral("\\s+")), kEnds(QStringLiteral("[0-9a-zA-Z)\\x{b0}'\"]$")),
      kBegins(QStringLiteral("^[-+(.0-9]"));
  const QStringList parts = text.split(kSpace, Qt::SkipEmptyParts);
  bool apart = parts.size() > 1 && parts.size() <= most;
  for (const QString& part : parts) apart = apart && kEnds.match(part).hasMatch() && kBegins.match(part).hasMatch();
  return apart ? parts : QStringList{text};
}

}  // namespace

Pose Motion::apply(const Pose& root_t_node, const Vec3& pivot) const {
  if (angle == 0.0) return {root_t_node.p + shift, root_t_node.q};
  const Quat q(Eigen::AngleAxisd(angle, axis));
  return {pivot + q * (root_t_node.p - pivot) + shift, (q * root_t_node.q).normalized()};
}

HandleDrag::HandleDrag(Handle handle, const Pose& root_t_gizmo, const ViewTransform& view, const Eigen::Vector2d& pixel,
                       double ring_pixels)
    : handle_(handle),
      root_t_gizmo_(root_t_gizmo),
      q_(handle == Handle::kTurnView || handle == Handle::kMoveView ? screenAxes(view.camera()) : root_t_gizmo.q),
      start_pixel_(pixel),
      ring_pixels_(ring_pixels) {
  if (!isTurn(handle)) {
    start_value_ = last_value_ = valueAt(view, pixel);
    return;
  }
  const Ray ray = view.rayAt(pixel);
  const Vec3 n = axis(axisIndex(handle));
  edge_on_ = std::abs(ray.dir.dot(n)) < 0.12;
  const Vec3 across = n.cross(-ray.dir).normalized();
  const auto a = view.project(pivot()), b = view.project(pivot() + across * view.metresPerPixel(pivot()));
  if (a && b && (*b - *a).norm() > 1e-9) tangent_ = (*b - *a).normalized();
  last_angle_ = turnAt(view, pixel);
}

double HandleDrag::turnAt(const ViewTransform& view, const Eigen::Vector2d& pixel) const {
  if (edge_on_) return (pixel - start_pixel_).dot(tangent_) / ring_pixels_;
  const int i = axisIndex(handle_);
  const auto p = meetPlane(view.rayAt(pixel), pivot(), axis(i));
  if (!p) return last_angle_;
  return std::atan2((*p - pivot()).dot(axis(i + 2)), (*p - pivot()).dot(axis(i + 1)));
}

Vec3 HandleDrag::valueAt(const ViewTransform& view, const Eigen::Vector2d& pixel) const {
  const int i = axisIndex(handle_);
  const Ray ray = view.rayAt(pixel);
  Vec3 value = Vec3::Zero();
  if (isAxis(handle_)) {
    const auto t = nearestOnLine(ray, pivot(), axis(i));
    if (!t || std::abs(*t) > kFarthest) return last_value_;
    value[i] = *t;
    return value;
  }
  const auto p = meetPlane(ray, pivot(), axis(i));
  if (!p) return last_value_;
  for (const int k : {(i + 1) % 3, (i + 2) % 3}) value[k] = (*p - pivot()).dot(axis(k));
  if (value.cwiseAbs().maxCoeff() > kFarthest) return last_value_;
  return value;
}

// What is dragged in the plane of the screen is stepped and typed along the axes of the gizmo.
Motion HandleDrag::motionOf(const Vec3& value) const {
  Motion motion;
  if (isTurn(handle_)) {
    motion.axis = axis(axisIndex(handle_));
    motion.angle = value.x();
  } else {
    motion.shift = root_t_gizmo_.q * value;
  }
  return motion;
}

Motion HandleDrag::moveTo(const ViewTransform& view, const Eigen::Vector2d& pixel, const SnapSettings& snap,
                          bool fine) {
  Vec3 value = Vec3::Zero();
  double step = snap.grid;
  if (isTurn(handle_)) {
    const double now = turnAt(view, pixel);
    double delta = now - last_angle_;
    if (!edge_on_) delta = std::remainder(delta, 2.0 * kPi);
    last_angle_ = now;
    total_angle_ += delta;
    value.x() = total_angle_;
    step = snap.angle;
  } else {
    last_value_ = valueAt(view, pixel);
    value = last_value_ - start_value_;
    if (handle_ == Handle::kMoveView) value = root_t_gizmo_.q.conjugate() * (q_ * value);
  }
  if (!snap.enabled) return motionOf(fine ? Vec3(0.1 * value) : value);
  if (fine) step *= 0.1;
  for (double& x : value) x = stepped(x, step);
  return motionOf(value);
}

HandleDrag::Typed HandleDrag::typed(const QString& text) const {
  const int i = axisIndex(handle_);
  const qsizetype most = isPlane(handle_) ? 2 : handle_ == Handle::kMoveView ? 3 : 1;
  const QStringList parts = valuesOf(text, most);
  if (parts.size() > most)
    return {std::nullopt, QCoreApplication::translate("Gizmo", "There are %1 values, but this handle takes %2 at most.")
                              .arg(parts.size())
                              .arg(most)};
  const Quantity quantity = isTurn(handle_) ? Quantity::kAngle : Quantity::kLength;
  Vec3 value = Vec3::Zero();
  for (qsizetype k = 0; k < parts.size(); ++k) {
    if (parts.size() > 1 && parts[k].trimmed().isEmpty()) continue;  // "; 5": only the second
    const auto parsed = parseQuantity(parts[k], quantity, defaultUnit(quantity));
    if (!parsed.si) return {std::nullopt, parsed.error};
    if (quantity == Quantity::kLength && std::abs(*parsed.si) > kFarthest)
      return {std::nullopt, QCoreApplication::translate("Gizmo", "At most 10 km either way. Is the unit right?")};
    const int at = isTurn(handle_) || handle_ == Handle::kMoveView ? static_cast<int>(k)
                   : isPlane(handle_)                              ? (i + 1 + static_cast<int>(k)) % 3
                                                                   : i;
    value[at] = *parsed.si;
  }
  return {motionOf(value), {}};
}

Vec3 HandleDrag::shiftOf(const Motion& motion) const { return root_t_gizmo_.q.conjugate() * motion.shift; }

// In mm and degrees with one place; what is less has three, so that it is not shown as nothing.
static QString dragFigure(double si, Quantity quantity, const QLocale& locale) {
  constexpr double kOnePlace = 50.0, kNothing = 0.5, kLarge = 1e9;  // of the finest figure
  const Unit& unit = defaultUnit(quantity);
  const double shown = si / unit.si, size = std::abs(shown) * std::pow(10.0, shownDecimals(unit, 3));
  if (size < kNothing) return QStringLiteral("0");
  if (std::abs(shown) >= kLarge) return locale.toString(shown, 'g', 6);
  return locale.toString(shown, 'f', shownDecimals(unit, size < kOnePlace ? 3 : 1));
}

QString HandleDrag::readout(const Motion& motion) const {
  static const char16_t names[] = u"XYZ";
  const QLocale locale;
  const int i = axisIndex(handle_);
  const Vec3 shift = shiftOf(motion);
  const auto length = [&](int k) {
    return QString(QChar(names[k % 3])) + QLatin1Char(' ') + dragFigure(shift[k % 3], Quantity::kLength, locale) +
           QLatin1Char(' ') + QString::fromUtf8(defaultUnit(Quantity::kLength).symbol);
  };
  const QString gap = QStringLiteral("   ");
  if (isAxis(handle_)) return length(i);
  if (isPlane(handle_)) return length(i + 1) + gap + length(i + 2);
  if (handle_ == Handle::kMoveView) return length(0) + gap + length(1) + gap + length(2);
  const QString name =
      handle_ == Handle::kTurnView ? QCoreApplication::translate("Gizmo", "View") : QString(QChar(names[i]));
  const Unit& turn = defaultUnit(Quantity::kAngle);
  return name + QLatin1Char(' ') + dragFigure(motion.angle, Quantity::kAngle, locale) +
         (QString::fromUtf8(turn.symbol) == QChar(0xb0) ? QString() : QStringLiteral(" ")) +
         QString::fromUtf8(turn.symbol);
}

}  // namespace ww::ui::scene
