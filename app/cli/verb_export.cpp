// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/nodes.h"
#include "app/cli/verb.h"
#include "core/io/format.h"
#include "core/world/views/references.h"
#include "core/world/views/views.h"
#include "intrinsic/world/proto/object_world_service.pb.h"

namespace ww::cli {
namespace {

namespace pb = intrinsic_proto::world;

struct ExportOptions {
  std::string file, format, out, object;
};

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

// A name that another format has would be believed by whoever reads the file.
Status checkEnding(const ExportOptions& options) {
  static constexpr std::array<std::string_view, 3> kText = {".textproto", ".txtpb", ".json"};
  static constexpr std::array<std::string_view, 3> kOthers = {".wright", ".png", ".binpb"};
  const std::filesystem::path path(options.out);
  const std::string ending = path.extension().string(), right = "." + options.format;
  const bool json = options.format == "json";
  const bool of_text = std::ranges::find(kText, ending) != kText.end();
  const bool fits = of_text && (ending == ".json") == json;
  const bool model = std::ranges::any_of(io::formats(), [&](const io::FormatInfo& format) {
    return std::ranges::any_of(format.endings, [&](const auto& e) { return ending == "." + std::string(e); });
  });
  if (fits || !(of_text || model || std::ranges::find(kOthers, ending) != kOthers.end())) return okStatus();
  const std::string proposed = std::filesystem::path(options.out).replace_extension(right).string();
  return ww::fail(
      failures::kExportEnding,
      {{"file", arg::Name{options.out}}, {"format", arg::Words{options.format}}, {"proposed", arg::Name{proposed}}});
}

// What the list of verbs promises, said to be missing rather than unknown.
std::string checkFormat(const std::string& format) {
  static const OptionCheck kKnown = oneOf({"textproto", "json"});
  for (const char* planned : {"sdf", "urdf", "glb", "obj", "stl", "step"})
    if (format == planned)
      return fmt::format("'{}' is planned and not in this version\nit takes textproto, json", format);
  return kKnown(format);
}

int exportWorld(Run& run, const ExportOptions& options) {
  for (const Status& s : {keepsInputs(options.out, {options.file}), checkEnding(options)})
    if (!s.ok()) return failUsage(run, s);
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
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
  if (options.out != "-")
    print(run, Json{{"out", options.out}, {"bytes", text.size()}},
          fmt::format("{}: {} bytes\n", options.out, text.size()));
  return kDone;
}

}  // namespace

void addExport(CLI::App& app, Run& run) {
  auto [sub, options] =
      addVerb<ExportOptions>(app, run, "export", "a world or an object in another format", exportWorld);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("--format", options->format, "textproto or json")->required()->check(checkFormat);
  sub->add_option("--out", options->out, "file to write, - for standard output")->required();
  sub->add_option("--object", options->object, "only this object");
}

}  // namespace ww::cli
