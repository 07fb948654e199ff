// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/shape_mend.h"

#include <console_bridge/console.h>
#include <tinyxml.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/xml_words.h"

namespace ww::io::worker {

class ParserLines::Handler : public console_bridge::OutputHandler {
 public:
  Handler() { console_bridge::useOutputHandler(this); }
  ~Handler() override { console_bridge::restorePreviousOutputHandler(); }
  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR && lines.size() < 20) lines.push_back(text);
  }
  std::vector<std::string> lines;
};

ParserLines::ParserLines() : handler_(new Handler) {}
ParserLines::~ParserLines() { delete handler_; }
const std::vector<std::string>& ParserLines::errors() const { return handler_->lines; }

namespace {

// What a shape of URDF says in numbers, and how many of them.
struct Attribute {
  std::string_view shape;
  const char* name;
  std::size_t numbers;
  bool needed;
};
constexpr std::array<Attribute, 8> kAttributes = {{{"box", "size", 3, true},
                                                   {"sphere", "radius", 1, true},
                                                   {"cylinder", "radius", 1, true},
                                                   {"cylinder", "length", 1, true},
                                                   {"capsule", "radius", 1, true},
                                                   {"capsule", "length", 1, true},
                                                   {"mesh", "filename", 0, true},
                                                   {"mesh", "scale", 3, false}}};
constexpr std::array<const char*, 2> kKinds = {"visual", "collision"};

std::string nameOf(const TiXmlElement& element) {
  const char* name = element.Attribute("name");
  return name != nullptr ? name : "";
}

std::size_t count(const TiXmlElement& link, const char* kind) {
  std::size_t out = 0;
  for (const TiXmlElement* e = link.FirstChildElement(kind); e != nullptr; e = e->NextSiblingElement(kind)) ++out;
  return out;
}

bool isCapsule(const TiXmlElement& shape) {
  const TiXmlElement* geometry = shape.FirstChildElement("geometry");
  const TiXmlElement* kind = geometry != nullptr ? geometry->FirstChildElement() : nullptr;
  return kind != nullptr && kind->ValueStr() == "capsule";
}

bool isKnown(std::string_view kind) {
  return std::ranges::find(kAttributes, kind, &Attribute::shape) != kAttributes.end();
}

Status wrongAttribute(const TiXmlElement& kind) {
  for (const Attribute& a : kAttributes) {
    if (kind.ValueStr() != a.shape) continue;
    const char* text = kind.Attribute(a.name);
    const FailureArg shape{"shape", arg::Words{std::string(a.shape)}}, attribute{"attribute", arg::Words{a.name}};
    if (text == nullptr && a.needed) {
      for (const TiXmlAttribute* there = kind.FirstAttribute(); there != nullptr; there = there->Next()) {
        if (!slipOf(there->Name(), {a.name}).empty())
          return fail(failures::kShapeMisspelt, {shape, attribute, {"found", arg::Name{cleanUtf8(there->Name(), 60)}}});
      }
      return fail(failures::kShapeNoAttribute, {shape, attribute});
    }
    if (text == nullptr || a.numbers == 0 || areNumbers(text, a.numbers)) continue;
    return fail(a.numbers == 3 ? failures::kShapeThreeNumbers : failures::kShapeNoNumber,
                {shape, attribute, {"text", arg::Name{cleanUtf8(text, 60)}}});
  }
  return okStatus();
}

// Of a shape or of what is inert.
Status wrongOrigin(const TiXmlElement& element) {
  const TiXmlElement* origin = element.FirstChildElement("origin");
  for (const char* name : {"xyz", "rpy"}) {
    const char* text = origin != nullptr ? origin->Attribute(name) : nullptr;
    if (text == nullptr || areNumbers(text, 3)) continue;
    return fail(
        failures::kShapeThreeNumbers,
        {{"shape", arg::Words{"<origin>"}}, {"attribute", arg::Words{name}}, {"text", arg::Name{cleanUtf8(text, 60)}}});
  }
  return okStatus();
}

// What urdfdom asks of an <inertial>.
Status wrongInertial(const TiXmlElement& inertial) {
  WW_TRY(wrongOrigin(inertial));
  for (const auto& [element, attributes] :
       {std::pair{"mass", std::vector{"value"}},
        std::pair{"inertia", std::vector{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}}}) {
    const TiXmlElement* e = inertial.FirstChildElement(element);
    if (e == nullptr) return fail(failures::kInertialLacks, {{"element", arg::Words{element}}});
    for (const char* name : attributes) {
      const char* text = e->Attribute(name);
      const FailureArg kind{"shape", arg::Words{"<" + std::string(element) + ">"}},
          attribute{"attribute", arg::Words{name}};
      if (text == nullptr) return fail(failures::kShapeNoAttribute, {kind, attribute});
      if (!areNumbers(text, 1))
        return fail(failures::kShapeNoNumber, {kind, attribute, {"text", arg::Name{cleanUtf8(text, 60)}}});
    }
  }
  return okStatus();
}

// Ok when nothing is seen to be wrong.
Status wrongShape(const TiXmlElement& shape) {
  WW_TRY(wrongOrigin(shape));
  const TiXmlElement* geometry = shape.FirstChildElement("geometry");
  const TiXmlElement* kind = geometry != nullptr ? geometry->FirstChildElement() : nullptr;
  if (kind == nullptr) return fail(failures::kShapeNone);
  const std::string& name = kind->ValueStr();
  if (isKnown(name)) return wrongAttribute(*kind);
  const XmlWords shapes = {"box", "sphere", "cylinder", "capsule", "mesh"};
  return withNearest(fail(failures::kShapeUnknown, {{"shape", arg::Words{cleanUtf8(name, 60)}}}), name, shapes);
}

void asCylinder(TiXmlElement& shape) { shape.FirstChildElement("geometry")->FirstChildElement()->SetValue("cylinder"); }

// What the parser makes of one element of a link alone: ok when it takes it, for then it goes on to what follows.
Status trial(const TiXmlElement& element) {
  TiXmlPrinter printer;
  printer.SetStreamPrinting();
  element.Accept(&printer);
  const ParserLines said;
  const auto robot = urdf::parseURDF("<robot name='r'><link name='l'>" + printer.Str() +
                                     "<collision><geometry><sphere radius='1'/></geometry></collision></link></robot>");
  const auto link = robot ? robot->getLink("l") : nullptr;
  const std::size_t wanted = element.ValueStr() == "collision" ? 2 : 1;
  if (link && link->collision_array.size() == wanted) return okStatus();
  if (said.errors().empty()) return fail(failures::kElementRefusedSilently);
  return fail(failures::kElementRefused, {{"reason", arg::Words{cleanUtf8(said.errors().front(), 200)}}});
}

class Mender {
 public:
  Mender(const std::string& file, const urdf::ModelInterface& robot, Reporter& report)
      : file_(file), robot_(robot), report_(report) {}

