// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/bench_world.h"
#include "core/base/scratch_dir.h"
#include "core/project/project.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

constexpr int kSaves = 20, kLoads = 8;

}  // namespace

Result<FileFigures> measureFile(int objects) {
  WW_ASSIGN(const Forest forest, makeForest(objects));
  WW_ASSIGN(const ScratchDir folder, ScratchDir::make());
  const std::string path = (folder.path() / "forest.wright").string();
  FileFigures out;
  out.objects = objects;
  double start = cpuMicroseconds();
  auto saved = project::save(project::systemVfs(), path, *forest.world, *forest.store);
  out.first_save_us = cpuMicroseconds() - start;
  world::World world = *forest.world;
  std::vector<double> saves, loads;
  for (int i = 0; i < kSaves && saved.ok(); ++i) {
    const ObjectId id = forest.all[static_cast<std::size_t>(i) * 397 % forest.all.size()];
    WW_ASSIGN(world, world::apply(world, *moveOf(forest, id, i).edits, *forest.store));
    project::SaveOptions options;
    options.came_from = saved->rows_hash;
    start = cpuMicroseconds();
    saved = project::save(project::systemVfs(), path, world, *forest.store, options);
    saves.push_back(cpuMicroseconds() - start);
  }
  if (!saved.ok()) return saved.status();
  out.rows_written = saved->rows_written;
  for (int i = 0; i < kLoads; ++i) {
    geometry::GeometryStore store;
    start = cpuMicroseconds();
    WW_TRY(project::load(project::systemVfs(), path, store).status());
    loads.push_back(cpuMicroseconds() - start);
  }
  out.save = percentiles(std::move(saves));
  out.load = percentiles(std::move(loads));
  return out;
}

std::string textOf(const FileFigures& f) {
  std::string text = fmt::format("a file of {} objects: first save {:.1f} ms; one edit writes {} rows\n", f.objects,
                                 f.first_save_us * 1e-3, f.rows_written);
  text += timesLine("  save of one edit, read back and compared", f.save, "40000");
  text += timesLine("  load", f.load, "250000");
  return text;
}

Json jsonOf(const FileFigures& f) {
  return {{"objects", f.objects},
          {"first_save_us", f.first_save_us},
          {"rows_written", f.rows_written},
          {"save_one_edit_us", timesJson(f.save)},
          {"load_us", timesJson(f.load)}};
}

}  // namespace ww::cli
