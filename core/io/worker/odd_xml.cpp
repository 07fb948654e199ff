// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/odd_xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/losses_xml.h"
#include "core/io/worker/xml_tags.h"

namespace ww::io::worker {
namespace {

std::string plainDigits(double v) { return fmt::format("{:.6g}", v); }

class XmlLook {
 public:
  XmlLook(const std::string& file, XmlKind kind, Reporter& report) : file_(file), kind_(kind), report_(report) {}

  void run(std::string_view text) {
    walkXml(text, {[this](const XmlTag& tag) { open(tag); }, [this](std::string_view) { close(); }});
    report_.knowLines(file_, std::move(lines_));
    for (const Status& s : strange_) {
      const std::string_view code = s.failure->row->code;
      report_.warn(std::string(code.substr(code.find('.') + 1)), s);
    }
    for (const NoLimit& none : no_limits_) tellNoLimit(none);
    if (!no_effort_.texts.empty())
      report_.note("urdf-no-effort", fail(failures::kUrdfNoEffort, {{"joints", no_effort_}, placeOf(no_effort_line_)}));
    for (const Status& s : no_travel_) report_.note("joint-no-travel", s);
    if (!number_.ok()) report_.refuse(number_);
    if (!angle_.ok()) report_.note("angles-degrees", angle_);
    if (!speed_.ok())
      report_.note(speed_.failure->row == &failures::kVelocitySlow ? "joint-velocity-slow" : "joint-velocity-degrees",
                   speed_);
  }

 private:
  struct Open {
    std::string_view element, name, type;
    bool foreign = false;  // inside of what only others read
    int line = 0;
    std::vector<std::string_view> children = {};
  };
  // Joints whose `attribute` is 0 or below.
  struct NoLimit {
    const char* attribute;
    std::string text = {};  // of the first
    int line = 0;
    arg::Names joints = {};
  };

  void open(const XmlTag& tag) {
    const bool foreign = !stack_.empty() && (stack_.back().foreign || isForeign(stack_.back().element));
    if (stack_.empty() && ++roots_ == 2)
      strange(fail(failures::kXmlSecondRoot, {elementArg(tag.name), placeOf(tag.line)}));
    if (!foreign) look(tag);
    if (!stack_.empty()) stack_.back().children.push_back(tag.name);
    stack_.push_back({tag.name, tag.attribute("name"), tag.attribute("type"), foreign, tag.line});
  }
  void close() {
    if (stack_.empty()) return;
    const Open closed = std::move(stack_.back());
    stack_.pop_back();
    if (kind_ == XmlKind::kSdf && !closed.foreign && isIn("geometry")) lookAtSize(closed);
  }
  static bool isForeign(std::string_view element) {
    return element == "plugin" || element == "gazebo" || element == "transmission" || element == "ros2_control" ||
           element.find(':') != std::string_view::npos;
  }

  void look(const XmlTag& tag) {
    if (!stack_.empty()) lookAtName(tag);
    lookAtAttributes(tag);
    if (tag.name == "link" || tag.name == "joint") {
      const std::string key = std::string(tag.name) + " " + std::string(tag.attribute("name"));
      const auto [at, fresh] = lines_.emplace(key, tag.line);
      if (!fresh) at->second = 0;  // of two, nobody knows which
    }
    if (tag.name == "sensor" && !stack_.empty())
      lines_.emplace(fmt::format("sensor {} of {}", tag.attribute("name"), stack_.back().name), tag.line);
    if (kind_ == XmlKind::kSdf) lookAtNumbers(tag);
    if (kind_ == XmlKind::kUrdf && tag.name == "origin") lookAtAngles(tag, "rpy", tag.attribute("rpy"));
    if (kind_ == XmlKind::kSdf && tag.name == "pose" && !inDegrees(tag)) {
      const auto words = splitWords(tag.content);
      if (words.size() == 6) lookAtAngles(tag, "pose", tag.content.substr(words[3].data() - tag.content.data()));
    }
    if (kind_ == XmlKind::kUrdf && tag.name == "limit") {
      lookAtSpeed(tag, tag.attribute("velocity"));
      lookAtNoLimit(tag);
      lookAtNoTravel(tag);
    }
    if (kind_ == XmlKind::kUrdf && tag.name == "color" && isIn("material")) lookAtColor(tag);
    if (kind_ == XmlKind::kSdf && tag.name == "velocity" && isIn("limit")) lookAtSpeed(tag, tag.content);
  }

