// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_summary.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

#include "core/io/size_words.h"
#include "ui/bridge/quiet_notes.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/deviation_legend.h"
#include "ui/panels/import_wizard.h"

namespace ww::ui {
namespace {

// The things that core/io compares with, so that they are translated.
[[maybe_unused]] constexpr const char* kThings[] = {QT_TRANSLATE_NOOP("SizeWords", "grain of dust"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "grain of rice"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "pea"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "coin"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "match box"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "hand"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "sheet of paper"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "shoe box"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "suitcase"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "washing machine"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "door"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "car"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "bus"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "house"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "stadium"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "town"),
                                                    QT_TRANSLATE_NOOP("SizeWords", "country")};

QString sizeInWords(const Vec3& size_m) {
  if (!(size_m.maxCoeff() > 0.0)) return ImportWizard::tr("No shapes: nothing of it will be seen");
  const QString thing = QCoreApplication::translate("SizeWords", io::sizeComparison(size_m).c_str());
  const QString size = QString::fromStdString(io::sizeText(size_m)).replace(QLatin1Char('.'), QLocale().decimalPoint());
  return ImportWizard::tr("%1, about as large as a %2").arg(size, thing);
}

// Of robots and worlds single meshes are wrong, not the whole.
bool saysItsUnit(io::Format format) {
  return !io::formatInfo(format).unitless && format != io::Format::kUrdf && format != io::Format::kSdf;
}

void doubtUnit(const Vec3& size, double metres_per_unit, ImportSummary& s) {
  s.likelier_unit = io::likelierUnit(size, metres_per_unit);
  if (!(s.likelier_unit > 0)) return;
  const QString other = sizeInWords(size * (s.likelier_unit / metres_per_unit));
  s.doubt = s.likelier_unit < metres_per_unit
                ? ImportWizard::tr("This would be unusually large. In millimetres it would be %1.").arg(other)
                : ImportWizard::tr("This would be unusually small. In metres it would be %1.").arg(other);
}

void doubtScale(const Vec3& size, double scale, ImportSummary& s) {
  if (scale != 1.0) {
    s.likelier_scale = 1.0;
    s.doubt = scale < 1.0 ? ImportWizard::tr("It is read 1000 times smaller than the file says.")
                          : ImportWizard::tr("It is read 1000 times larger than the file says.");
    return;
  }
  s.likelier_scale = io::likelierScale(size);
  if (!(s.likelier_scale > 0)) return;
  const QString other = sizeInWords(size * s.likelier_scale);
  s.doubt = s.likelier_scale < 1.0
                ? ImportWizard::tr("This would be unusually large. 1000 times smaller it would be %1.").arg(other)
                : ImportWizard::tr("This would be unusually small. 1000 times larger it would be %1.").arg(other);
}

}  // namespace

ImportSummary summarize(const io::ImportResult& result, double metres_per_unit, double scale) {
  ImportSummary s;
  const auto& info = io::formatInfo(result.format);
  s.format = toText(phrase(info.title));
  s.unit = QString::fromStdString(result.unit);
  const Vec3 size = result.shown_m.size();
  s.size = sizeInWords(size);
  const io::Format content = result.contentFormat();
  if (io::formatInfo(content).unitless) doubtUnit(size, metres_per_unit, s);
  else if (saysItsUnit(content)) doubtScale(size, scale, s);
  const QLocale locale;
  QStringList counts;
  const auto add = [&](const QString& text) { counts << text; };
  const auto& c = result.counts;
  if (result.objects.size() > 1) add(ImportWizard::tr("%n objects", "", static_cast<int>(result.objects.size())));
  if (c.parts > 0) add(ImportWizard::tr("%n parts", "", static_cast<int>(c.parts)));
  if (c.links > 1) add(ImportWizard::tr("%n links", "", static_cast<int>(c.links)));
  if (c.joints > 0) add(ImportWizard::tr("%n joints", "", static_cast<int>(c.joints)));
  add(ImportWizard::tr("%1 triangles").arg(locale.toString(static_cast<qulonglong>(c.triangles))));
  s.counts = counts.join(QStringLiteral(", "));
  for (const Diagnostic& d : shownNotes(result.diagnostics)) s.warnings << toLine(d);
  return s;
}

QString checkedText(const std::vector<usecase::ImportedCollision>& shapes) {
  std::size_t parts = 0;
  geometry::CollisionDeviation most;
  for (const auto& link : shapes) {
    parts += link.parts;
    most.add(link.deviation);
  }
  return ImportWizard::tr("Checked with %n shapes, at most %1 missing and %2 blocked", "", static_cast<int>(parts))
      .arg(deviationText(most.missing_m), deviationText(most.blocked_m));
}

}  // namespace ww::ui
