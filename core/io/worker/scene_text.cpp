// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/scene_text.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include "core/io/code_page.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

// f(each name; a key of a map as a copy, which is put back).
template <typename Map, typename F>
void forEachKey(Map& map, F&& f) {
  Map out;
  for (auto& [key, value] : map) {
    std::string name = key;
    f(name);
    out.emplace(std::move(name), std::move(value));
  }
  map = std::move(out);
}

template <typename F>
void forEachName(Model& model, F&& f) {
  f(model.name);
  for (Node& node : model.nodes) {
    f(node.name);
    if (auto* link = std::get_if<LinkPart>(&node.part))
      for (auto* shapes : {&link->visuals, &link->collisions})
        for (PlacedShape& shape : *shapes) f(shape.name);
    if (auto* joint = std::get_if<JointPart>(&node.part); joint != nullptr && joint->mimic) f(joint->mimic->leader);
  }
  for (scene::LoopJoint& loop : model.loops)
    for (std::string* name : {&loop.name, &loop.parent, &loop.child}) f(*name);
  for (auto& solver : *model.kinematics.mutable_ik_solvers()) {
    if (!solver.has_tip_link_name()) continue;
    std::string tip = solver.tip_link_name();
    f(tip);
    solver.set_tip_link_name(tip);
  }
  forEachKey(model.custom_joints, f);
  forEachKey(model.self_collide, f);
}

// Of an XML file whose first line says what it is in; empty where it says nothing, or none that is known here: ISO
// 8859-15 is not, as some of its letters are others in windows-1252.
std::string declaredIn(std::string head) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kOthers = {{{"iso-8859-1", "windows-1252"},
                                                                                     {"latin1", "windows-1252"},
                                                                                     {"gbk", "gb18030"},
                                                                                     {"gb2312", "gb18030"},
                                                                                     {"shift-jis", "shift_jis"},
                                                                                     {"sjis", "shift_jis"},
                                                                                     {"ks_c_5601-1987", "euc-kr"}}};
  head.resize(std::min(head.size(), head.find("?>")));
  const std::size_t at = head.find("encoding=");
  if (!head.starts_with("<?xml") || at == std::string::npos || at + 10 >= head.size()) return {};
  const std::size_t from = at + 10, to = head.find(head[from - 1], from);
  std::string page = head.substr(from, to - from);
  std::ranges::transform(page, page.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  for (const auto& [other, known] : kOthers)
    if (page == other) page = known;
  return std::ranges::find(codePages(), page) == codePages().end() || page == "utf-8" ? std::string() : page;
}

std::string declaredPage(const std::filesystem::path& path) {
  std::string head(200, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return declaredIn(std::move(head));
}

// Of the options, or `declared`, or what fits, which is noted.
std::string pageOf(ReadContext& context, const std::string& declared, const std::vector<std::string_view>& texts) {
  if (!context.options.encoding.empty()) return context.options.encoding;
  if (!declared.empty()) return declared;
  std::string page(likelyCodePage(texts));
  context.report.note("encoding",
                      fail(failures::kNamesInCodePage,
                           {{"file", arg::Name{context.path.filename().string()}}, {"page", arg::Words{page}}}));
  return page;
}

}  // namespace

void namesInUtf8(ReadContext& context, const std::function<void(const std::function<void(std::string&)>&)>& each,
                 std::string& encoding) {
  std::vector<std::string> others;
  each([&](const std::string& name) {
    if (!isUtf8(name)) others.push_back(name);
  });
  if (others.empty() || context.options.encoding == "utf-8") return;
  encoding = pageOf(context, declaredPage(context.path), {others.begin(), others.end()});
  each([&](std::string& name) {
    if (isUtf8(name)) return;
    if (auto read = fromCodePage(name, encoding)) name = *std::move(read);
  });
}

void namesInUtf8(ReadContext& context, Scene& scene) {
  const auto each = [&](const std::function<void(std::string&)>& f) {
    for (Model& model : scene.models) forEachName(model, f);
  };
  namesInUtf8(context, each, scene.encoding);
}

std::optional<std::string> jsonInUtf8(ReadContext& context, std::string_view text) {
  // Nearly all of a large file is numbers.
  unsigned char bits = 0;
  for (const char c : text) bits |= static_cast<unsigned char>(c);
  if (bits < 0x80 || isUtf8(text) || context.options.encoding == "utf-8") return std::nullopt;
  std::vector<std::string_view> pieces, others;
  for (std::size_t from = 0; from < text.size(); from += pieces.back().size()) {
    const std::size_t end = std::min(text.find('"', from), text.size() - 1);
    pieces.push_back(text.substr(from, end - from + 1));
    if (!isUtf8(pieces.back())) others.push_back(pieces.back());
  }
  const std::string page = pageOf(context, {}, others);
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (const std::string_view piece : pieces) {
    const auto read = isUtf8(piece) ? std::nullopt : fromCodePage(piece, page);
    out += read ? std::string_view(*read) : piece;
  }
  return out;
}

std::vector<PlacedShape> namedShapes(const std::string& name, std::vector<PlacedShape> shapes) {
  for (PlacedShape& s : shapes) {
    if (name.empty()) continue;
    s.name = s.name.empty() || shapes.size() == 1 ? name : name + "/" + s.name;
  }
  return shapes;
}

std::string nameAsWritten(std::string_view name, std::size_t max) {
  if (isUtf8(name)) return cleanUtf8(name, max);
  std::string out(name.substr(0, max));
  for (char& c : out)
    if (const auto byte = static_cast<unsigned char>(c); byte < 0x20 || byte == 0x7F) c = '?';
  return out;
}

void xmlInUtf8(ReadContext& context, std::string& text, Scene& scene) {
  constexpr std::size_t kLongest = 400;  // bytes of a name
  if (isUtf8(text) || context.options.encoding == "utf-8" || text.find('\0') != std::string::npos) return;
  std::vector<std::string_view> others;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find_first_of("\"'<>", from), text.size());
    const std::string_view piece = std::string_view(text).substr(from, to - from);
    if (piece.size() <= kLongest && !isUtf8(piece)) others.push_back(piece);
    from = to + 1;
  }
  const std::string page = pageOf(context, declaredIn(text.substr(0, 200)), others);
  auto read = fromCodePage(text, page);
  if (!read) return;
  text = *std::move(read);
  scene.encoding = page;
  const std::size_t end = text.find("?>"), at = text.find(" encoding=");
  if (!text.starts_with("<?xml") || at >= end || at + 11 >= end) return;
  const std::size_t close = text.find(text[at + 10], at + 11);
  if (close < end) text.erase(at, close + 1 - at);
}

}  // namespace ww::io::worker
