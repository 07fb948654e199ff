// SPDX-License-Identifier: Apache-2.0
#include "core/io/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>

#include "core/io/text_scan.h"

namespace ww::io {
namespace fs = std::filesystem;

const std::vector<FormatInfo>& formats() {
  static const std::vector<FormatInfo> all = {
      {Format::kStep, "step", "STEP assembly", {"step", "stp", "p21"}, false},
      {Format::kStl, "stl", "STL mesh", {"stl", "stla", "stlb"}, true},
      {Format::kObj, "obj", "Wavefront OBJ mesh", {"obj"}, true},
      {Format::kGltf, "gltf", "glTF scene", {"gltf"}, true},
      {Format::kGlb, "glb", "binary glTF scene", {"glb"}, true},
      {Format::kDae, "dae", "COLLADA scene", {"dae"}, false},
      {Format::kPly, "ply", "PLY mesh", {"ply"}, true},
      {Format::kUrdf, "urdf", "URDF robot", {"urdf"}, false},
      {Format::kSdf, "sdf", "SDF model or world", {"sdf", "world"}, false},
      {Format::kZip, "zip", "ZIP bundle", {"zip"}, true},
  };
  return all;
}

const FormatInfo& formatInfo(Format format) {
  static const FormatInfo unknown{Format::kUnknown, "auto", "file", {}, true};
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

Result<Sample> readSample(const fs::path& path) {
  const std::string subject = path.string();
  std::error_code ec;
  const fs::file_status status = fs::status(path, ec);
  if (status.type() == fs::file_type::not_found) {
    return fail(Code::kNotFound, fmt::format("there is no file {}", subject)).withHint("check the path").about(subject);
  }
  if (status.type() == fs::file_type::directory) {
    return fail(Code::kInvalidArgument, fmt::format("{} is a folder", subject))
        .withHint("choose the file inside it")
        .about(subject);
  }
  if (ec || status.type() != fs::file_type::regular) {
    return fail(Code::kInvalidArgument, fmt::format("{} is no regular file", subject)).about(subject);
  }
  Sample out;
  out.size = fs::file_size(path, ec);
  std::ifstream in(path, std::ios::binary);
  if (!in || ec) {
    return fail(Code::kPermissionDenied, fmt::format("cannot open {}", subject))
        .withHint("check that you may read it")
        .about(subject);
  }
  out.head.resize(kHead);
  in.read(out.head.data(), static_cast<std::streamsize>(out.head.size()));
  out.head.resize(static_cast<std::size_t>(in.gcount()));
  if (out.head.empty()) {
    return fail(Code::kInvalidArgument, fmt::format("{} is empty", subject))
        .withHint("save or copy it again")
        .about(subject);
  }
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
  const std::string_view start = trimLeft(lower);
  return start.starts_with("solid") &&
         (lower.find("facet") != std::string::npos || lower.find("endsolid") != std::string::npos);
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
  const std::string_view raw = s.head;
  const std::string_view text = trimLeft(withoutBom(raw));
  if (raw.starts_with("PK\x03\x04") || raw.starts_with("PK\x05\x06")) return Format::kZip;
  if (raw.starts_with("glTF")) return Format::kGlb;
  if (withoutStepComments(text).starts_with("ISO-10303-21")) return Format::kStep;
  if (raw.starts_with("ply\n") || raw.starts_with("ply\r") || raw.starts_with("ply ")) return Format::kPly;
  if (isBinaryStl(s)) return Format::kStl;
  if (isAsciiStl(text)) return Format::kStl;
  if (text.starts_with("<")) return xmlFormat(text);
  if (text.starts_with("{") && text.find("\"asset\"") != std::string_view::npos) return Format::kGltf;
  return Format::kUnknown;
}

Format byEnding(const fs::path& path) {
  std::string ending = path.extension().string();
  if (ending.starts_with('.')) ending.erase(0, 1);
  return formatById(ending);
}

Status mismatch(const fs::path& path, Format claimed, Format found) {
  const FormatInfo& info = formatInfo(found);
  return fail(Code::kInvalidArgument, fmt::format("{} is named as {}, but its content is {}", path.filename().string(),
                                                  formatInfo(claimed).id, info.id))
      .withHint(fmt::format("rename it to end in .{}, or choose the type {}", info.endings.front(), info.id))
      .about(path.string());
}

}  // namespace

Result<FormatGuess> detectFormat(const fs::path& path) {
  WW_ASSIGN(const Sample sample, readSample(path));
  const Format content = sniff(sample);
  const Format ending = byEnding(path);
  if (content != Format::kUnknown && ending != Format::kUnknown && content != ending) {
    // A chance match of the size of a binary STL is no proof against a name that says otherwise.
    if (content == Format::kStl && !isAsciiStl(sample.head)) return FormatGuess{ending, false};
    return mismatch(path, ending, content);
  }
  if (content != Format::kUnknown) return FormatGuess{content, true};
  if (ending != Format::kUnknown) return FormatGuess{ending, false};
  if (looksLikeObj(sample.head)) return FormatGuess{Format::kObj, true};
  return fail(Code::kInvalidArgument, fmt::format("{} is of no kind that can be imported", path.filename().string()))
      .withHint(
          "importable are step, stl, obj, gltf, glb, dae, ply, urdf, sdf and zip; choose the type if it is one of them")
      .about(path.string());
}

Status checkFormat(const fs::path& path, Format chosen) {
  WW_ASSIGN(const Sample sample, readSample(path));
  const Format content = sniff(sample);
  if (content == Format::kUnknown || content == chosen) return okStatus();
  if (content == Format::kStl && !isAsciiStl(sample.head)) return okStatus();
  return fail(Code::kInvalidArgument,
              fmt::format("the type {} was chosen for {}, but its content is {}", formatInfo(chosen).id,
                          path.filename().string(), formatInfo(content).id))
      .withHint("choose the type that fits, or none")
      .about(path.string());
}

}  // namespace ww::io
