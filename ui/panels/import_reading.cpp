// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_reading.h"

#include <utility>

namespace ww::ui {

Result<ImportReading> readForImport(const ImportWish& wish, geometry::GeometryStore& store, std::stop_token stop,
                                    const Progress& progress) {
  // A unit matters only for formats that have none. The file may be on a slow drive: this looks into it.
  WW_ASSIGN(const io::FormatGuess guess, io::detectFormat(wish.file));
  ImportReading out;
  out.options = wish.options;
  if (!io::formatInfo(guess.format).unitless) out.options.unit_scale.reset();
  WW_ASSIGN(out.read, io::importFile(wish.file, out.options, store, stop, progress));
  WW_ASSIGN(out.sha256, usecase::fileHash(wish.file, stop));
  WW_ASSIGN(out.chosen, chosenOf(out, wish.file, usecase::stillThere(out.read, wish.choice)));
  return out;
}

Result<io::ImportResult> chosenOf(const ImportReading& reading, const std::string& file,
                                  const usecase::PartChoice& choice) {
  WW_ASSIGN(io::ImportResult result, usecase::withChoice(reading.read, choice));
  usecase::noteSource(result, file, reading.sha256, reading.options, choice);
  return result;
}

}  // namespace ww::ui
