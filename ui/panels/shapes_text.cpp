// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/shapes_text.h"

#include <QLocale>
#include <algorithm>

#include "ui/bridge/motion_text.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

QString trianglesText(std::size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); }

// In a column of triangles: primitives have none, which is not as cheap as nothing at all.
QString trianglesCell(std::size_t triangles, std::size_t primitives) {
  return triangles == 0 && primitives > 0 ? QStringLiteral("\u2013") : trianglesText(triangles);
}

// "1,200 triangles and 2 primitives".
QString checkedText(std::size_t triangles, std::size_t primitives) {
  const QString meshes = ShapesDialog::tr("%1 triangles").arg(trianglesText(triangles));
  if (primitives == 0) return meshes;
  const QString exact = ShapesDialog::tr("%n primitives", "", static_cast<int>(primitives));
  return triangles == 0 ? exact : ShapesDialog::tr("%1 and %2").arg(meshes, exact);
}

QString checkSecondsText(double seconds) {
  constexpr double kMilli = 1e-3;
  return seconds < kMilli ? ShapesDialog::tr("%1 \u00b5s").arg(QLocale().toString(1e6 * seconds, 'g', 3))
                          : ShapesDialog::tr("%1 ms").arg(QLocale().toString(1e3 * seconds, 'g', 3));
}

bool isBound(const geometry::CollisionDeviation& off) {
  return !geometry::isWellKnown(off.missing_m, off.missing_found_m) ||
         !geometry::isWellKnown(off.blocked_m, off.blocked_found_m);
}

// "≤ 3 mm" where less was found than there may be.
QString mostText(double most_m, double found_m) {
  const QString text = deviationText(most_m);
  return geometry::isWellKnown(most_m, found_m) ? text : QStringLiteral("\u2264 %1").arg(text);
}

QString volumeText(double cubic_metres) {
  const double cubic_cm = 1e6 * cubic_metres;
  return ShapesDialog::tr("%1 cm\u00b3").arg(QLocale().toString(cubic_cm, 'f', cubic_cm < 100.0 ? 2 : 0));
}

}  // namespace

// Labels are literals, with an end.
QString shapeKindText(geometry::CollisionKind kind) {
  return toText(phrase(geometry::collisionKindRow(kind).label.data()));
}

QString shapeWishText(const usecase::ShapeWish& wish) {
  using Kind = geometry::CollisionKind;
  if (wish.any_primitive) return ShapesDialog::tr("The smallest of box, cylinder, capsule and sphere");
  const QString kind = shapeKindText(wish.shape.kind);
  if (wish.shape.kind == Kind::kPieces) return ShapesDialog::tr("%1, at most %2").arg(kind).arg(wish.shape.pieces);
  if (wish.shape.kind == Kind::kCoarse)
    return ShapesDialog::tr("%1, at most %2 off").arg(kind, lengthText(wish.shape.error_m));
  return kind;
}

QString checkTimeText(const CheckTimes& times) {
  if (!times.now) return {};
  if (!times.then) return ShapesDialog::tr("One check in this cell takes %1.").arg(checkSecondsText(*times.now));
  return ShapesDialog::tr("One check in this cell takes %1, with the shapes of now %2.")
      .arg(checkSecondsText(*times.then), checkSecondsText(*times.now));
}