  // libsdformat reads as far as it understands and drops the rest without a word: of 0,5 it takes 0.
  void lookAtNumbers(const XmlTag& tag) {
    if (!number_.ok() || !isNumeric(tag.name)) return;
    for (const std::string_view word : splitWords(tag.content)) {
      double v = 0.0;
      const std::size_t digits = word.find_first_not_of("+-.");
      if (parseAnyNumber(word, v) || digits == std::string_view::npos || word[digits] < '0' || word[digits] > '9')
        continue;
      number_ = fail(failures::kSdfNumber, {elementArg(tag.name),
                                            {"owner", arg::Words{owner()}},
                                            {"text", arg::Name{cleanUtf8(word, 60)}},
                                            placeOf(tag.content_line)});
      return;
    }
  }

  static bool isNumeric(std::string_view element) {
    static const XmlWords kNumeric = {"pose",
                                      "mass",
                                      "ixx",
                                      "ixy",
                                      "ixz",
                                      "iyy",
                                      "iyz",
                                      "izz",
                                      "radius",
                                      "length",
                                      "size",
                                      "lower",
                                      "upper",
                                      "xyz",
                                      "effort",
                                      "damping",
                                      "spring_reference",
                                      "scale",
                                      "normal",
                                      "velocity",
                                      "stiffness",
                                      "near",
                                      "far",
                                      "spring_stiffness",
                                      "min_angle",
                                      "max_angle",
                                      "update_rate",
                                      "mu",
                                      "mu2",
                                      "horizontal_fov"};
    return std::ranges::find(kNumeric, element) != kNumeric.end();
  }

  static bool inDegrees(const XmlTag& tag) {
    return tag.attribute("degrees") == "true" || tag.attribute("degrees") == "1" ||
           !tag.attribute("rotation_format").empty();
  }
  bool isIn(std::string_view element) const { return !stack_.empty() && stack_.back().element == element; }

  arg::Place place(int line) const { return {file_, line, 0}; }
  FailureArg placeOf(int line) const { return {"place", place(line)}; }
  static FailureArg elementArg(std::string_view name) { return {"element", arg::Words{cleanUtf8(name, 60)}}; }
  bool isFull() const { return strange_.size() >= 20; }
  void strange(Status status) {
    if (!isFull()) strange_.push_back(std::move(status));
  }
  // Extensions have a prefix of their own.
  static bool isOfOthers(std::string_view word) { return word.find_first_of(":.") != std::string_view::npos; }

  void lookAtName(const XmlTag& tag) {
    const XmlTable& elements = elementsOf(kind_);
    const auto known = elements.find(stack_.back().element);
    if (known == elements.end() || isFull() || isOfOthers(tag.name)) return;
    if (std::ranges::find(known->second, tag.name) != known->second.end()) return;
    if (isMisplaced(tag)) return;
    const std::string near = slipOf(tag.name, known->second);
    if (near.empty()) return;
    strange(withNearest(fail(failures::kElementUnknown, {{"element", arg::Name{cleanUtf8(tag.name, 60)}},
                                                         {"parent", arg::Words{known->first}},
                                                         placeOf(tag.line)}),
                        tag.name, XmlWords{near}));
  }

  // What URDF knows, and not there.
  bool isMisplaced(const XmlTag& tag) {
    if (kind_ != XmlKind::kUrdf) return false;
    std::string where;
    for (const auto& [parent, children] : elementsOf(kind_)) {
      if (std::ranges::find(children, tag.name) != children.end())
        where += (where.empty() ? "<" : " or <") + parent + ">";
    }
    // These mean something else to others.
    static const XmlWords kOfOthers = {"sensor", "contact", "group", "gazebo", "transmission", "ros2_control"};
    if (where.empty() || std::ranges::find(kOfOthers, tag.name) != kOfOthers.end()) return false;
    strange(fail(failures::kUrdfMisplaced, {elementArg(tag.name),
                                            {"parent", arg::Words{std::string(stack_.back().element)}},
                                            {"owner", arg::Words{owner()}},
                                            {"where", arg::Words{where}},
                                            placeOf(tag.line)}));
    return true;
  }

  // Many programs have colours of 0 to 255; urdfdom drops these without a word.
  void lookAtColor(const XmlTag& tag) {
    std::string then;
    bool beyond = false;
    const std::string_view text = tag.attribute("rgba");
    for (const std::string_view word : splitWords(text)) {
      double v = 0.0;
      if (!parseNumber(word, v)) return;
      beyond = beyond || !(v >= 0.0 && v <= 1.0);
      then += (then.empty() ? "" : " ") + fmt::format("{:.3g}", std::clamp(v / 255.0, 0.0, 1.0));
    }
    if (!beyond) return;
    strange(fail(failures::kUrdfColorRange, {{"text", arg::Name{cleanUtf8(trim(text), 60)}},
                                             {"owner", arg::Words{owner()}},
                                             {"then", arg::Words{then}},
                                             placeOf(tag.line)}));
  }