  void run(TiXmlElement& root) {
    for (TiXmlElement* link = root.FirstChildElement("link"); link != nullptr;
         link = link->NextSiblingElement("link")) {
      link_ = cleanUtf8(nameOf(*link), 200);
      for (const char* kind : kKinds) warnOfSeconds(*link, kind);
      if (lost(*link)) mend(*link);
    }
    for (TiXmlElement* joint = root.FirstChildElement("joint"); joint != nullptr;
         joint = joint->NextSiblingElement("joint"))
      warnOfSecondMimic(*joint);
  }
  bool changed = false;
  std::set<ShapeKey> capsules;

 private:
  arg::Place placeOf(const TiXmlElement& e) const { return {file_, e.Row(), 0}; }

  void leftOut(const TiXmlElement& shape, Status why) {
    report_.warn("shape",
                 fail(failures::kShapeLeftOut, {{"link", arg::Name{link_}}, {"place", placeOf(shape)}}, std::move(why)),
                 "link " + link_);
  }

  // urdfdom reads the first and says nothing of the others.
  void warnOfSecondMimic(const TiXmlElement& joint) {
    const std::size_t mimics = count(joint, "mimic");
    if (mimics < 2) return;
    const TiXmlElement& first = *joint.FirstChildElement("mimic");
    const char* leader = first.Attribute("joint");
    const std::string name = cleanUtf8(nameOf(joint), 200);
    report_.warn("mimic",
                 fail(failures::kSecondMimic, {{"joint", arg::Name{name}},
                                               {"count", arg::Count{mimics}},
                                               {"leader", arg::Name{cleanUtf8(leader != nullptr ? leader : "", 200)}},
                                               {"place", placeOf(*first.NextSiblingElement("mimic"))}}),
                 "joint " + name);
  }