ShapeRowTexts shapeRowTexts(const ShapePart& part, const std::optional<usecase::ShapeWish>& wish,
                            const std::optional<ShapeFigures>& found) {
  ShapeRowTexts out;
  if (!wish) {
    out.shape =
        part.checked_shapes == 0 ? shapeKindText(geometry::CollisionKind::kNone) : ShapesDialog::tr("Unchanged");
    out.triangles = trianglesCell(part.checked_triangles, part.checked_primitives);
    return out;
  }
  out.shape = wish->any_primitive ? ShapesDialog::tr("Fitted primitive") : shapeKindText(wish->shape.kind);
  out.tip = shapeWishText(*wish);
  if (!found) {
    out.triangles = out.missing = out.blocked = QStringLiteral("...");
    return out;
  }
  if (!found->problem.isEmpty()) {
    out.shape = ShapesDialog::tr("Not possible");
    out.tip = found->problem;
    return out;
  }
  out.shape = shapeKindText(found->kind);
  if (found->shapes > 1) out.shape = ShapesDialog::tr("%1: %2").arg(out.shape).arg(found->shapes);
  out.triangles = trianglesCell(found->triangles, found->primitives);
  if (found->shapes == 0) return out;
  out.missing = mostText(found->deviation.missing_m, found->deviation.missing_found_m);
  out.blocked = mostText(found->deviation.blocked_m, found->deviation.blocked_found_m);
  if (isBound(found->deviation))
    out.tip += QLatin1Char('\n') + ShapesDialog::tr(
                                       "Too fine to tell in reasonable time: found were %1 missing and %2 "
                                       "blocked, and it is not more than the list says.")
                                       .arg(deviationText(found->deviation.missing_found_m),
                                            deviationText(found->deviation.blocked_found_m));
  return out;
}

void ShapeTotals::add(const ShapePart& part, const std::optional<usecase::ShapeWish>& wish,
                      const std::optional<ShapeFigures>& found) {
  ++parts_;
  seen_triangles_ += part.seen_triangles;
  now_triangles_ += part.checked_triangles;
  now_primitives_ += part.checked_primitives;
  mass_ += part.mass.value_or(0.0);
  if (!wish) return;
  ++wished_;
  if (!found) return;
  if (!found->problem.isEmpty()) {
    if (problem_.isEmpty()) problem_ = QStringLiteral("%1: %2").arg(part.name, found->problem);
    return;
  }
  ++known_;
  nothing_ += found->shapes == 0 ? 1 : 0;
  shapes_ += found->shapes;
  triangles_ += found->triangles;
  primitives_ += found->primitives;
  deviation_.add(found->deviation);
  open_edges_ += static_cast<std::size_t>(found->seen.open_edges);
  volume_ += found->seen.volume;
}

// "1,200 triangles in 8 shapes and 2 primitives".
QString ShapeTotals::madeText() const {
  const QString exact = ShapesDialog::tr("%n primitives", "", static_cast<int>(primitives_));
  const std::size_t meshes = shapes_ - primitives_;
  if (meshes == 0) return exact;
  const QString text = ShapesDialog::tr("%1 triangles in %2")
                           .arg(trianglesText(triangles_), ShapesDialog::tr("%n shapes", "", static_cast<int>(meshes)));
  return primitives_ == 0 ? text : ShapesDialog::tr("%1 and %2").arg(text, exact);
}

QString ShapeTotals::figures() const {
  if (parts_ == 0) return {};
  if (!problem_.isEmpty()) return problem_;
  const QString now = ShapesDialog::tr("Seen: %1. Checked now: %2.")
                          .arg(checkedText(seen_triangles_, 0), checkedText(now_triangles_, now_primitives_));
  if (wished_ == 0) return now;
  if (known_ < wished_) return now + QLatin1Char(' ') + ShapesDialog::tr("The new shapes are being worked out...");
  if (nothing_ == wished_) return ShapesDialog::tr("Nothing of it will be checked: it collides with nothing.");
  return ShapesDialog::tr("%1, seen: %2, checked now: %3. Material missing: at most %4. Space blocked: at most %5.")
      .arg(madeText(), checkedText(seen_triangles_, 0), checkedText(now_triangles_, now_primitives_),
           deviationText(deviation_.missing_m), deviationText(deviation_.blocked_m));
}

QString ShapeTotals::seen() const {
  QStringList out;
  if (known_ > 0)
    out << (open_edges_ == 0 ? ShapesDialog::tr("What is seen is closed, %1.").arg(volumeText(volume_))
                             : ShapesDialog::tr("What is seen is open at %n edges: its inside is not known.", "",
                                                static_cast<int>(open_edges_)));
  if (mass_ > 0.0) out << ShapesDialog::tr("Mass: %1 kg.").arg(QLocale().toString(mass_, 'g', 4));
  return out.join(QLatin1Char(' '));
}

}  // namespace ww::ui
