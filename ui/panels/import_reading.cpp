// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_reading.h"

#include <cmath>
#include <utility>

#include "core/render/png.h"
#include "core/render/render.h"
#include "core/session/session.h"
#include "core/usecase/import_place.h"

namespace ww::ui {
namespace {

constexpr std::uint64_t kMostDrawnTriangles = 2'000'000;

// Of the origin, as long as a good part of what is shown.
std::vector<std::vector<Vec3>> axesOf(const Bounds& box) {
  constexpr double kShare = 0.3;
  std::vector<std::vector<Vec3>> out;
  for (int axis = 0; axis < 3; ++axis) out.push_back({Vec3::Zero(), kShare * box.size().maxCoeff() * Vec3::Unit(axis)});
  return out;
}

// As in the window, in little; soft shadows would take as long as all else.
Status draw(bool dark, const std::optional<Bounds>& axes, const std::stop_token& stop, ImportSeen& seen,
            std::string& png) {
  render::RenderOptions options;
  options.width = seen.width = 256;
  options.height = seen.height = 192;
  options.theme = dark ? render::Theme::kDark : render::Theme::kLight;
  options.sky_rays = 0;
  options.threads = 1;
  WW_ASSIGN(options.camera, render::standardView(*seen.world, "iso", 4.0 / 3.0));
  if (axes) options.traces = axesOf(*axes);
  WW_ASSIGN(render::Picture traced, render::render(*seen.world, options, stop));
  WW_ASSIGN(png, render::toPng(traced.color));
  seen.camera = options.camera;
  seen.ids = std::move(traced.ids);
  seen.depth = std::move(traced.depth);
  return okStatus();
}

// Of what is chosen alone; none when there is none to be had, which is no reason not to import it.
void drawAlone(const ImportReading& reading, const usecase::PartChoice& choice, const SharedStore& store,
               const std::stop_token& stop, ImportChosen& out) {
  const io::ImportResult& read = out.result;
  if (read.objects.empty() || read.counts.triangles + read.counts.collision_triangles > kMostDrawnTriangles) return;
  session::WorldSession alone(world::World(), store);
  const world::WorldPtr empty = alone.snapshot().world;
  const auto tried = [&alone](const session::EditsPtr& edits) { return alone.preview(*edits); };
  const auto edits = usecase::placeImport(*empty, tried, usecase::named(*empty, world::kRootObject, read), {});
  if (!edits.ok() || stop.stop_requested()) return;
  auto world = tried(*edits);
  if (!world.ok()) return;
  auto seen = std::make_shared<ImportSeen>();
  seen->world = std::make_shared<const world::World>(std::move(world).value());
  seen->origin = usecase::originInFile(reading.read, choice);
  const auto axes = choice.origin ? std::optional(read.shown_m) : std::nullopt;
  if (draw(reading.dark, axes, stop, *seen, out.picture).ok()) out.seen = std::move(seen);
  else out.picture.clear();
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
  drawAlone(reading, wish.choice, store, stop, out);
  return out;
}

std::optional<PickedOrigin> originAt(const ImportSeen& seen, double right, double down, usecase::FeatureCache& cache) {
  constexpr double kReach = 3.0;  // pixels
  const auto view = render::View::make(seen.camera, seen.width, seen.height);
  const int x = static_cast<int>(right * seen.width), y = static_cast<int>(down * seen.height);
  if (!view.ok() || x < 0 || y < 0 || x >= seen.width || y >= seen.height) return std::nullopt;
  const std::size_t at =
      static_cast<std::size_t>(y) * static_cast<std::size_t>(seen.width) + static_cast<std::size_t>(x);
  if (seen.ids[at] == 0) return std::nullopt;
  const render::Ray way = view->wayAt(x + 0.5, y + 0.5);
  const Vec3 p = way.origin + static_cast<double>(seen.depth[at]) * way.dir;
  const auto found =
      usecase::featureOfObjectAt(*seen.world, ObjectId{seen.ids[at]}, p, kReach * view->metresPerPixel(p), cache);
  if (!found) return std::nullopt;
  const Pose root_t_entity = seen.world->rootT(found->entity);
  const Pose entity_t_frame = geometry::framePose(found->feature, root_t_entity.inverse() * p);
  return PickedOrigin{seen.origin + (root_t_entity * entity_t_frame).p, found->feature};
}

}  // namespace ww::ui
