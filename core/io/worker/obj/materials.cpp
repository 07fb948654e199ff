// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/obj/materials.h"

#include <algorithm>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr const char* kOnePicture = WW_TEXT("Core", "materials have one colour here, and no textures or scripts");
constexpr const char* kOneFinish =
    WW_TEXT("Core", "surfaces are more or less metallic and rough here (Pm and Pr), and nothing shines by itself");
constexpr std::uintmax_t kMaxMtlBytes = 64u << 20, kMaxPictureBytes = 128u << 20;

bool isHighlight(const std::string& word) { return word == "Ks" || word == "Ke" || word == "Ns"; }

}  // namespace

void ObjLooks::read(const ObjFile& obj) {
  if (obj.materials.empty()) return;
  for (const std::string& words : obj.libraries) readLibrary(words);
  const std::string own = file_.stem().string() + ".mtl";
  if (obj.libraries.empty()) readFile(own);
  const bool any = !materials_.empty();
  for (const ObjFile::Material& taken : obj.materials) {
    const auto at = materials_.find(taken.name);
    looks_.push_back(at == materials_.end() ? nullptr : &at->second);
    names_.push_back(taken.name);
    // Without any file, that is what is told.
    if (any && at == materials_.end())
      context_.report.note("material-unknown", fail(failures::kMaterialUnknown,
                                                    {{"place", arg::Place{file_.filename().string(), taken.line, 0}},
                                                     {"material", arg::Name{cleanUtf8(taken.name, 120)}}}));
  }
}

// Names may have blanks, and a line may have several of them.
void ObjLooks::readLibrary(const std::string& words) {
  if (readFile(words)) return;
  bool any = false;
  const auto parts = splitWords(words);
  for (const std::string_view part : parts) any = (parts.size() > 1 && readFile(std::string(part))) || any;
  if (!any) tellMissing(words);
}

bool ObjLooks::readFile(const std::string& name) {
  const auto path = context_.files.resolve(name, file_.parent_path());
  if (!path.ok() || !std::filesystem::is_regular_file(*path)) return false;
  const auto text = readWhole(*path, kMaxMtlBytes);
  if (!text.ok()) {
    context_.report.warn("material-unreadable", text.status(), cleanUtf8(name, 300));
    return true;  // it is there, and that is told
  }
  for (const auto& [word, count] : parseMtl(*text, materials_))
    context_.report.note(
        "not-kept",
        fail(failures::kMeshPartNotKept, {{"file", arg::Name{cleanUtf8(path->filename().string(), 200)}},
                                          {"count", arg::Count{count}},
                                          {"element", arg::Words{word}},
                                          {"meaning", phrase(isHighlight(word) ? kOneFinish : kOnePicture)}}),
        word);
  for (const auto& [material, look] : materials_) from_.emplace(material, *path);
  return true;
}

void ObjLooks::tellMissing(const std::string& name) {
  const std::string shown = cleanUtf8(name, 300);
  const FailureArg material{"material", arg::Name{shown}}, mesh{"file", arg::Name{file_.filename().string()}};
  if (context_.files.resolve(name, file_.parent_path()).status().code == Code::kPermissionDenied) {
    context_.report.warn("material-forbidden", fail(failures::kMaterialOutside, {material, mesh}), shown);
    return;
  }
  const std::string other = file_.stem().string() + ".mtl";
  if (readFile(other)) {
    context_.report.note("material-other",
                         fail(failures::kMaterialOther, {material, mesh, {"other", arg::Name{other}}}), shown);
    return;
  }
  context_.report.warn("material-missing", fail(failures::kMaterialMissing, {material, mesh}), shown);
}

Result<Picture> ObjLooks::load(const std::string& name, const std::filesystem::path& folder) {
  std::string plain = name;
  std::ranges::replace(plain, '\\', '/');
  auto path = context_.files.resolve(plain, folder);
  if (!path.ok()) path = context_.files.resolve(plain, file_.parent_path());
  if (!path.ok()) return path.status();
  WW_ASSIGN(const std::string bytes, readWhole(*path, kMaxPictureBytes));
  return decodePicture(bytes);
}

const Picture* ObjLooks::picture(std::uint32_t index) {
  const ObjMaterial* look = material(index);
  if (look == nullptr || look->picture.file.empty()) return nullptr;
  const std::string& name = look->picture.file;
  const std::filesystem::path& mtl = from_.at(names_[index]);
  auto [at, fresh] = pictures_.emplace(name, std::nullopt);
  if (fresh) {
    auto read = load(name, mtl.parent_path());
    if (read.ok()) at->second = std::move(read).value();
    else
      context_.report.note("texture", fail(failures::kTextureLost,
                                           {{"place", arg::Place{mtl.filename().string(), look->picture.line, 0}},
                                            {"picture", arg::Name{cleanUtf8(name, 200)}}},
                                           read.status()));
  }
  shown_ = shown_ || at->second.has_value();
  return at->second ? &*at->second : nullptr;
}

}  // namespace ww::io::worker
