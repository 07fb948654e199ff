// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/explain.h"

#include <tinyxml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/xml_words.h"

namespace ww::io::worker {
namespace {

constexpr std::array<std::string_view, 6> kTypes = {"revolute", "continuous", "prismatic",
                                                    "fixed",    "floating",   "planar"};

// What urdfdom reads as numbers of a joint.
struct JointNumbers {
  const char* element;
  const char* attribute;
  std::size_t count;
};
constexpr std::array<JointNumbers, 17> kNumbers = {{{"origin", "xyz", 3},
                                                    {"origin", "rpy", 3},
                                                    {"axis", "xyz", 3},
                                                    {"limit", "lower", 1},
                                                    {"limit", "upper", 1},
                                                    {"limit", "effort", 1},
                                                    {"limit", "velocity", 1},
                                                    {"dynamics", "damping", 1},
                                                    {"dynamics", "friction", 1},
                                                    {"mimic", "multiplier", 1},
                                                    {"mimic", "offset", 1},
                                                    {"safety_controller", "k_velocity", 1},
                                                    {"safety_controller", "k_position", 1},
                                                    {"safety_controller", "soft_lower_limit", 1},
                                                    {"safety_controller", "soft_upper_limit", 1},
                                                    {"calibration", "rising", 1},
                                                    {"calibration", "falling", 1}}};

// What urdfdom asks for in an element of a joint.
struct JointNeeds {
  const char* element;
  const char* attribute;
};
constexpr std::array<JointNeeds, 4> kNeeded = {
    {{"limit", "effort"}, {"limit", "velocity"}, {"mimic", "joint"}, {"safety_controller", "k_velocity"}}};

std::string attribute(const TiXmlElement* e, const char* name) {
  const char* text = e != nullptr ? e->Attribute(name) : nullptr;
  return text != nullptr ? text : "";
}

class Explainer {
 public:
  explicit Explainer(const std::string& file) : file_(file) {}

  Status names(const TiXmlElement& root) const {
    for (const char* kind : {"link", "joint"}) {
      for (const TiXmlElement* e = root.FirstChildElement(kind); e != nullptr; e = e->NextSiblingElement(kind)) {
        if (attribute(e, "name").empty()) return unnamed(*e, kind);
      }
    }
    for (const TiXmlElement* j = root.FirstChildElement("joint"); j != nullptr; j = j->NextSiblingElement("joint")) {
      const std::string link = attribute(j->FirstChildElement("child"), "link");
      if (!link.empty() && attribute(j->FirstChildElement("parent"), "link") == link) return ofItself(*j, link);
    }
    return okStatus();
  }

  Status run(const TiXmlElement& root) {
    if (attribute(&root, "name").empty())
      return fail(failures::kUrdfNoName, {{"place", placeOf(root)}, {"element", arg::Words{"robot"}}});
    WW_TRY(checkVersion(root));
    WW_TRY(checkMaterials(root));
    WW_TRY(named(root, "link", links_));
    if (links_.empty()) return noLink(root);
    WW_TRY(named(root, "joint", joints_));
    for (const TiXmlElement* j = root.FirstChildElement("joint"); j != nullptr; j = j->NextSiblingElement("joint")) {
      WW_TRY(checkKind(*j));
      WW_TRY(checkNumbers(*j));
      WW_TRY(checkNeeded(*j));
      for (const char* end : {"parent", "child"}) WW_TRY(checkEnd(*j, end));
      WW_TRY(checkHeldOnce(*j));
    }
    return checkRoots();
  }

 private:
  using Lines = std::map<std::string, int>;

  arg::Place placeOf(const TiXmlElement& e) const { return {file_, e.Row(), 0}; }
  static arg::Name shown(const std::string& name) { return {cleanUtf8(name, 200)}; }

  Status unnamed(const TiXmlElement& e, const char* kind) const {
    return fail(failures::kUrdfNoName, {{"place", placeOf(e)}, {"element", arg::Words{kind}}});
  }
  Status ofItself(const TiXmlElement& joint, const std::string& link) const {
    return fail(failures::kUrdfSelfJoint,
                {{"joint", shown(attribute(&joint, "name"))}, {"link", shown(link)}, {"place", placeOf(joint)}});
  }

