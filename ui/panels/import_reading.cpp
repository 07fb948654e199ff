// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_reading.h"

#include <utility>

#include "core/render/png.h"
#include "core/render/render.h"
#include "core/session/session.h"
#include "core/usecase/import_place.h"

namespace ww::ui {
namespace {

constexpr std::uint64_t kMostDrawnTriangles = 2'000'000;

// As in the window, in little; soft shadows would take as long as all else.
Result<std::string> drawn(const world::World& world, bool dark, const std::stop_token& stop) {
  render::RenderOptions options;
  options.width = 256;
  options.height = 192;
  options.theme = dark ? render::Theme::kDark : render::Theme::kLight;
  options.sky_rays = 0;
  options.threads = 1;
  WW_ASSIGN(options.camera, render::standardView(world, "iso", 4.0 / 3.0));
  WW_ASSIGN(const render::Picture traced, render::render(world, options, stop));
  return render::toPng(traced.color);
}

// Of what was read alone; empty when there is none to be had, which is no reason not to import it.
std::string pictureOf(const io::ImportResult& read, const SharedStore& store, bool dark, const std::stop_token& stop) {
  if (read.objects.empty() || read.counts.triangles + read.counts.collision_triangles > kMostDrawnTriangles) return {};
  session::WorldSession alone(world::World(), store);
  const world::WorldPtr empty = alone.snapshot().world;
  const auto tried = [&alone](const session::EditsPtr& edits) { return alone.preview(*edits); };
  const auto edits = usecase::placeImport(*empty, tried, usecase::named(*empty, world::kRootObject, read), {});
  if (!edits.ok() || stop.stop_requested()) return {};
  const auto world = tried(*edits);
  if (!world.ok()) return {};
  auto png = drawn(*world, dark, stop);
  return png.ok() ? std::move(png).value() : std::string();
}

}  // namespace

Result<ImportReading> readForImport(const ImportWish& wish, const SharedStore& store, std::stop_token stop,
                                    const Progress& progress) {
  // A unit matters only for formats that have none. The file may be on a slow drive: this looks into it.
  WW_ASSIGN(const io::FormatGuess guess, io::detectFormat(wish.file));
  ImportReading out;
  out.options = wish.options;
  out.dark = wish.dark;
  if (!io::formatInfo(guess.format).unitless) out.options.unit_scale.reset();
  WW_ASSIGN(out.read, io::importFile(wish.file, out.options, *store, stop, progress));
  if (auto hash = usecase::fileHash(wish.file, stop); hash.ok()) out.sha256 = std::move(hash).value();
  else if (hash.status().code == Code::kCancelled) return hash.status();
  ImportWish there = wish;
  there.choice = usecase::stillThere(out.read, wish.choice);
  out.chosen = chosenOf(out, there, store, stop);
  if (!out.chosen.ok() && stop.stop_requested()) return out.chosen.status();
  return out;
}

Result<ImportChosen> chosenOf(const ImportReading& reading, const ImportWish& wish, const SharedStore& store,
                              std::stop_token stop) {
  ImportChosen out;
  WW_ASSIGN(out.result, usecase::withChoice(reading.read, wish.choice));
  usecase::noteSource(out.result, wish.file, reading.sha256, reading.options, wish.choice, wish.shapes);
  if (wish.shapes) {
    WW_ASSIGN(out.shapes, usecase::remakeCollision(out.result, *wish.shapes, *store, stop));
  }
  out.picture = pictureOf(out.result, store, reading.dark, stop);
  return out;
}

}  // namespace ww::ui
