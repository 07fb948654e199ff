// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_habit.h"

#include <QFileInfo>
#include <algorithm>

#include "core/io/code_page.h"
#include "ui/panels/import_parts.h"
#include "ui/panels/import_units.h"
#include "ui/settings/user_settings.h"

namespace ww::ui {
namespace {

constexpr const char* kAnyUnit = "import/unit";  // of the last file whose format has none of its own

class Kept {
 public:
  explicit Kept(const QString& file) : format_(QFileInfo(file).suffix().toLower()) {
    if (const io::Format known = io::formatById(format_.toStdString()); known != io::Format::kUnknown)
      format_ = QString::fromUtf8(io::formatInfo(known).id.data());
  }
  QVariant value(const char* what) const { return settings::value(key(what)); }
  int index(const char* what, int most) const { return std::clamp(value(what).toInt(), 0, most); }
  double number(const char* what, double least, double most) const {
    const double kept = value(what).toDouble();
    return kept >= least && kept <= most ? kept : 0.0;
  }
  void set(const char* what, const QVariant& value) const { settings::set(key(what), value); }
  // Of formats whose files do not say it, and yet are nearly always in one; empty: none.
  QString usualUnit() const {
    switch (io::formatById(format_.toStdString())) {
      case io::Format::kBrep: return QStringLiteral("mm");
      case io::Format::kGltf:
      case io::Format::kGlb: return QStringLiteral("m");
      default: return {};
    }
  }

 private:
  QString key(const char* what) const { return QStringLiteral("import/%1/%2").arg(format_, QLatin1String(what)); }
  QString format_;
};

std::optional<geometry::CollisionWish> keptShapes(const Kept& kept) {
  const auto* row = geometry::collisionKindNamed(kept.value("shapes").toString().toStdString());
  if (!row || row->kind == geometry::CollisionKind::kNone) return std::nullopt;
  geometry::CollisionWish wish;
  wish.kind = row->kind;
  if (const int pieces = kept.index("pieces", geometry::kMostPieces); pieces > 0) wish.pieces = pieces;
  const double error = kept.number("error", geometry::kLeastCoarseError, geometry::kMostCoarseError);
  if (error > 0.0) wish.error_m = error;
  return wish;
}

}  // namespace

ImportHabit importHabit(const QString& file) {
  const Kept kept(file);
  ImportHabit out;
  QString unit = kept.value("unit").toString();
  if (unit.isEmpty()) unit = kept.usualUnit();
  if (unit.isEmpty()) unit = settings::value(QLatin1String(kAnyUnit)).toString();
  out.options.unit_scale = importUnitNamed(unit).metres;
  out.options.up = static_cast<io::UpAxis>(kept.index("upward", static_cast<int>(io::UpAxis::kZ)));
  out.options.resolution = static_cast<io::Resolution>(kept.index("resolution", 1));
  out.options.chord_m = kept.number("chord", io::kLeastChord, io::kMostChord);
  out.options.angle_rad = kept.number("angle", io::kLeastAngle, io::kMostAngle);
  out.options.parts = static_cast<io::PartMode>(kept.index("parts", static_cast<int>(io::PartMode::kObjects)));
  const std::string encoding = kept.value("encoding").toString().toStdString();
  if (std::ranges::find(io::codePages(), encoding) != io::codePages().end()) out.options.encoding = encoding;
  out.options.drop_collision = kept.value("seen-only").toInt() != 0;
  out.bottom_center = kept.value("origin").toInt() == 1;
  out.shapes = keptShapes(kept);
  return out;
}

void keepImportHabit(const QString& file, const ImportHabit& habit) {
  const Kept kept(file);
  if (habit.options.unit_scale) {
    const QString unit = QLatin1String(importUnitOf(*habit.options.unit_scale).id);
    kept.set("unit", unit);
    if (kept.usualUnit().isEmpty()) settings::set(QLatin1String(kAnyUnit), unit);
  }
  kept.set("upward", static_cast<int>(habit.options.up));
  kept.set("resolution", static_cast<int>(habit.options.resolution));
  kept.set("chord", habit.options.chord_m);
  kept.set("angle", habit.options.angle_rad);
  kept.set("parts", static_cast<int>(habit.options.parts));
  kept.set("encoding", QString::fromStdString(habit.options.encoding));
  kept.set("seen-only", habit.options.drop_collision ? 1 : 0);
  kept.set("origin", habit.bottom_center ? 1 : 0);
  if (habit.options.drop_collision) return;  // nothing was asked about shapes
  kept.set("shapes",
           habit.shapes ? QString::fromUtf8(geometry::collisionKindRow(habit.shapes->kind).id.data()) : QString());
  if (!habit.shapes) return;
  kept.set("pieces", habit.shapes->pieces);
  kept.set("error", habit.shapes->error_m);
}

ImportWish habitualWish(const QString& file) {
  const ImportHabit habit = importHabit(file);
  ImportWish wish;
  wish.file = file.toStdString();
  wish.options = habit.options;
  wish.options.search_dirs = ImportParts::searchFolders();
  wish.choice.bottom_center = habit.bottom_center;
  if (!habit.options.drop_collision) wish.shapes = habit.shapes;
  return wish;
}

}  // namespace ww::ui