  Status noLink(const TiXmlElement& root) const {
    for (const char* of_srdf : {"group", "group_state", "disable_collisions", "virtual_joint", "end_effector"}) {
      if (root.FirstChildElement(of_srdf) != nullptr) return fail(failures::kUrdfIsSrdf, {{"file", arg::Name{file_}}});
    }
    return fail(failures::kUrdfNoLink);
  }

  Status named(const TiXmlElement& root, const char* kind, Lines& out) const {
    for (const TiXmlElement* e = root.FirstChildElement(kind); e != nullptr; e = e->NextSiblingElement(kind)) {
      const std::string name = attribute(e, "name");
      if (name.empty()) return unnamed(*e, kind);
      const auto [first, fresh] = out.emplace(name, e->Row());
      if (fresh) continue;
      return fail(failures::kUrdfTwice, {{"name", shown(name)},
                                         {"element", arg::Words{kind}},
                                         {"place", placeOf(*e)},
                                         {"line", arg::Count{static_cast<std::uint64_t>(std::max(0, first->second))}}});
    }
    return okStatus();
  }

  Status checkVersion(const TiXmlElement& root) const {
    const std::string version = attribute(&root, "version");
    if (version.empty() || version == "1" || version == "1.0") return okStatus();
    return fail(failures::kUrdfVersion, {{"version", shown(version)}, {"place", placeOf(root)}});
  }

  Status checkMaterials(const TiXmlElement& root) const {
    for (const TiXmlElement* m = root.FirstChildElement("material"); m; m = m->NextSiblingElement("material")) {
      const TiXmlElement* color = m->FirstChildElement("color");
      const std::string rgba = attribute(color, "rgba"), name = attribute(m, "name");
      if (name.empty()) return unnamed(*m, "material");
      if (color == nullptr || areNumbers(rgba, 4)) continue;
      return fail(failures::kUrdfColor, {{"material", shown(name)}, {"text", shown(rgba)}, {"place", placeOf(*color)}});
    }
    return okStatus();
  }

  Status checkNeeded(const TiXmlElement& joint) const {
    for (const JointNeeds& need : kNeeded) {
      const TiXmlElement* element = joint.FirstChildElement(need.element);
      if (element == nullptr || !attribute(element, need.attribute).empty()) continue;
      return fail(failures::kUrdfJointLacks, {{"joint", shown(attribute(&joint, "name"))},
                                              {"attribute", arg::Words{need.attribute}},
                                              {"element", arg::Words{need.element}},
                                              {"place", placeOf(*element)}});
    }
    return okStatus();
  }

  Status checkKind(const TiXmlElement& joint) const {
    const std::string type = attribute(&joint, "type");
    const FailureArg name{"joint", shown(attribute(&joint, "name"))}, place{"place", placeOf(joint)};
    const FailureArg kind{"type", arg::Words{cleanUtf8(type, 60)}};
    if (std::ranges::find(kTypes, type) == kTypes.end()) {
      const std::vector<std::string> known(kTypes.begin(), kTypes.end());
      const Status status = fail(failures::kUrdfJointType, {name, {"type", arg::Name{cleanUtf8(type, 60)}}, place});
      return withNearest(status, type, known);
    }
    const bool limited = type == "revolute" || type == "prismatic";
    if (limited && joint.FirstChildElement("limit") == nullptr) {
      const Status none = fail(failures::kUrdfNoLimit, {name, kind, place});
      for (const TiXmlElement* e = joint.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
        if (slipOf(e->ValueStr(), {"limit"}).empty()) continue;
        const FailureArg found{"found", arg::Words{cleanUtf8(e->ValueStr(), 60)}};
        return fail(failures::kUrdfLimitMisspelt, {name, kind, found, {"place", placeOf(*e)}});
      }
      return none;
    }
    return okStatus();
  }

