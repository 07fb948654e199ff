// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/prescan.h"

#include <algorithm>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/assimp/dae_scan.h"
#include "core/io/worker/assimp/ply_scan.h"

namespace ww::io::worker {
namespace {

std::string elementText(std::string_view text, std::string_view open, std::string_view close) {
  const std::size_t at = text.find(open);
  const std::size_t end = at == std::string_view::npos ? at : text.find(close, at);
  return end == std::string_view::npos ? std::string()
                                       : std::string(trim(text.substr(at + open.size(), end - at - open.size())));
}

Status scanDae(ReadContext& context, const std::filesystem::path& path, std::string_view text, MeshFileFacts& facts) {
  WW_ASSIGN(const XmlSummary xml, scanXml(text, {512u << 20, 200, 5'000'000}));
  if (xml.root != "COLLADA") return fail(failures::kDaeRoot);
  WW_TRY(scanDaeParts(text, path.filename().string(), context.report, facts.complaint));
  // The first asset is that of the document.
  const std::string_view asset = text.substr(0, std::min(text.find("</asset>"), text.size()));
  const std::string up = elementText(asset, "<up_axis>", "</up_axis>");
  if (!up.empty() && up != "X_UP" && up != "Y_UP" && up != "Z_UP")
    context.report.warn("dae-up-axis", fail(failures::kDaeUpAxis, {{"said", arg::Words{cleanUtf8(up, 20)}}}));
  facts.up = up == "X_UP" ? "x" : up == "Z_UP" ? "z" : "y";
  const std::size_t unit = asset.find("<unit");
  const std::string_view tag = unit == std::string_view::npos ? "" : asset.substr(unit, asset.find('>', unit) - unit);
  const std::size_t meter = tag.find("meter=");
  if (meter == std::string_view::npos || meter + 8 > tag.size()) return okStatus();
  const std::string_view value = tag.substr(meter + 7);
  double metres = 0;
  const std::string_view said = trim(value.substr(0, value.find_first_of("\"'")));
  if (!parseNumber(said, metres) || metres <= 0.0 || metres > 1e6)
    return fail(failures::kDaeUnit, {{"said", arg::Name{cleanUtf8(said, 20)}}});
  facts.metres_per_unit = metres;
  return okStatus();
}

}  // namespace

Result<MeshFileFacts> scanMeshFile(ReadContext& context, const std::filesystem::path& path, const std::string& format) {
  MeshFileFacts facts;
  WW_ASSIGN(std::string bytes, readWhole(path, kMaxMeshBytes));
  const bool utf16 = format == "dae" && bytes.find('\0') < 4;
  if (utf16) bytes = utf8Of(std::move(bytes));
  Status status;
  bool has_more = false;
  if (format == "ply") status = scanPly(bytes, path.filename().string(), has_more);
  if (has_more) context.report.warn("ply-more", fail(failures::kPlyMore));
  if (format == "dae") status = scanDae(context, path, bytes, facts);
  if (!status.ok()) return status;
  if (format == "gltf" || format == "glb") facts.up = "y";  // of version 1
  // assimp does not take the mark.
  const std::string_view plain = format == "glb" ? std::string_view(bytes) : withoutBom(bytes);
  if (utf16 || plain.size() != bytes.size()) facts.text = plain;
  return facts;
}

}  // namespace ww::io::worker
