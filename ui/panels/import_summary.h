// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <QStringList>

#include "core/io/importer.h"
#include "core/usecase/import_collision.h"

namespace ww::ui {

// What the wizard says about a reading of a file: a function of the reading alone.
struct ImportSummary {
  QString format, unit, size, counts, doubt;
  double likelier_unit = 0.0;   // metres; 0: the unit is plausible
  double likelier_scale = 0.0;  // of a file that names its unit; 0: its size is plausible, 1: as the file says
  QStringList warnings;
};
// `metres_per_unit` is for files that do not say their unit, `scale` what one that does was read with instead of its
// own size.
ImportSummary summarize(const io::ImportResult& result, double metres_per_unit, double scale = 1.0);

// What links will be checked with, of shapes that were wished.
QString checkedText(const std::vector<usecase::ImportedCollision>& shapes);

}  // namespace ww::ui