  Status checkNumbers(const TiXmlElement& joint) const {
    for (const JointNumbers& n : kNumbers) {
      const TiXmlElement* element = joint.FirstChildElement(n.element);
      const char* text = element != nullptr ? element->Attribute(n.attribute) : nullptr;
      double number = 0.0;
      if (text == nullptr || areNumbers(text, n.count)) continue;
      // What is too small for a number is 0 to urdfdom; it does not know inf.
      if (n.count == 1 && parseAnyNumber(text, number) && std::isfinite(number)) continue;
      return fail(n.count == 1 ? failures::kUrdfJointNumber : failures::kUrdfJointNumbers,
                  {{"joint", shown(attribute(&joint, "name"))},
                   {"attribute", arg::Words{n.attribute}},
                   {"element", arg::Words{n.element}},
                   {"text", shown(text)},
                   {"count", arg::Count{n.count}},
                   {"place", placeOf(*element)}});
    }
    return okStatus();
  }

  Status checkEnd(const TiXmlElement& joint, const char* end) const {
    const std::string link = attribute(joint.FirstChildElement(end), "link");
    const FailureArg name{"joint", shown(attribute(&joint, "name"))}, place{"place", placeOf(joint)};
    const FailureArg element{"element", arg::Words{std::string("<") + end + ">"}};
    if (link.empty()) return fail(failures::kUrdfNoEnd, {name, element, place});
    if (links_.contains(link)) return okStatus();
    std::vector<std::string> known;
    for (const auto& [other, line] : links_) known.push_back(other);
    return withNearest(fail(failures::kUrdfNoSuchLink, {name, element, {"link", shown(link)}, place}), link, known);
  }

  Status checkHeldOnce(const TiXmlElement& joint) {
    const std::string link = attribute(joint.FirstChildElement("child"), "link"), name = attribute(&joint, "name");
    if (attribute(joint.FirstChildElement("parent"), "link") == link) return ofItself(joint, link);
    held_.insert(link);
    const auto [first, fresh] = above_.emplace(link, &joint);
    if (fresh) return okStatus();
    return fail(failures::kUrdfTwoParents, {{"link", shown(link)},
                                            {"first", shown(attribute(first->second, "name"))},
                                            {"second", shown(name)},
                                            {"place", placeOf(joint)}});
  }

  Status checkRoots() const {
    arg::Names roots;
    for (const auto& [link, line] : links_) {
      if (!held_.contains(link)) roots.texts.push_back(cleanUtf8(link, 200));
    }
    if (roots.texts.empty()) return circle();
    return roots.texts.size() == 1 ? okStatus() : fail(failures::kUrdfTwoRoots, {{"links", roots}});
  }

  // Each link has a parent, so that going up from any of them leads round.
  Status circle() const {
    std::string link = links_.begin()->first;
    for (std::size_t i = 0; i < links_.size(); ++i) link = parentOf(link);
    arg::Names joints;
    const std::string start = link;
    do {
      joints.texts.push_back(cleanUtf8(attribute(above_.at(link), "name"), 200));
      link = parentOf(link);
    } while (link != start);
    std::ranges::reverse(joints.texts);
    return fail(failures::kUrdfNoRoot, {{"joints", std::move(joints)}, {"place", placeOf(*above_.at(start))}});
  }
  std::string parentOf(const std::string& link) const {
    return attribute(above_.at(link)->FirstChildElement("parent"), "link");
  }

  const std::string& file_;
  Lines links_, joints_;
  std::set<std::string> held_;
  std::map<std::string, const TiXmlElement*> above_;  // the joint that holds a link
};

}  // namespace

Status checkUrdfNames(const std::string& text, const std::string& file) {
  TiXmlDocument document;
  document.Parse(text.c_str());
  const TiXmlElement* root = document.Error() ? nullptr : document.FirstChildElement("robot");
  return root != nullptr ? Explainer(file).names(*root) : okStatus();
}

Status explainUrdf(const std::string& text, const std::string& file) {
  TiXmlDocument document;
  document.Parse(text.c_str());
  if (document.Error())
    return fail(failures::kUrdfNoXml, {{"place", arg::Place{file, document.ErrorRow(), 0}},
                                       {"reason", arg::Words{cleanUtf8(document.ErrorDesc(), 200)}}});
  const TiXmlElement* root = document.FirstChildElement("robot");
  return root != nullptr ? Explainer(file).run(*root) : okStatus();
}

}  // namespace ww::io::worker
