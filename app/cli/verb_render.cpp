// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/failures.h"
#include "app/cli/notes.h"
#include "app/cli/picture_size.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/render/png.h"
#include "core/render/render.h"
#include "core/usecase/far_away.h"

namespace ww::cli {
namespace {

struct RenderOptions {
  std::string file, out, size = "1280x800", view = "iso", ids, theme = "dark";
  std::vector<std::string> show;
};

const std::vector<std::string> kShown = {"collision", "frames"};

Status parseShow(const std::vector<std::string>& show, render::RenderOptions& out) {
  for (const std::string& list : show) {
    std::stringstream stream(list);
    for (std::string word; std::getline(stream, word, ',');) {
      if (word == "collision") out.shown = render::Shown::kCollision;
      else if (word == "frames") out.frames = true;
      else return withNearest(ww::fail(failures::kBadShow, {{"word", arg::Name{word}}}), word, kShown);
    }
  }
  return okStatus();
}

Status writePng(const std::string& path, const render::Image& image) {
  WW_ASSIGN(const std::string bytes, render::toPng(image));
  return writeFile(path, bytes);
}

int render(Run& run, const RenderOptions& options) {
  for (const std::string& out : {options.out, options.ids}) {
    if (const Status s = keepsInputs(out, {options.file}); !s.ok()) return failUsage(run, s);
    if (const Status s = render::checkPictureName(out); !s.ok()) return failUsage(run, s);
  }
  if (const Status s = keepsApart(options.out, options.ids); !s.ok()) return failUsage(run, s);
  render::RenderOptions o;
  for (const Status& s : {parsePictureSize(options.size, o.width, o.height), parseShow(options.show, o)}) {
    if (!s.ok()) return failUsage(run, s);
  }
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const auto camera = render::cameraFor(loaded->world, options.view, static_cast<double>(o.width) / o.height);
  // A word of the command; cameras are things of the world.
  if (!camera.ok())
    return options.view.starts_with("camera:") ? fail(run, camera.status()) : failUsage(run, camera.status());
  o.camera = camera.value();
  o.theme = options.theme == "light" ? render::Theme::kLight : render::Theme::kDark;
  const auto picture = render::render(loaded->world, o, run.stop);
  if (!picture.ok()) return fail(run, picture.status());
  if (const Status s = writePng(options.out, picture.value().color); !s.ok()) return fail(run, s);
  if (!options.ids.empty()) {
    const auto mask = render::idMask(picture.value(), o.width, o.height);
    if (!mask.ok()) return fail(run, mask.status());
    if (const Status s = writePng(options.ids, mask.value()); !s.ok()) return fail(run, s);
  }
  Diagnostics odd;
  if (loaded->world.objectCount() <= 1) odd.push_back(findingOf(ww::fail(failures::kEmptyPicture)));
  // The picture is of everything, which nothing is large enough for then.
  if (!options.view.starts_with("camera:")) {
    for (Diagnostic& note : usecase::farAway(loaded->world)) odd.push_back(std::move(note));
  }
  warnOf(run, odd);
  if (options.out == "-") return kDone;
  Json json{{"out", options.out},
            {"width", o.width},
            {"height", o.height},
            {"camera",
             {{"eye", vecJson(o.camera.eye)},
              {"target", vecJson(o.camera.target)},
              {"up", vecJson(o.camera.up)},
              {"vertical_fov", o.camera.vertical_fov},
              {"ortho", o.camera.ortho}}}};
  addNotes(run, json, odd);
  print(run, json, fmt::format("{}: {}x{}\n", options.out, o.width, o.height));
  return kDone;
}

}  // namespace

void addRender(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<RenderOptions>(app, run, "render", "a picture of the world, by ray tracing", render);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("--out", options->out, "PNG to write; - for standard output")->required();
  sub->add_option("--size", options->size, "WIDTHxHEIGHT");
  sub->add_option("--view", options->view, "iso, front, back, left, right, top, bottom, or camera:NAME");
  sub->add_option("--show", options->show, "collision,frames");
  sub->add_option("--ids", options->ids, "PNG of object ids: red, green, blue are the bytes of the id");
  sub->add_option("--theme", options->theme, "background")->check(oneOf({"dark", "light"}));
}

}  // namespace ww::cli
