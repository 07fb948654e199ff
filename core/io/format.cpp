// SPDX-License-Identifier: Apache-2.0
#include "core/io/format.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>

#include "core/io/failures.h"
#include "core/io/other_kind.h"
#include "core/io/text_scan.h"

namespace ww::io {
namespace fs = std::filesystem;

const std::vector<FormatInfo>& formats() {
  static const std::vector<FormatInfo> all = {
      {Format::kStep, "step", WW_TEXT("Core", "STEP assembly"), {"step", "stp", "p21"}, false},
      {Format::kStl, "stl", WW_TEXT("Core", "STL mesh"), {"stl", "stla", "stlb"}, true},
      {Format::kObj, "obj", WW_TEXT("Core", "Wavefront OBJ mesh"), {"obj"}, true},
      {Format::kGltf, "gltf", WW_TEXT("Core", "glTF scene"), {"gltf"}, true},
      {Format::kGlb, "glb", WW_TEXT("Core", "binary glTF scene"), {"glb"}, true},
      {Format::kDae, "dae", WW_TEXT("Core", "COLLADA scene"), {"dae"}, false},
      {Format::kPly, "ply", WW_TEXT("Core", "PLY mesh"), {"ply"}, true},
      {Format::kUrdf, "urdf", WW_TEXT("Core", "URDF robot"), {"urdf", "xacro"}, false},
      {Format::kSdf, "sdf", WW_TEXT("Core", "SDF model or world"), {"sdf", "world"}, false},
      {Format::kZip, "zip", WW_TEXT("Core", "ZIP bundle"), {"zip"}, true},
      {Format::kIges, "iges", WW_TEXT("Core", "IGES model"), {"igs", "iges"}, false},
      {Format::kBrep, "brep", WW_TEXT("Core", "B-rep model"), {"brep", "brp"}, true},
      {Format::k3mf, "3mf", WW_TEXT("Core", "3MF model"), {"3mf"}, false},
      {Format::kPcd, "pcd", WW_TEXT("Core", "PCD cloud of points"), {"pcd"}, true},
      {Format::kXyz, "xyz", WW_TEXT("Core", "XYZ cloud of points"), {"xyz"}, true},
  };
  return all;
}

const FormatInfo& formatInfo(Format format) {
  static const FormatInfo unknown{Format::kUnknown, "auto", WW_TEXT("Core", "file"), {}, true};
  for (const FormatInfo& info : formats()) {
    if (info.format == format) return info;
  }
  return unknown;
}

Format formatById(std::string_view id) {
  const std::string lower = toLowerAscii(id);
  for (const FormatInfo& info : formats()) {
    if (info.id == lower || std::ranges::find(info.endings, lower) != info.endings.end()) return info.format;
  }
  return Format::kUnknown;
}

namespace {

constexpr std::size_t kHead = 64 * 1024;

struct Sample {
  std::string head;
  std::uintmax_t size = 0;
};

Status noFile(const fs::path& path) {
  constexpr std::size_t kMost = 2000;
  std::vector<std::string> there;
  std::error_code error;
  for (fs::directory_iterator it(path.has_parent_path() ? path.parent_path() : ".", error), end;
       !error && it != end && there.size() < kMost; it.increment(error))
    there.push_back(it->path().filename().string());
  std::erase(there, path.filename().string());  // a link that leads nowhere
  const std::string wanted = toLowerAscii(path.filename().string());
  const auto other = std::ranges::find_if(there, [&](const std::string& name) { return toLowerAscii(name) == wanted; });
  if (other != there.end())
    return fail(failures::kFileOtherCase,
                {{"path", arg::Name{path.string()}}, {"found", arg::Name{(path.parent_path() / *other).string()}}});
  return withNearest(fail(failures::kNoFile, {{"path", arg::Name{path.string()}}}), path.filename().string(), there);
}

Result<Sample> readSample(const fs::path& path) {
  const arg::Name subject{path.string()};
  std::error_code ec;
  const fs::file_status status = fs::status(path, ec);
  if (status.type() == fs::file_type::not_found) return noFile(path);
  if (status.type() == fs::file_type::directory) return fail(failures::kIsFolder, {{"path", subject}});
  if (ec || status.type() != fs::file_type::regular) return fail(failures::kNoRegularFile, {{"path", subject}});
  Sample out;
  out.size = fs::file_size(path, ec);
  std::ifstream in(path, std::ios::binary);
  if (!in || ec) return fail(failures::kNotOpened, {{"path", subject}});
  out.head.resize(kHead);
  in.read(out.head.data(), static_cast<std::streamsize>(out.head.size()));
  out.head.resize(static_cast<std::size_t>(in.gcount()));
  if (out.head.empty()) return fail(failures::kEmptyFile, {{"path", subject}});
  // What the system makes up when it is read, as below /proc: nobody can say how long it is.
  if (out.size == 0) return fail(failures::kNoRegularFile, {{"path", subject}});
  return out;
}

bool isBinaryStl(const Sample& s) {
  if (s.head.size() < 84) return false;
  std::uint32_t count = 0;
  std::memcpy(&count, s.head.data() + 80, 4);
  return s.size == 84 + std::uintmax_t{50} * count;
}

bool isAsciiStl(std::string_view text) {
  const std::string lower = toLowerAscii(text.substr(0, 8192));
  return withoutLineComments(lower).starts_with("solid") &&
         (lower.find("facet") != std::string::npos || lower.find("endsolid") != std::string::npos);
}

// Cards of 80 columns, the first ones of the section S; behind the 72nd the section and a number.
bool isIges(std::string_view raw) {
  if (raw.size() < 80 || raw[72] != 'S') return false;
  const std::string_view number = trim(raw.substr(73, 7));
  return !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
}

// Some lines that only an OBJ file has, and none that it cannot have.
bool looksLikeObj(std::string_view text) {
  int good = 0;
  for (std::string_view line : splitLines(text.substr(0, 16384))) {
    line = trim(line);
    if (line.starts_with("v ") || line.starts_with("f ") || line.starts_with("vn ") || line.starts_with("vt ") ||
        line.starts_with("o ") || line.starts_with("mtllib ")) {
      ++good;
    }
  }
  return good >= 2;
}

Format xmlFormat(std::string_view text) {
  const std::string root = firstXmlElement(text);
  if (root == "COLLADA") return Format::kDae;
  if (root == "robot") return Format::kUrdf;
  if (root == "sdf" || root == "gazebo") return Format::kSdf;
  return Format::kUnknown;
}

// What the content alone says; kUnknown when it says nothing.
Format sniff(const Sample& s) {
  if (std::string plain = utf8Of(std::string(s.head)); plain.size() != s.head.size())
    return sniff({std::move(plain), s.size});
  const std::string_view raw = s.head;
  const std::string_view text = trimLeft(withoutBom(raw));
  if (raw.starts_with("PK\x03\x04") || raw.starts_with("PK\x05\x06")) return Format::kZip;
  if (raw.starts_with("glTF")) return Format::kGlb;
  if (isIges(raw)) return Format::kIges;
  if (text.starts_with("DBRep_DrawableShape") || text.starts_with("CASCADE Topology") ||
      text.starts_with("Open CASCADE Topology"))
    return Format::kBrep;
  if (text.starts_with("# .PCD") || (text.starts_with("VERSION") && text.find("\nFIELDS") < 200)) return Format::kPcd;
  if (withoutStepComments(text).starts_with("ISO-10303-21")) return Format::kStep;
  if (raw.starts_with("ply\n") || raw.starts_with("ply\r") || raw.starts_with("ply ")) return Format::kPly;
  if (isBinaryStl(s)) return Format::kStl;
  if (isAsciiStl(text)) return Format::kStl;
  if (text.starts_with("<")) return xmlFormat(text);
  if (text.starts_with("{") && text.find("\"asset\"") != std::string_view::npos) return Format::kGltf;
  return raw.find('\0') == std::string_view::npos && looksLikeObj(text) ? Format::kObj : Format::kUnknown;
}

Format byEnding(const fs::path& path) {
  std::string ending = path.extension().string();
  if (ending.starts_with('.')) ending.erase(0, 1);
  return formatById(ending);
}

// No text, and as long as a binary STL with so many triangles.
bool isSurelyStl(const Sample& s) { return isBinaryStl(s) && s.head.find('\0') != std::string::npos; }

Status notOther(const Sample& s, const fs::path& path) {
  return isBinaryStl(s) ? okStatus() : otherKind(s.head, path.filename().string());
}

arg::Words idOf(Format format) { return {std::string(formatInfo(format).id)}; }

Status mismatch(const fs::path& path, Format claimed, Format found) {
  return fail(failures::kNamedAsOther, {{"path", arg::Name{path.string()}},
                                        {"file", arg::Name{path.filename().string()}},
                                        {"claimed", idOf(claimed)},
                                        {"found", idOf(found)},
                                        {"ending", arg::Words{std::string(formatInfo(found).endings.front())}}});
}

}  // namespace

Result<FormatGuess> detectFormat(const fs::path& path) {
  WW_ASSIGN(const Sample sample, readSample(path));
  WW_TRY(notOther(sample, path));
  const Format content = sniff(sample);
  const Format ending = byEnding(path);
  if (content == Format::kZip && ending == Format::k3mf) return FormatGuess{ending, true};
  if (content != Format::kUnknown && ending != Format::kUnknown && content != ending) {
    // A chance match of the size of a binary STL is no proof against a name that says otherwise.
    if (content == Format::kStl && !isAsciiStl(sample.head) && !isSurelyStl(sample)) return FormatGuess{ending, false};
    return mismatch(path, ending, content);
  }
  if (content != Format::kUnknown) return FormatGuess{content, true};
  if (ending != Format::kUnknown) return FormatGuess{ending, false};
  WW_TRY(kindOfOthers(sample.head, path.filename().string()));
  std::string types;
  for (const FormatInfo& info : formats()) types.append(types.empty() ? "" : ", ").append(info.id);
  return fail(failures::kUnknownKind, {{"path", arg::Name{path.string()}},
                                       {"file", arg::Name{path.filename().string()}},
                                       {"types", arg::Words{std::move(types)}}});
}

Status checkFormat(const fs::path& path, Format chosen) {
  WW_ASSIGN(const Sample sample, readSample(path));
  WW_TRY(notOther(sample, path));
  const Format content = sniff(sample);
  if (content == Format::kUnknown || content == chosen) return okStatus();
  if (content == Format::kZip && chosen == Format::k3mf) return okStatus();
  if (content == Format::kStl && !isAsciiStl(sample.head) && !isSurelyStl(sample)) return okStatus();
  return fail(failures::kTypeDoesNotFit, {{"path", arg::Name{path.string()}},
                                          {"file", arg::Name{path.filename().string()}},
                                          {"chosen", idOf(chosen)},
                                          {"found", idOf(content)}});
}

}  // namespace ww::io
