// SPDX-License-Identifier: Apache-2.0
#include "core/io/other_kind.h"

#include <algorithm>
#include <array>

#include "core/base/phrase.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io {
namespace {

using namespace std::string_view_literals;

struct Mark {
  std::string_view begin;
  const FailureRow* row;
  std::string_view what;
};

constexpr std::array<Mark, 11> kMarks = {{{"version https://git-lfs.github.com/spec/"sv, &failures::kIsLfsPointer, ""},
                                          {"\x1f\x8b"sv, &failures::kIsPacked, "gzip"},
                                          {"BZh"sv, &failures::kIsPacked, "bzip2"},
                                          {"\xFD"
                                           "7zXZ"sv,
                                           &failures::kIsPacked, "xz"},
                                          {"7z\xBC\xAF\x27\x1C"sv, &failures::kIsPacked, "7z"},
                                          {"Rar!\x1A"sv, &failures::kIsPacked, "rar"},
                                          {"\x89PNG\r\n"sv, &failures::kIsPicture, "PNG"},
                                          {"\xFF\xD8\xFF"sv, &failures::kIsPicture, "JPEG"},
                                          {"GIF8"sv, &failures::kIsPicture, "GIF"},
                                          {"%PDF-"sv, &failures::kIsPicture, "PDF"},
                                          {"%!PS"sv, &failures::kIsPicture, "PostScript"}}};

// Files of programs, by how they begin or else by their ending.
struct Program {
  std::string_view begin, ending, what, other;
};

constexpr std::array<Program, 24> kPrograms = {{{"BLENDER"sv, "blend", "Blender", "glTF"},
                                                {"Kaydara FBX"sv, "fbx", "FBX", "glTF"},
                                                {"AC10"sv, "dwg", "DWG (AutoCAD)", "STEP"},
                                                {"AutoCAD Binary DXF"sv, "dxf", "DXF (AutoCAD)", "STEP"},
                                                {""sv, "sldprt", "SolidWorks", "STEP"},
                                                {""sv, "sldasm", "SolidWorks", "STEP"},
                                                {""sv, "x_t", "Parasolid", "STEP"},
                                                {""sv, "x_b", "Parasolid", "STEP"},
                                                {""sv, "jt", "JT", "STEP"},
                                                {""sv, "ipt", "Inventor", "STEP"},
                                                {""sv, "iam", "Inventor", "STEP"},
                                                {""sv, "catpart", "CATIA", "STEP"},
                                                {""sv, "catproduct", "CATIA", "STEP"},
                                                {""sv, "sat", "ACIS", "STEP"},
                                                {""sv, "3dm", "Rhino", "STEP"},
                                                {""sv, "skp", "SketchUp", "glTF"},
                                                {""sv, "3ds", "3DS", "glTF"},
                                                {""sv, "max", "3ds Max", "glTF"},
                                                {""sv, "f3d", "Fusion", "STEP"},
                                                {""sv, "usdc", "USD", "glTF"},
                                                {"#VRML"sv, "wrl", "VRML", "glTF"},
                                                {"# vtk"sv, "vtk", "VTK", "PLY"},
                                                {"OFF\n"sv, "off", "OFF", "PLY"},
                                                {""sv, "x3d", "X3D", "glTF"}}};

bool isWebPage(std::string_view head) {
  const std::string start = toLowerAscii(trimLeft(withoutBom(head)).substr(0, 200));
  return start.starts_with("<!doctype html") || start.starts_with("<html");
}

}  // namespace

Status otherKind(std::string_view head, const std::string& name) {
  const FailureArg file{"file", arg::Name{name}};
  if (isWebPage(head)) return fail(failures::kIsWebPage, {file});
  for (const Mark& mark : kMarks) {
    if (head.starts_with(mark.begin)) return fail(*mark.row, {file, {"what", arg::Words{std::string(mark.what)}}});
  }
  return okStatus();
}

Status lfsPointer(std::string_view head, const std::string& name) {
  if (!head.starts_with(kMarks.front().begin)) return okStatus();
  return fail(failures::kIsLfsPointer, {{"file", arg::Name{name}}});
}

Status kindOfOthers(std::string_view head, const std::string& name) {
  const std::size_t dot = name.rfind('.');
  const std::string ending = dot == std::string::npos ? std::string() : toLowerAscii(name.substr(dot + 1));
  const std::string root = firstXmlElement(withoutBom(head));
  if (root == "package" || (root == "model" && ending == "config"))
    return fail(failures::kDescribesOnly, {{"file", arg::Name{name}}, {"element", arg::Words{root}}});
  if (root == "mujoco")
    return fail(failures::kIsOfCad,
                {{"file", arg::Name{name}}, {"what", arg::Words{"MJCF (MuJoCo)"}}, {"other", arg::Words{"URDF"}}});
  for (const Program& p : kPrograms) {
    if (ending != p.ending && (p.begin.empty() || !head.starts_with(p.begin))) continue;
    return fail(failures::kIsOfCad, {{"file", arg::Name{name}},
                                     {"what", arg::Words{std::string(p.what)}},
                                     {"other", arg::Words{std::string(p.other)}}});
  }
  return okStatus();
}

Status textInPlaceOf(const char* wanted, std::string_view head, const std::string& name) {
  const bool text = !trim(head).empty() && isUtf8(head) && std::ranges::all_of(head, [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\r' || c == '\t';
  });
  if (!text) return okStatus();
  return fail(failures::kHoldsText, {{"file", arg::Name{name}}, {"wanted", arg::Words{wanted}}});
}

bool isOtherKind(const Status& status) {
  if (!status.failure) return false;
  const FailureRow* row = status.failure->row;
  return row == &failures::kIsWebPage || std::ranges::find(kMarks, row, &Mark::row) != kMarks.end() ||
         std::ranges::any_of(status.failure->causes, isOtherKind);
}

}  // namespace ww::io