  // Of the attributes that an element may have, only those that it does not have can have been meant.
  void lookAtAttributes(const XmlTag& tag) {
    const auto known = attributesOf(kind_).find(tag.name);
    if (known == attributesOf(kind_).end() || isFull()) return;
    const std::vector<std::string_view> there = tag.attributeNames();
    XmlWords missing = known->second;
    std::erase_if(missing, [&](const std::string& word) { return std::ranges::find(there, word) != there.end(); });
    // An element of URDF says all in its attributes: one that has none of them says nothing.
    const bool mute = kind_ == XmlKind::kUrdf && missing.size() == known->second.size();
    for (const std::string_view name : there) {
      if (isOfOthers(name) || name == "xmlns" || std::ranges::find(known->second, name) != known->second.end())
        continue;
      const std::string near = slipOf(name, missing);
      if (near.empty() && !mute) continue;
      const Status status = fail(failures::kAttributeUnknown, {{"attribute", arg::Name{cleanUtf8(name, 60)}},
                                                               elementArg(tag.name),
                                                               {"owner", arg::Words{owner()}},
                                                               placeOf(tag.line)});
      strange(near.empty() ? status : withNearest(status, name, XmlWords{near}));
    }
  }

  // A shape whose size is not there gets one that nobody wrote.
  void lookAtSize(const Open& shape) {
    for (const ShapeSize& size : shapeSizes()) {
      const auto& there = shape.children;
      if (size.shape != shape.element || std::ranges::find(there, size.element) != there.end()) continue;
      const FailureArg element = elementArg(size.element), taken{"taken", arg::Words{std::string(size.taken)}};
      const FailureArg kind{"shape", arg::Words{std::string(size.shape)}}, whose{"owner", arg::Words{owner()}};
      const auto slip = std::ranges::find_if(
          there, [&](std::string_view child) { return !slipOf(child, {std::string(size.element)}).empty(); });
      if (slip == there.end()) strange(fail(failures::kSdfNoSize, {kind, whose, element, taken, placeOf(shape.line)}));
      else
        strange(fail(failures::kSdfSizeMisspelt,
                     {kind, whose, element, taken, {"found", arg::Words{cleanUtf8(*slip, 60)}}, placeOf(shape.line)}));
    }
  }

  // Many programs write 0 for what they do not know.
  void lookAtNoLimit(const XmlTag& tag) {
    const bool moves = isIn("joint") && (stack_.back().type == "revolute" || stack_.back().type == "prismatic" ||
                                         stack_.back().type == "continuous");
    if (!moves) return;
    for (NoLimit& none : no_limits_) {
      double v = 0.0;
      const std::string_view text = trim(tag.attribute(none.attribute));
      if (!parseNumber(text, v) || v > 0.0) continue;
      if (v == 0.0 && none.attribute == std::string_view("effort")) {
        no_effort_.texts.push_back(cleanUtf8(stack_.back().name, 200));
        no_effort_line_ = no_effort_line_ == 0 ? tag.line : no_effort_line_;
        continue;
      }
      if (none.joints.texts.empty()) {
        none.text = cleanUtf8(text, 40);
        none.line = tag.line;
      }
      none.joints.texts.push_back(cleanUtf8(stack_.back().name, 200));
    }
  }

  // Other values are told where the joint is read; there, limits that are not given are 0, too.
  void lookAtNoTravel(const XmlTag& tag) {
    double lower = 1.0, upper = 1.0;
    const bool moves = isIn("joint") && (stack_.back().type == "revolute" || stack_.back().type == "prismatic");
    if (!moves || !parseNumber(trim(tag.attribute("lower")), lower) || lower != 0.0) return;
    if (!parseNumber(trim(tag.attribute("upper")), upper) || upper != 0.0) return;
    no_travel_.push_back(fail(
        failures::kNoTravel,
        {{"joint", arg::Name{cleanUtf8(stack_.back().name, 200)}}, {"limit", arg::Number{0.0}}, placeOf(tag.line)}));
  }

  void tellNoLimit(const NoLimit& none) {
    if (none.joints.texts.empty()) return;
    report_.note("joint-no-limit", fail(failures::kJointNoLimit, {{"joint", arg::Name{none.joints.texts.front()}},
                                                                  {"attribute", arg::Words{none.attribute}},
                                                                  {"text", arg::Words{none.text}},
                                                                  {"joints", none.joints},
                                                                  placeOf(none.line)}));
  }

