// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/verb.h"
#include "app/cli/world_pair.h"
#include "core/difference/difference_text.h"
#include "core/difference/text_form.h"

namespace ww::cli {
namespace {

struct DiffOptions {
  std::string first, second;
};

int diffWorlds(Run& run, const DiffOptions& options) {
  int exit = kDone;
  const auto first = loadSide(run, options.first, exit);
  if (!first) return exit;
  const auto second = loadSide(run, options.second, exit);
  if (!second) return exit;
  const difference::Difference found = difference::diff(first->world, second->world);
  std::string text = textOf(found.items, difference::differenceVoice());
  if (found.same) text = fmt::format("{} and {} hold the same world\n", options.first, options.second);
  else if (found.items.empty()) text = "only what is derived from other things differs\n";
  const auto side = [](const std::string& file, const world::World& world) {
    return Json{{"file", file}, {"content_hash", world::contentHash(world)}};
  };
  Json json{{"same", found.same},
            {"a", side(options.first, first->world)},
            {"b", side(options.second, second->world)},
            {"items", itemsJson(found.items)}};
  print(run, json, text);
  return found.same ? kDone : kFailed;
}

struct TextOptions {
  std::string file, out = "-";
  bool without_geometry = false;
};

int convertToText(Run& run, const TextOptions& options) {
  if (const Status s = keepsInputs(options.out, {options.file}); !s.ok()) return failUsage(run, s);
  int exit = kDone;
  const auto loaded = loadSide(run, options.file, exit);
  if (!loaded) return exit;
  difference::TextOptions wanted;
  wanted.with_geometry = !options.without_geometry;
  const Result<std::string> text = difference::toText(loaded->world, *run.store, wanted);
  if (!text.ok()) return fail(run, text.status());
  if (options.out == "-") {
    print(run, Json{{"text", *text}}, *text);
    return kDone;
  }
  if (const Status s = writeFile(options.out, *text); !s.ok()) return fail(run, s);
  print(run, Json{{"out", options.out}, {"bytes", text->size()}},
        fmt::format("{}: {} bytes\n", options.out, text->size()));
  return kDone;
}

}  // namespace

void addDiff(CLI::App& app, Run& run) {
  auto [sub, options] =
      addVerb<DiffOptions>(app, run, "diff", "what differs between two worlds; exit 1 when anything", diffWorlds);
  sub->add_option("A", options->first, "world file")->required();
  sub->add_option("B", options->second, "world file")->required();
}

void addTextconv(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<TextOptions>(
      app, run, "textconv", "a world as text, of which `new --from-text` makes it again", convertToText);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("--out", options->out, "file to write; standard output without it");
  sub->add_flag("--without-geometry", options->without_geometry, "only the names of geometry: short, and for reading");
}

}  // namespace ww::cli