  bool lost(const TiXmlElement& link) const {
    const auto read = robot_.getLink(nameOf(link));
    if (!read) return false;
    const std::size_t visuals = count(link, "visual"), collisions = count(link, "collision");
    if (read->visual_array.size() != visuals || read->collision_array.size() != collisions) return true;
    const TiXmlElement* inertial = link.FirstChildElement("inertial");
    return visuals + collisions == 0 && inertial != nullptr && !trial(*inertial).ok();
  }

  // Of several shapes in one element the first is read.
  void warnOfSeconds(const TiXmlElement& link, const char* kind) {
    for (const TiXmlElement* e = link.FirstChildElement(kind); e != nullptr; e = e->NextSiblingElement(kind)) {
      const TiXmlElement* geometry = e->FirstChildElement("geometry");
      if (geometry == nullptr) continue;
      std::size_t shapes = 0;
      for (const TiXmlElement* g = geometry; g != nullptr; g = g->NextSiblingElement("geometry")) {
        for (const TiXmlElement* s = g->FirstChildElement(); s != nullptr; s = s->NextSiblingElement())
          shapes += isKnown(s->ValueStr()) ? 1 : 0;
      }
      if (shapes > 1) leftOut(*e, fail(failures::kShapeSecond, {{"element", arg::Words{kind}}}));
    }
  }

  void mend(TiXmlElement& link) {
    TiXmlElement* inertial = link.FirstChildElement("inertial");
    if (Status why = inertial != nullptr ? trial(*inertial) : okStatus(); !why.ok()) {
      if (Status seen = wrongInertial(*inertial); !seen.ok()) why = std::move(seen);
      report_.warn(
          "inertia",
          fail(failures::kInertiaLeftOut, {{"link", arg::Name{link_}}, {"place", placeOf(*inertial)}}, std::move(why)),
          "link " + link_);
      link.RemoveChild(inertial);
      changed = true;
    }
    for (const char* kind : kKinds) mendShapesOf(link, kind);
  }

  void mendShapesOf(TiXmlElement& link, const std::string& kind) {
    std::size_t index = 0;
    TiXmlElement* next = nullptr;
    for (TiXmlElement* e = link.FirstChildElement(kind); e != nullptr; e = next) {
      next = e->NextSiblingElement(kind);
      Status seen = wrongShape(*e);
      const bool capsule = isCapsule(*e);
      if (capsule) asCylinder(*e);
      Status why = trial(*e);
      if (!why.ok() && !seen.ok()) why = std::move(seen);
      changed = changed || capsule || !why.ok();
      if (why.ok()) {
        if (capsule) capsules.insert({nameOf(link), kind == "collision", index});
        ++index;
      } else {
        leftOut(*e, std::move(why));
        link.RemoveChild(e);
      }
    }
  }

  const std::string& file_;
  const urdf::ModelInterface& robot_;
  Reporter& report_;
  std::string link_;  // that is looked at
};

}  // namespace

MendedUrdf mendShapes(const std::string& text, const std::string& file, const urdf::ModelInterface& robot,
                      Reporter& report) {
  TiXmlDocument document;
  document.Parse(text.c_str());
  TiXmlElement* root = document.FirstChildElement("robot");
  if (root == nullptr) return {};
  Mender mender(file, robot, report);
  mender.run(*root);
  if (!mender.changed) return {};
  TiXmlPrinter printer;
  document.Accept(&printer);
  return {printer.Str(), std::move(mender.capsules)};
}

}  // namespace ww::io::worker
