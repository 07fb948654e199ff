// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/odd_xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/xml_tags.h"

namespace ww::io::worker {
namespace {

using Words = std::vector<std::string>;
using Elements = std::map<std::string, Words, std::less<>>;

const Elements& elementsOf(XmlKind kind) {
  static const Words kShape = {"origin", "geometry", "material"};
  static const Elements kUrdf = {
      {"robot", {"link", "joint", "material", "transmission", "gazebo", "sensor", "group", "ros2_control"}},
      {"link", {"visual", "collision", "inertial", "sensor", "contact", "self_collision_checking"}},
      {"joint",
       {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic", "safety_controller", "calibration"}},
      {"visual", kShape},
      {"collision", {"origin", "geometry", "material", "contact_coefficients", "verbose"}},
      {"inertial", {"origin", "mass", "inertia"}}};
  static const Elements kSdf = {
      {"sdf", {"world", "model", "actor", "light"}},
      {"model",
       {"link", "joint", "frame", "pose", "include", "static", "self_collide", "allow_auto_disable", "enable_wind",
        "plugin", "gripper", "model"}},
      {"link",
       {"visual", "collision", "inertial", "pose", "sensor", "light", "gravity", "enable_wind", "self_collide",
        "kinematic", "must_be_base_link", "velocity_decay", "projector", "audio_sink", "audio_source", "battery",
        "particle_emitter", "plugin", "frame"}},
      {"joint",
       {"parent", "child", "axis", "axis2", "pose", "physics", "sensor", "screw_thread_pitch", "thread_pitch",
        "gearbox_ratio", "gearbox_reference_body", "frame", "plugin"}},
      {"inertial", {"pose", "mass", "inertia", "fluid_added_mass", "density", "auto_inertia_params", "frame"}}};
  return kind == XmlKind::kUrdf ? kUrdf : kSdf;
}

std::string plainDigits(double v) { return fmt::format("{:.6g}", v); }

class XmlLook {
 public:
  XmlLook(const std::string& file, XmlKind kind, Reporter& report)
      : file_(file), kind_(kind), elements_(elementsOf(kind)), report_(report) {}

  void run(std::string_view text) {
    walkXml(text, {[this](const XmlTag& tag) { open(tag); }, [this](std::string_view) { close(); }});
    report_.knowLines(file_, std::move(lines_));
    for (const Status& s : strange_) report_.warn("element-unknown", s);
    if (!angle_.ok()) report_.note("angles-degrees", angle_);
    if (!speed_.ok()) report_.note("joint-velocity-degrees", speed_);
  }

 private:
  struct Open {
    std::string_view element, name, type;
    bool foreign = false;  // inside of what only others read
  };

  void open(const XmlTag& tag) {
    const bool foreign = !stack_.empty() && (stack_.back().foreign || isForeign(stack_.back().element));
    if (!foreign) look(tag);
    stack_.push_back({tag.name, tag.attribute("name"), tag.attribute("type"), foreign});
  }
  void close() {
    if (!stack_.empty()) stack_.pop_back();
  }
  static bool isForeign(std::string_view element) {
    return element == "plugin" || element == "gazebo" || element == "transmission" || element == "ros2_control" ||
           element.find(':') != std::string_view::npos;
  }

  void look(const XmlTag& tag) {
    if (!stack_.empty()) lookAtName(tag);
    if (tag.name == "link" || tag.name == "joint") {
      const std::string key = std::string(tag.name) + " " + std::string(tag.attribute("name"));
      const auto [at, fresh] = lines_.emplace(key, tag.line);
      if (!fresh) at->second = 0;  // of two, nobody knows which
    }
    if (kind_ == XmlKind::kUrdf && tag.name == "origin") lookAtAngles(tag, "rpy", tag.attribute("rpy"));
    if (kind_ == XmlKind::kSdf && tag.name == "pose" && !inDegrees(tag)) {
      const auto words = splitWords(tag.content);
      if (words.size() == 6) lookAtAngles(tag, "pose", tag.content.substr(words[3].data() - tag.content.data()));
    }
    if (kind_ == XmlKind::kUrdf && tag.name == "limit") lookAtSpeed(tag, tag.attribute("velocity"));
    if (kind_ == XmlKind::kSdf && tag.name == "velocity" && isIn("limit")) lookAtSpeed(tag, tag.content);
  }

  static bool inDegrees(const XmlTag& tag) {
    return tag.attribute("degrees") == "true" || tag.attribute("degrees") == "1" ||
           !tag.attribute("rotation_format").empty();
  }
  bool isIn(std::string_view element) const { return !stack_.empty() && stack_.back().element == element; }

  void lookAtName(const XmlTag& tag) {
    constexpr std::size_t kMost = 20;
    const auto known = elements_.find(stack_.back().element);
    if (known == elements_.end() || strange_.size() >= kMost) return;
    if (tag.name.find_first_of(":.") != std::string_view::npos) return;
    if (std::ranges::find(known->second, tag.name) != known->second.end()) return;
    const std::vector<std::string> near = nearestNames(tag.name, known->second);
    const auto slip = [&](const std::string& n) {
      return std::abs(static_cast<int>(n.size()) - static_cast<int>(tag.name.size())) <= 1;
    };
    if (near.empty() || !slip(near.front())) return;
    const std::string shown = cleanUtf8(tag.name, 60);
    strange_.push_back(withNearest(fail(failures::kElementUnknown, {{"element", arg::Name{shown}},
                                                                    {"parent", arg::Words{std::string(known->first)}},
                                                                    {"place", arg::Place{file_, tag.line, 0}}}),
                                   tag.name, near));
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
    constexpr double kLeast = 60.0, kMost = 1080.0;
    double v = 0.0;
    if (!speed_.ok() || !parseNumber(trim(text), v) || v < kLeast || v > kMost) return;
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

  const std::string& file_;
  XmlKind kind_;
  const Elements& elements_;
  Reporter& report_;
  std::vector<Open> stack_;
  std::map<std::string, int> lines_;
  std::vector<Status> strange_;
  Status angle_ = okStatus(), speed_ = okStatus();
};

}  // namespace

void lookAtXml(std::string_view text, const std::string& file, XmlKind kind, Reporter& report) {
  XmlLook(file, kind, report).run(text);
}

}  // namespace ww::io::worker
