// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/shape_mend.h"

#include <console_bridge/console.h>
#include <fmt/format.h>
#include <tinyxml.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/io/text_scan.h"

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

bool hasNumbers(std::string_view text, std::size_t wanted) {
  const auto words = splitWords(text);
  double number = 0.0;
  return words.size() == wanted &&
         std::ranges::all_of(words, [&](std::string_view w) { return parseNumber(w, number); });
}

std::string wrongAttribute(const TiXmlElement& kind) {
  for (const Attribute& a : kAttributes) {
    if (kind.ValueStr() != a.shape) continue;
    const char* text = kind.Attribute(a.name);
    if (text == nullptr && a.needed) return fmt::format("its {} has no {}", a.shape, a.name);
    if (text == nullptr || a.numbers == 0 || hasNumbers(text, a.numbers)) continue;
    if (a.numbers == 3)
      return fmt::format("the {} of its {} has to be three numbers, and is: {}", a.name, a.shape, cleanUtf8(text, 60));
    return fmt::format("the {} of its {} is no sound number: {}", a.name, a.shape, cleanUtf8(text, 60));
  }
  return {};
}

// Empty when nothing is seen to be wrong.
std::string wrongShape(const TiXmlElement& shape) {
  const TiXmlElement* geometry = shape.FirstChildElement("geometry");
  const TiXmlElement* kind = geometry != nullptr ? geometry->FirstChildElement() : nullptr;
  if (kind == nullptr) return "it has no geometry";
  const std::string& name = kind->ValueStr();
  return isKnown(name) ? wrongAttribute(*kind) : fmt::format("{} is no shape of URDF", cleanUtf8(name, 60));
}

void asCylinder(TiXmlElement& shape) { shape.FirstChildElement("geometry")->FirstChildElement()->SetValue("cylinder"); }

// What the parser makes of one element of a link alone: empty when it takes it, for then it goes on to what follows.
std::string trial(const TiXmlElement& element) {
  TiXmlPrinter printer;
  printer.SetStreamPrinting();
  element.Accept(&printer);
  const ParserLines said;
  const auto robot = urdf::parseURDF("<robot name='r'><link name='l'>" + printer.Str() +
                                     "<collision><geometry><sphere radius='1'/></geometry></collision></link></robot>");
  const auto link = robot ? robot->getLink("l") : nullptr;
  const std::size_t wanted = element.ValueStr() == "collision" ? 2 : 1;
  if (link && link->collision_array.size() == wanted) return {};
  return said.errors().empty() ? "the parser refuses it" : cleanUtf8(said.errors().front(), 200);
}

class Mender {
 public:
  Mender(const urdf::ModelInterface& robot, Reporter& report) : robot_(robot), report_(report) {}

  void run(TiXmlElement& root) {
    for (TiXmlElement* link = root.FirstChildElement("link"); link != nullptr;
         link = link->NextSiblingElement("link")) {
      where_ = "link " + cleanUtf8(nameOf(*link), 200);
      for (const char* kind : kKinds) warnOfSeconds(*link, kind);
      if (lost(*link)) mend(*link);
    }
  }
  bool changed = false;
  std::set<ShapeKey> capsules;

 private:
  void leftOut(const std::string& why) {
    report_.warn("shape", fmt::format("a shape of {} is left out: {}", where_, why), "mend the file", where_);
  }

  bool lost(const TiXmlElement& link) const {
    const auto read = robot_.getLink(nameOf(link));
    if (!read) return false;
    const std::size_t visuals = count(link, "visual"), collisions = count(link, "collision");
    if (read->visual_array.size() != visuals || read->collision_array.size() != collisions) return true;
    const TiXmlElement* inertial = link.FirstChildElement("inertial");
    return visuals + collisions == 0 && inertial != nullptr && !trial(*inertial).empty();
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
      if (shapes > 1) leftOut(fmt::format("a {} has one shape, and the first is taken", kind));
    }
  }

  void mend(TiXmlElement& link) {
    TiXmlElement* inertial = link.FirstChildElement("inertial");
    if (const std::string why = inertial != nullptr ? trial(*inertial) : ""; !why.empty()) {
      report_.warn("inertia", fmt::format("the inertia of {} is left out: {}", where_, why), "mend the file", where_);
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
      const std::string seen = wrongShape(*e);
      const bool capsule = isCapsule(*e);
      if (capsule) asCylinder(*e);
      std::string why = trial(*e);
      if (!why.empty() && !seen.empty()) why = seen;
      changed = changed || capsule || !why.empty();
      if (why.empty()) {
        if (capsule) capsules.insert({nameOf(link), kind == "collision", index});
        ++index;
      } else {
        leftOut(why);
        link.RemoveChild(e);
      }
    }
  }

  const urdf::ModelInterface& robot_;
  Reporter& report_;
  std::string where_;
};

}  // namespace

MendedUrdf mendShapes(const std::string& text, const urdf::ModelInterface& robot, Reporter& report) {
  TiXmlDocument document;
  document.Parse(text.c_str());
  TiXmlElement* root = document.FirstChildElement("robot");
  if (root == nullptr) return {};
  Mender mender(robot, report);
  mender.run(*root);
  if (!mender.changed) return {};
  TiXmlPrinter printer;
  document.Accept(&printer);
  return {printer.Str(), std::move(mender.capsules)};
}

}  // namespace ww::io::worker
