// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/nodes.h"
#include "app/cli/notes.h"
#include "app/cli/ticker.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/exchange/exporter.h"
#include "core/exchange/failures.h"
#include "core/io/format.h"
#include "core/io/text_scan.h"
#include "core/usecase/export_world.h"
#include "core/world/views/references.h"
#include "core/world/views/views.h"
#include "intrinsic/world/proto/object_world_service.pb.h"

namespace ww::cli {
namespace {

namespace pb = intrinsic_proto::world;

struct ExportOptions {
  std::string file, format, out, object, unit;
};

// The two that show a world as clients of the services see it.
constexpr std::array<std::string_view, 2> kMessages = {"textproto", "json"};
bool isMessage(const std::string& format) { return std::ranges::find(kMessages, format) != kMessages.end(); }

// The world as a client of the world service sees it, in full. Geometry stays by reference.
pb::World wireWorld(const world::World& w) {
  pb::World out;
  out.mutable_world_metadata()->set_id("init_world");
  w.forEachObject([&](const world::Object& o) {
    *out.add_objects() = world::toWireObject(w, o, world::View::kFull, "init_world");
  });
  *out.mutable_collision_settings() = w.collisionSettings();
  return out;
}

std::string textOf(const google::protobuf::Message& message, bool json) {
  if (json) return toJson(message).dump(2) + "\n";
  std::string text;
  google::protobuf::TextFormat::Printer printer;
  printer.SetUseShortRepeatedPrimitives(true);
  printer.PrintToString(message, &text);
  return text;
}

std::string fileEnding(const std::string& file) {
  std::string ending = io::toLowerAscii(std::filesystem::path(file).extension().string());
  if (!ending.empty()) ending.erase(0, 1);
  return ending;
}

// The endings that a format's files have; empty: without one.
std::vector<std::string> endingsOf(const std::string& format) {
  if (format == "json") return {"json"};
  if (format == "textproto") return {"textproto", "txtpb"};
  const exchange::ExportFormat& row = *exchange::exportFormat(format);
  std::vector<std::string> out(row.endings.begin(), row.endings.end());
  out.emplace_back("zip");
  return out;
}

// A name that another format has would be believed by whoever reads the file.
Status checkEnding(const ExportOptions& options) {
  static constexpr std::array<std::string_view, 10> kOthers = {"wright", "png",  "binpb", "textproto", "txtpb",
                                                               "json",   "usda", "usd",   "usdc",      "usdz"};
  const std::string ending = fileEnding(options.out);
  const std::vector<std::string> own = endingsOf(options.format);
  if (ending.empty() || std::ranges::find(own, ending) != own.end()) return okStatus();
  const bool model = std::ranges::any_of(io::formats(), [&](const io::FormatInfo& format) {
    return std::ranges::find(format.endings, ending) != format.endings.end();
  });
  if (!model && std::ranges::find(kOthers, ending) == kOthers.end()) return okStatus();
  const std::string proposed = std::filesystem::path(options.out).replace_extension(own.front()).string();
  return ww::fail(
      failures::kExportEnding,
      {{"file", arg::Name{options.out}}, {"format", arg::Words{options.format}}, {"proposed", arg::Name{proposed}}});
}

std::vector<std::string> formatWords() {
  std::vector<std::string> out(kMessages.begin(), kMessages.end());
  for (const exchange::ExportFormat& format : exchange::exportFormats()) out.emplace_back(format.id);
  return out;
}

Result<usecase::WorldExport> chosenScene(const world::World& world, const ExportOptions& options) {
  if (options.object.empty()) return usecase::exportOfWorld(world, std::filesystem::path(options.file).stem().string());
  WW_ASSIGN(const world::NodeRef node, world::resolveText(world, options.object));
  if (!std::holds_alternative<ObjectId>(node)) return notAnObject(world, node);
  return usecase::exportOfNodes(world, {node});
}

// One file goes wherever the user says, a device as well; several need names.
Result<std::uint64_t> put(const exchange::ExportResult& result, const std::string& out) {
  const bool zip = fileEnding(out) == "zip";
  if (!zip && result.files.size() > 1) {
    if (out != "-") return exchange::publish(result, out);
    return ww::fail(exchange::failures::kOneFileOnly, {{"count", arg::Count{result.files.size()}}});
  }
  const std::string packed = zip ? exchange::packed(result) : std::string();
  if (zip && packed.empty()) return exchange::publish(result, out);  // tells why
  const std::string& bytes = zip ? packed : result.files.front().bytes;
  WW_TRY(writeFile(out, bytes));
  return std::uint64_t{bytes.size()};
}

Diagnostics unitNote(const ExportOptions& options) {
  if (options.unit.empty() || options.format == "obj" || options.format == "stl") return {};
  return {findingOf(
      ww::fail(failures::kUnitUnused, {{"unit", arg::Words{options.unit}}, {"format", arg::Words{options.format}}}))};
}

int exportScene(Run& run, const ExportOptions& options, const world::World& world) {
  const auto what = chosenScene(world, options);
  if (!what.ok()) return fail(run, what.status());
  exchange::ExportOptions how;
  how.format = options.format;
  how.unit_scale = options.unit == "mm" ? 1000.0 : 1.0;
  how.stem = options.out == "-" ? what->scene.name : std::filesystem::path(options.out).stem().string();
  const auto made = [&] {
    const Ticker ticker(run, "exporting");
    return exchange::exportScene(what->scene, how, *run.store, run.stop, ticker.progress());
  }();
  if (!made.ok()) return fail(run, made.status());
  const auto bytes = put(*made, options.out);
  if (!bytes.ok()) return fail(run, bytes.status());
  Diagnostics losses = made->losses;
  const Diagnostics unit = unitNote(options);
  losses.insert(losses.end(), what->losses.begin(), what->losses.end());
  losses.insert(losses.end(), unit.begin(), unit.end());
  warnOf(run, losses);
  if (options.out == "-") return kDone;
  Json json{{"out", options.out}, {"bytes", *bytes}, {"files", made->files.size()}};
  addNotes(run, json, losses);
  std::string text = fmt::format("{}: {} bytes", options.out, *bytes);
  if (made->files.size() > 1) text += fmt::format(" in {} files", made->files.size());
  print(run, json, text + "\n");
  return kDone;
}

int exportWorld(Run& run, const ExportOptions& options) {
  for (const Status& s : {keepsInputs(options.out, {options.file}), checkEnding(options)})
    if (!s.ok()) return failUsage(run, s);
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  if (!isMessage(options.format)) return exportScene(run, options, loaded->world);
  const bool json = options.format == "json";
  std::string text;
  if (options.object.empty()) {
    text = textOf(wireWorld(loaded->world), json);
  } else {
    const auto node = world::resolveText(loaded->world, options.object);
    if (!node.ok()) return fail(run, node.status());
    const auto* object = std::get_if<ObjectId>(&node.value());
    if (!object) {
      return fail(run, notAnObject(loaded->world, node.value()));
    }
    text = textOf(world::toWireObject(loaded->world, *loaded->world.object(*object), world::View::kFull, "init_world"),
                  json);
  }
  if (const Status s = writeFile(options.out, text); !s.ok()) return fail(run, s);
  warnOf(run, unitNote(options));
  if (options.out == "-") return kDone;
  Json answer{{"out", options.out}, {"bytes", text.size()}};
  addNotes(run, answer, unitNote(options));
  print(run, answer, fmt::format("{}: {} bytes\n", options.out, text.size()));
  return kDone;
}

}  // namespace

void addExport(CLI::App& app, Run& run) {
  auto [sub, options] =
      addVerb<ExportOptions>(app, run, "export", "a world or an object in another format", exportWorld);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("--format", options->format,
                  "sdf, urdf, usd, step, glb, obj, stl, scene-object (all of an object, as text; of a world the edits "
                  "that make it); textproto or json: "
                  "as clients of the services see it")
      ->required()
      ->check(oneOf(formatWords()));
  sub->add_option("--out", options->out,
                  "file to write, - for standard output; meshes go beside it, or with it where it ends in .zip")
      ->required();
  sub->add_option("--object", options->object, "only this object, its origin at that of the file");
  sub->add_option("--unit", options->unit, "of obj and stl: m (if not given) or mm")->check(oneOf({"m", "mm"}));
}

}  // namespace ww::cli
