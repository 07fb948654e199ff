// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/obj/mtl_file.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/io/text_scan.h"
#include "core/io/worker/obj/obj_words.h"

namespace ww::io::worker {
namespace {

float unit(double v) { return std::isfinite(v) ? static_cast<float>(std::clamp(v, 0.0, 1.0)) : 0.5f; }

// Options of pictures stand in front of the name, each with so many words.
int wordsBehind(std::string_view option) {
  for (const std::string_view one :
       {"-blendu", "-blendv", "-boost", "-cc", "-clamp", "-texres", "-bm", "-imfchan", "-type", "-colorspace"}) {
    if (option == one) return 1;
  }
  return option == "-mm" ? 2 : -1;
}

class MtlParser {
 public:
  explicit MtlParser(ObjMaterials& to) : to_(to) {}

  void statement(std::string_view key, ObjWords& words, int line) {
    if (key == "newmtl") begin(words.rest());
    else if (now_ == nullptr) return;
    else if (key == "Kd") color(words);
    else if (key == "d" || key == "Tr") opacity(key == "Tr", words);
    else if (key == "Pm" || key == "Pr") factor(key == "Pm" ? now_->metalness : now_->roughness, words);
    else if (key == "map_Kd") picture(words, line);
    else if (key == "map_Pm" || key == "map_Pr") now_->finish_by_picture = true;
    else if (key == "Ks" || key == "Ke") light(key, words);
    else if (key == "Ns") gloss_ = true;
    if (std::ranges::find(kUnread, key) != std::end(kUnread)) ++unread[std::string(key)];
  }
  void finish() {
    // How sharp a highlight is says nothing where there is none.
    if (std::exchange(gloss_, false) && shines_) ++unread["Ns"];
    shines_ = false;
    if (now_ == nullptr || !now_->color) return;
    if (opacity_ > 0.0f) now_->color->a = opacity_;  // what cannot be seen helps nobody
  }

  std::map<std::string, std::uint64_t> unread;

 private:
  static constexpr std::string_view kUnread[] = {"bump",   "map_bump", "map_Bump", "norm",   "disp",   "decal", "refl",
                                                 "map_Ks", "map_Ke",   "map_d",    "map_Ns", "map_Pm", "map_Pr"};

  void begin(std::string_view name) {
    finish();
    opacity_ = 1.0f;
    const auto [at, fresh] = to_.emplace(std::string(name), ObjMaterial{});
    now_ = fresh ? &at->second : nullptr;
  }
  void color(ObjWords& words) {
    double v[3] = {};
    if (!words.number(v[0])) return;  // "spectral" and "xyz"
    v[1] = v[2] = v[0];
    if (words.number(v[1])) words.number(v[2]);
    now_->color = geometry::Color{unit(v[0]), unit(v[1]), unit(v[2]), 1.0f};
  }
  // Most programs write black ones.
  void light(std::string_view key, ObjWords& words) {
    double v = 0.0;
    bool any = false;
    for (int i = 0; i < 3 && words.number(v); ++i) any = any || v > 0.0;
    if (!any) return;
    ++unread[std::string(key)];
    shines_ = shines_ || key == "Ks";
  }
  void opacity(bool inverse, ObjWords& words) {
    double v = 1.0;
    if (!words.number(v)) return;  // "-halo"
    opacity_ = inverse ? 1.0f - unit(v) : unit(v);
    if (!now_->color && opacity_ < 1.0f) now_->color = geometry::Color{};
  }
  static void factor(std::optional<float>& to, ObjWords& words) {
    double v = 0.0;
    if (words.number(v)) to = unit(v);
  }

  // One to three numbers: u, v, w.
  static void pair(ObjWords& words, Eigen::Vector2d& to) {
    double v = 0.0;
    for (int i = 0; i < 3; ++i) {
      ObjWords ahead = words;
      if (!ahead.number(v)) return;
      words = ahead;
      if (i < 2 && std::isfinite(v)) to[i] = v;
    }
  }
  void picture(ObjWords words, int line) {
    ObjMaterial::Picture found;
    found.line = line;
    for (ObjWords ahead = words;; ahead = words) {
      const std::string_view option = ahead.word();
      const int count = wordsBehind(option);
      if (option == "-s") pair(ahead, found.scale);
      else if (option == "-o") pair(ahead, found.shift);
      else if (Eigen::Vector2d none; option == "-t") pair(ahead, none);
      else if (count < 0) break;
      for (int i = 0; i < count; ++i) ahead.word();
      words = ahead;
    }
    found.file = words.rest();
    if (found.file.size() > 1 && found.file.front() == '"' && found.file.back() == '"')
      found.file = found.file.substr(1, found.file.size() - 2);
    now_->picture = std::move(found);
  }

  ObjMaterials& to_;
  ObjMaterial* now_ = nullptr;
  float opacity_ = 1.0f;
  bool gloss_ = false, shines_ = false;
};

}  // namespace

std::map<std::string, std::uint64_t> parseMtl(std::string_view text, ObjMaterials& to) {
  ObjLines lines(withoutBom(text));
  MtlParser parser(to);
  for (std::string_view line; lines.next(line);) {
    ObjWords words(line);
    const std::string_view key = words.word();
    if (!key.empty() && key.front() != '#') parser.statement(key, words, lines.number());
  }
  parser.finish();
  return std::move(parser.unread);
}

}  // namespace ww::io::worker
