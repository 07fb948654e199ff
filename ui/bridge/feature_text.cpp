// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/feature_text.h"

#include <QCoreApplication>

#include "ui/bridge/motion_text.h"

namespace ww::ui {
namespace {

using FeatureKind = geometry::Feature::Kind;

QString shapeText(const geometry::Feature& f) {
  const QString width = lengthText(2.0 * f.radius), length = lengthText(f.length);
  switch (f.kind) {
    case FeatureKind::kBore:
      return QCoreApplication::translate("ww::editor::FeatureDesk", "Bore, %1 wide, %2 deep").arg(width, length);
    case FeatureKind::kPin:
      return QCoreApplication::translate("ww::editor::FeatureDesk", "Pin, %1 wide, %2 long").arg(width, length);
    case FeatureKind::kSlot:
      return QCoreApplication::translate("ww::editor::FeatureDesk", "Slot, %1 wide, %2 long")
          .arg(width, lengthText(f.span + 2.0 * f.radius));
    case FeatureKind::kCircle: return QCoreApplication::translate("ww::editor::FeatureDesk", "Rim, %1 wide").arg(width);
    case FeatureKind::kPlane: return QCoreApplication::translate("ww::editor::FeatureDesk", "Plane");
  }
  return {};
}

}  // namespace

QString featureText(const geometry::Feature& f) {
  if (f.exact) return shapeText(f);
  return QCoreApplication::translate("ww::editor::FeatureDesk", "%1 (fitted to %2)")
      .arg(shapeText(f), lengthText(f.error));
}

}  // namespace ww::ui
