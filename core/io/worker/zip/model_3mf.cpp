// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/zip/model_3mf.h"
#include "core/io/worker/scene_text.h"

#include <charconv>
#include <optional>

#include "core/base/failure.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/xml_tags.h"

namespace ww::io::worker {
namespace {

constexpr std::size_t kMax3mfBytes = 1u << 30;
constexpr std::size_t kMax3mfElements = 60'000'000;

// Without the prefix of its namespace: "m:color" is "color".
std::string_view localName(std::string_view name) { return name.substr(name.find(':') + 1); }

std::optional<std::uint32_t> wholeOf(std::string_view text) {
  std::uint32_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

// Entities in names that people gave.
std::string plainName(std::string_view text) {
  static constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
  std::string out;
  while (!text.empty()) {
    bool entity = false;
    for (const auto& [written, meant] : kEntities) {
      if (entity || !text.starts_with(written)) continue;
      out += meant;
      text.remove_prefix(written.size());
      entity = true;
    }
    if (entity) continue;
    out += text.front();
    text.remove_prefix(1);
  }
  return nameAsWritten(out, 120);
}

// "#RRGGBB" or "#RRGGBBAA".
std::optional<geometry::Color> colorOf(std::string_view text) {
  if ((text.size() != 7 && text.size() != 9) || text[0] != '#') return std::nullopt;
  std::uint32_t v = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), v, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (text.size() == 7) v = v << 8 | 0xffu;
  const auto part = [&](int shift) { return static_cast<float>(v >> shift & 0xffu) / 255.0f; };
  geometry::Color out{part(24), part(16), part(8), part(0)};
  if (out.a <= 0.0f) out.a = 1.0f;
  return out;
}

class Reader3mf {
 public:
  explicit Reader3mf(const std::string& file) : file_(file) {}

  Result<Model3mf> run(std::string_view text) {
    walkXml(text, {[this](const XmlTag& tag) { opened(tag); }, [this](std::string_view name) { closed(name); }});
    WW_TRY(problem_);
    return std::move(model_);
  }

 private:
  void opened(const XmlTag& tag) {
    if (!problem_.ok()) return;
    const std::string_view name = localName(tag.name);
    if (name == "vertex") return vertex(tag);
    if (name == "triangle") return triangle(tag);
    if (name == "model") return unit(tag);
    if (name == "object") return object(tag);
    if (name == "component") return placed(tag, object_ != nullptr ? &object_->components : nullptr);
    if (name == "item") return placed(tag, &model_.items);
    if (name == "basematerials" || name == "colorgroup") group_ = wholeOf(tag.attribute("id")).value_or(0);
    if (name == "base") palette_[group_].push_back(colorOf(tag.attribute("displaycolor")));
    if (name == "color") palette_[group_].push_back(colorOf(tag.attribute("color")));
  }

  void closed(std::string_view name) {
    if (localName(name) == "object") object_ = nullptr;
  }

  void wrong(const XmlTag& tag, const char* attribute) {
    if (!problem_.ok()) return;
    problem_ = fail(failures::k3mfNumber, {{"place", arg::Place{file_, tag.line, 0}},
                                           {"element", arg::Words{cleanUtf8(tag.name, 40)}},
                                           {"attribute", arg::Words{attribute}}});
  }

  void unit(const XmlTag& tag) {
    static constexpr std::tuple<std::string_view, double, const char*> kUnits[] = {
        {"micron", 1e-6, "um"}, {"millimeter", 1e-3, "mm"}, {"centimeter", 1e-2, "cm"},
        {"inch", 0.0254, "in"}, {"foot", 0.3048, "ft"},     {"meter", 1.0, "m"}};
    model_.unknown_unit = cleanUtf8(tag.attribute("unit"), 40);
    model_.unit_line = tag.line;
    for (const auto& [said, metres, shown] : kUnits) {
      if (said != tag.attribute("unit")) continue;
      model_.metres_per_unit = metres;
      model_.unit = shown;
      model_.unknown_unit.clear();
    }
  }

