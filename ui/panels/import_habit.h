// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "ui/panels/import_reading.h"

namespace ww::ui {

// How the files of a format were read last: so the next one is proposed to be read, whatever came between.
struct ImportHabit {
  // The unit, of a format that has none; the upward axis, what ImportFineness asks, and whether anything is checked.
  io::ImportOptions options;
  bool bottom_center = false;
  std::optional<geometry::CollisionWish> shapes = {};  // none: as the file has them
};

// Of the format that the ending of the file says.
ImportHabit importHabit(const QString& file);
// Without a unit, that of before stays.
void keepImportHabit(const QString& file, const ImportHabit& habit);
// What is asked of a file that nobody is asked about.
ImportWish habitualWish(const QString& file);

}  // namespace ww::ui
