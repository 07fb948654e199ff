// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/dae_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/xml_tags.h"

namespace ww::io::worker {
namespace {

bool isDaeBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isDaeDigit(char c) { return c >= '0' && c <= '9'; }

class DaeLook {
 public:
  DaeLook(const std::string& file, Reporter& report) : file_(file), report_(report) {}

  Status run(std::string_view text) {
    walkXml(text, {[this](const XmlTag& tag) { open(tag); }, [this](std::string_view name) { close(name); }});
    if (!refused_.ok()) return refused_;
    WW_TRY(checkCircles());
    for (const Reference& r : references_) {
      if (!ids_.contains(r.id))
        lost("dae-part", fail(failures::kDaePartMissing, {{"name", arg::Name{cleanUtf8(r.id, 200)}},
                                                          {"element", arg::Words{r.element}},
                                                          {"place", placeOf(r.line)}}));
    }
    return okStatus();
  }
  Status complaint = okStatus();

 private:
  struct Reference {
    std::string element, id;
    int line;
  };
  struct Held {
    std::string node;
    int line;
  };

  arg::Place placeOf(int line) const { return {file_, line, 0}; }

  void lost(const char* code, const Status& status) {
    if (complaint.ok()) complaint = status;
    report_.warn(code, status);
  }

  void open(const XmlTag& tag) {
    if (!refused_.ok()) return;
    const std::string id = cleanUtf8(tag.attribute("id"), 200);
    if (!id.empty()) ids_.insert(id);
    if (tag.name == "node") openNode(tag, id);
    if (tag.name.starts_with("instance_")) refer(tag);
    if (tag.name == "p") checkIndices(tag);
    if (tag.name == "float_array") checkCount(tag, "count", 0);
    if (tag.name == "accessor") {
      checkCount(tag, "count", 0);
      if (tag.attributes.find("stride") != std::string_view::npos) checkCount(tag, "stride", 1);
    }
  }
  void close(std::string_view name) {
    if (name == "node" && !nodes_.empty()) nodes_.pop_back();
  }

  void openNode(const XmlTag& tag, std::string id) {
    if (id.empty()) id = fmt::format("#{}", ++nameless_);
    if (!nodes_.empty()) holds_[nodes_.back()].push_back({id, tag.line});
    nodes_.push_back(std::move(id));
  }

  void refer(const XmlTag& tag) {
    const std::string_view url = tag.attribute("url");
    if (tag.name != "instance_node" && tag.name != "instance_geometry") return;
    if (url.size() < 2 || url[0] != '#') return;
    const std::string id = cleanUtf8(url.substr(1), 200);
    references_.push_back({std::string(tag.name), id, tag.line});
    if (tag.name == "instance_node" && !nodes_.empty()) holds_[nodes_.back()].push_back({id, tag.line});
  }

  void checkIndices(const XmlTag& tag) {
    int line = tag.content_line;
    for (std::size_t i = 0; i < tag.content.size(); ++i) {
      const char c = tag.content[i];
      if (c == '\n') ++line;
      if (isDaeDigit(c) || isDaeBlank(c) || c == '+') continue;
      std::size_t begin = i, end = i;
      while (begin > 0 && !isDaeBlank(tag.content[begin - 1])) --begin;
      while (end < tag.content.size() && !isDaeBlank(tag.content[end])) ++end;
      refused_ =
          fail(failures::kDaeBadIndex,
               {{"text", arg::Name{cleanUtf8(tag.content.substr(begin, end - begin), 40)}}, {"place", placeOf(line)}});
      return;
    }
  }

  void checkCount(const XmlTag& tag, const char* attribute, std::uint64_t least) {
    const std::string_view text = trim(tag.attribute(attribute));
    double v = -1.0;
    constexpr double kMost = 2e9;
    if (!text.empty() && std::ranges::all_of(text, isDaeDigit) && parseNumber(text, v) &&
        v >= static_cast<double>(least) && v <= kMost)
      return;
    lost("dae-count", fail(failures::kDaeBadCount, {{"text", arg::Name{cleanUtf8(text, 40)}},
                                                    {"attribute", arg::Words{attribute}},
                                                    {"element", arg::Words{std::string(tag.name)}},
                                                    {"least", arg::Count{least}},
                                                    {"place", placeOf(tag.line)}}));
  }

  // Depth first without recursion: a node that is met again while it is open holds itself.
  Status checkCircles() const {
    std::set<std::string> done, open;
    for (const auto& [start, held] : holds_) {
      std::vector<std::pair<std::string, std::size_t>> path = {{start, 0}};
      open.insert(start);
      while (!path.empty() && !done.contains(start)) {
        auto& [node, next] = path.back();
        const auto at = holds_.find(node);
        if (at == holds_.end() || next >= at->second.size()) {
          open.erase(node);
          done.insert(node);
          path.pop_back();
          continue;
        }
        const Held& inner = at->second[next++];
        if (open.contains(inner.node))
          return fail(failures::kDaeNodeCircle, {{"node", arg::Name{inner.node}}, {"place", placeOf(inner.line)}});
        if (done.contains(inner.node)) continue;
        open.insert(inner.node);
        path.emplace_back(inner.node, 0);
      }
      open.clear();
    }
    return okStatus();
  }

  const std::string& file_;
  Reporter& report_;
  std::set<std::string> ids_;
  std::vector<std::string> nodes_;  // that are open
  std::map<std::string, std::vector<Held>> holds_;
  std::vector<Reference> references_;
  std::size_t nameless_ = 0;
  Status refused_ = okStatus();
};

}  // namespace

Status scanDaeParts(std::string_view text, const std::string& file, Reporter& report, Status& complaint) {
  DaeLook look(file, report);
  WW_TRY(look.run(text));
  complaint = std::move(look.complaint);
  return okStatus();
}

}  // namespace ww::io::worker