  // The nearest around that has a name: "joint 'j1'".
  std::string owner() const {
    for (std::size_t i = stack_.size(); i-- > 0;) {
      if (!stack_[i].name.empty())
        return fmt::format("{} '{}'", cleanUtf8(stack_[i].element, 60), cleanUtf8(stack_[i].name, 200));
    }
    return stack_.empty() ? std::string() : cleanUtf8(stack_.back().element, 60);
  }

  void lookAtAngles(const XmlTag& tag, const char* what, std::string_view text) {
    constexpr double kTurn = 2.0 * std::numbers::pi + 0.05, kMost = 800.0;
    double most = 0.0;
    std::string radians;
    for (const std::string_view word : splitWords(text)) {
      double v = 0.0;
      if (!parseNumber(word, v)) return;
      most = std::max(most, std::abs(v));
      radians += (radians.empty() ? "" : " ") + plainDigits(v * std::numbers::pi / 180.0);
    }
    if (most <= kTurn || most > kMost || !angle_.ok()) return;
    angle_ = fail(failures::kAnglesInDegrees, {{"owner", arg::Words{owner()}},
                                               {"attribute", arg::Words{what}},
                                               {"text", arg::Words{cleanUtf8(trim(text), 80)}},
                                               {"radians", arg::Words{radians}},
                                               {"place", arg::Place{file_, tag.line, 0}}});
  }

  // Of joints between limits only: wheels and propellers turn as fast. Round figures that stand for "any" are left.
  void lookAtSpeed(const XmlTag& tag, std::string_view text) {
    constexpr double kLeast = 60.0, kMost = 1080.0, kSlowest = 0.01;
    double v = 0.0;
    if (!speed_.ok() || !parseNumber(trim(text), v)) return;
    if (v > 0.0 && v < kSlowest) return lookAtSlow(tag, v);
    if (v < kLeast || v > kMost) return;
    if (std::fmod(v, 5.0) != 0.0 || v == 100.0 || v == 1000.0 || v == 500.0) return;
    for (std::size_t i = stack_.size(); i-- > 0;) {
      if (stack_[i].element != "joint") continue;
      if (stack_[i].type != "revolute") return;
      speed_ = fail(failures::kVelocityInDegrees,
                    {{"joint", arg::Name{cleanUtf8(stack_[i].name, 200)}},
                     {"velocity", arg::Words{plainDigits(v)}},
                     {"turns", arg::Words{fmt::format("{:.0f}", v / (2.0 * std::numbers::pi))}},
                     {"radians", arg::Words{plainDigits(v * std::numbers::pi / 180.0)}},
                     {"place", arg::Place{file_, tag.line, 0}}});
      return;
    }
  }

  // Slower than a robot that is meant to move: a turn takes more than ten minutes, a metre more than a quarter of an
  // hour.
  void lookAtSlow(const XmlTag& tag, double v) {
    constexpr double kSlowestSlide = 5e-4;  // m/s
    for (std::size_t i = stack_.size(); i-- > 0;) {
      if (stack_[i].element != "joint") continue;
      const bool slides = stack_[i].type == "prismatic";
      if (!slides && stack_[i].type != "revolute" && stack_[i].type != "continuous") return;
      if (slides && v >= kSlowestSlide) return;
      FailureValue velocity = arg::Angle{v}, way = arg::Angle{std::numbers::pi};
      if (slides) velocity = arg::Length{v}, way = arg::Length{1.0};
      speed_ = fail(failures::kVelocitySlow, {{"joint", arg::Name{cleanUtf8(stack_[i].name, 200)}},
                                              {"velocity", velocity},
                                              {"way", way},
                                              {"takes", arg::Seconds{(slides ? 1.0 : std::numbers::pi) / v}},
                                              {"place", arg::Place{file_, tag.line, 0}}});
      return;
    }
  }

  const std::string& file_;
  XmlKind kind_;
  Reporter& report_;
  std::vector<Open> stack_;
  std::map<std::string, int> lines_;
  std::vector<Status> strange_, no_travel_;
  std::array<NoLimit, 2> no_limits_ = {{{"velocity"}, {"effort"}}};
  arg::Names no_effort_;
  int no_effort_line_ = 0;
  int roots_ = 0;
  Status angle_ = okStatus(), speed_ = okStatus(), number_ = okStatus();
};

}  // namespace

void lookAtXml(std::string_view text, const std::string& file, XmlKind kind, Reporter& report) {
  XmlLook(file, kind, report).run(text);
  noteLostElements(text, file, kind, report);
}

}  // namespace ww::io::worker
