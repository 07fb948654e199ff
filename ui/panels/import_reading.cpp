// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_reading.h"

#include <utility>

#include "core/session/session.h"
#include "core/usecase/import_place.h"
#include "core/usecase/picture.h"

namespace ww::ui {
namespace {

constexpr std::uint64_t kMostDrawnTriangles = 2'000'000;

// Of what was read alone; empty when there is none to be had, which is no reason not to import it.
std::string pictureOf(const io::ImportResult& read, const SharedStore& store, const std::stop_token& stop) {
  if (read.objects.empty() || read.counts.triangles + read.counts.collision_triangles > kMostDrawnTriangles) return {};
  session::WorldSession alone(world::World(), store);
  const world::WorldPtr empty = alone.snapshot().world;
  const auto tried = [&alone](const session::EditsPtr& edits) { return alone.preview(*edits); };
  const auto edits = usecase::placeImport(*empty, tried, usecase::named(*empty, world::kRootObject, read), {});
  if (!edits.ok() || stop.stop_requested()) return {};
  const auto world = tried(*edits);
  if (!world.ok()) return {};
  auto png = usecase::picture(*world, stop);
  return png.ok() ? std::move(png).value() : std::string();
}

}  // namespace

Result<ImportReading> readForImport(const ImportWish& wish, const SharedStore& store, std::stop_token stop,
                                    const Progress& progress) {
  // A unit matters only for formats that have none. The file may be on a slow drive: this looks into it.
  WW_ASSIGN(const io::FormatGuess guess, io::detectFormat(wish.file));
  ImportReading out;
  out.options = wish.options;
  if (!io::formatInfo(guess.format).unitless) out.options.unit_scale.reset();
  WW_ASSIGN(out.read, io::importFile(wish.file, out.options, *store, stop, progress));
  if (auto hash = usecase::fileHash(wish.file, stop); hash.ok()) out.sha256 = std::move(hash).value();
  else if (hash.status().code == Code::kCancelled) return hash.status();
  WW_ASSIGN(out.chosen, chosenOf(out, wish.file, usecase::stillThere(out.read, wish.choice), store, stop));
  return out;
}

Result<ImportChosen> chosenOf(const ImportReading& reading, const std::string& file, const usecase::PartChoice& choice,
                              const SharedStore& store, std::stop_token stop) {
  ImportChosen out;
  WW_ASSIGN(out.result, usecase::withChoice(reading.read, choice));
  usecase::noteSource(out.result, file, reading.sha256, reading.options, choice);
  out.picture = pictureOf(out.result, store, stop);
  return out;
}

}  // namespace ww::ui