  void object(const XmlTag& tag) {
    const auto id = wholeOf(tag.attribute("id"));
    if (!id) return wrong(tag, "id");
    object_ = &model_.objects[*id];
    object_->name = plainName(tag.attribute("name"));
    usual_ = colorAt(tag.attribute("pid"), tag.attribute("pindex"));
    group_of_object_ = tag.attribute("pid");
    if (tag.empty) object_ = nullptr;
  }

  void vertex(const XmlTag& tag) {
    if (object_ == nullptr) return;
    Vec3 p;
    static constexpr const char* kAxes[] = {"x", "y", "z"};
    for (int k = 0; k < 3; ++k) {
      if (!parseAnyNumber(trim(tag.attribute(kAxes[k])), p[k])) return wrong(tag, kAxes[k]);
    }
    object_->vertices.push_back(p);
  }

  void triangle(const XmlTag& tag) {
    if (object_ == nullptr) return;
    geometry::Triangle t{};
    static constexpr const char* kCorners[] = {"v1", "v2", "v3"};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto v = wholeOf(trim(tag.attribute(kCorners[k])));
      if (!v) return wrong(tag, kCorners[k]);
      t[k] = *v;
    }
    const std::size_t count = object_->vertices.size();
    for (const std::uint32_t v : t) {
      if (v < count && object_->vertices[v].allFinite()) continue;
      ++object_->unsound;
      return;
    }
    object_->triangles.push_back(t);
    addColor(tag);
  }

  void addColor(const XmlTag& tag) {
    const std::string_view group = tag.attribute("pid"), first = tag.attribute("p1");
    std::optional<geometry::Color> color = usual_;
    if (!first.empty()) {
      if (const auto own = colorAt(group.empty() ? group_of_object_ : group, first)) color = own;
    }
    if (!color) return;
    const auto at = static_cast<std::uint32_t>(object_->triangles.size() - 1);
    auto& runs = object_->colors;
    const bool goes_on = !runs.empty() && runs.back().first + runs.back().count == at && runs.back().color == *color;
    if (goes_on) ++runs.back().count;
    else runs.push_back({at, 1, *color});
  }

  std::optional<geometry::Color> colorAt(std::string_view group, std::string_view index) const {
    const auto id = wholeOf(group), at = wholeOf(index.empty() ? "0" : index);
    const auto found = id ? palette_.find(*id) : palette_.end();
    if (found == palette_.end() || !at || *at >= found->second.size()) return std::nullopt;
    return found->second[*at];
  }

  void placed(const XmlTag& tag, std::vector<Placed3mf>* out) {
    const auto id = wholeOf(tag.attribute("objectid"));
    if (!id) return wrong(tag, "objectid");
    if (out == nullptr) return;
    Placed3mf made;
    made.object = *id;
    for (const std::string_view name : tag.attributeNames()) {
      if (localName(name) == "path") made.path = plainName(tag.attribute(name));
    }
    if (const std::string_view text = tag.attribute("transform"); !text.empty()) {
      const auto words = splitWords(text);
      double m[12] = {};
      bool sound = words.size() == 12;
      for (std::size_t i = 0; sound && i < 12; ++i) sound = parseNumber(words[i], m[i]);
      if (!sound) return wrong(tag, "transform");
      // Rows of the file are columns here: its points are rows.
      for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) made.this_t_object.linear()(r, c) = m[3 * c + r];
      }
      made.this_t_object.translation() = Vec3(m[9], m[10], m[11]);
    }
    out->push_back(std::move(made));
  }

  std::string file_;
  Model3mf model_;
  Object3mf* object_ = nullptr;
  std::map<std::uint32_t, std::vector<std::optional<geometry::Color>>> palette_;
  std::optional<geometry::Color> usual_;  // of the object
  std::string_view group_of_object_;
  std::uint32_t group_ = 0;
  Status problem_;
};

}  // namespace

Result<Model3mf> parse3mf(std::string_view text, const std::string& file) {
  WW_TRY(scanXml(text, {kMax3mfBytes, 100, kMax3mfElements}).status());
  return Reader3mf(file).run(text);
}

}  // namespace ww::io::worker
