// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/losses_xml.h"

#include <algorithm>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/xml_tags.h"

namespace ww::io::worker {
namespace {

struct LostRow {
  XmlKind kind;
  std::string_view parent, element;
  const char* meaning;
};

constexpr const char* kForControllers = WW_TEXT("Core", "it is for controllers, and no motion here depends on it");
constexpr const char* kForSimulators =
    WW_TEXT("Core", "it is for one simulator, and the preview of physics goes without");
constexpr const char* kContacts =
    WW_TEXT("Core", "the preview of physics has friction and bounce of its own for contacts");
constexpr const char* kSprings = WW_TEXT("Core", "joints have no springs here");
constexpr const char* kSafety = WW_TEXT("Core", "the limits of the joint itself hold, and these tighter ones do not");
constexpr const char* kLights = WW_TEXT("Core", "a view has light of its own");
constexpr const char* kActors = WW_TEXT("Core", "people and things that move by a script are not here");
constexpr const char* kMedium = WW_TEXT("Core", "air, water and wind push nothing here");
constexpr const char* kGravity = WW_TEXT("Core", "gravity is the same for all here");
constexpr const char* kPlace = WW_TEXT("Core", "a world here stands at no place on the earth");
constexpr const char* kScenery = WW_TEXT("Core", "how the world is shown is a setting of the view here");
constexpr const char* kLooks = WW_TEXT("Core", "materials have one colour here, and no textures or scripts");
constexpr const char* kSelfTouch = WW_TEXT("Core", "collision rules say here what may touch what");
constexpr const char* kState = WW_TEXT("Core", "things stand where the models say, and not where this state has them");

using enum XmlKind;
constexpr LostRow kLost[] = {
    {kUrdf, "robot", "transmission", kForControllers},
    {kUrdf, "robot", "ros2_control", kForControllers},
    {kUrdf, "robot", "gazebo", kForSimulators},
    {kUrdf, "joint", "calibration", kForControllers},
    {kUrdf, "joint", "safety_controller", kSafety},
    {kUrdf, "collision", "contact_coefficients", kContacts},
    {kUrdf, "link", "self_collision_checking", kSelfTouch},
    {kUrdf, "material", "texture", kLooks},
    {kSdf, "sdf", "light", kLights},
    {kSdf, "sdf", "actor", kActors},
    {kSdf, "world", "light", kLights},
    {kSdf, "world", "actor", kActors},
    {kSdf, "world", "population", kActors},
    {kSdf, "world", "plugin", kForSimulators},
    {kSdf, "world", "physics", kForSimulators},
    {kSdf, "world", "gravity", kGravity},
    {kSdf, "world", "wind", kMedium},
    {kSdf, "world", "atmosphere", kMedium},
    {kSdf, "world", "magnetic_field", kForSimulators},
    {kSdf, "world", "spherical_coordinates", kPlace},
    {kSdf, "world", "road", kScenery},
    {kSdf, "world", "scene", kScenery},
    {kSdf, "world", "gui", kScenery},
    {kSdf, "world", "state", kState},
    {kSdf, "model", "self_collide", kSelfTouch},
    {kSdf, "model", "enable_wind", kMedium},
    {kSdf, "link", "light", kLights},
    {kSdf, "link", "gravity", kGravity},
    {kSdf, "link", "enable_wind", kMedium},
    {kSdf, "link", "velocity_decay", kMedium},
    {kSdf, "link", "self_collide", kSelfTouch},
    {kSdf, "link", "battery", kForSimulators},
    {kSdf, "link", "projector", kLights},
    {kSdf, "link", "particle_emitter", kScenery},
    {kSdf, "collision", "surface", kContacts},
    {kSdf, "joint", "physics", kForSimulators},
    {kSdf, "dynamics", "spring_stiffness", kSprings},
    {kSdf, "material", "pbr", kLooks},
};

struct Lost {
  const LostRow* row;
  std::uint64_t count = 0;
  int line = 0;  // of the first
  std::vector<std::string> owners;
};

class LostElements {
 public:
  LostElements(const std::string& file, XmlKind kind, Reporter& report) : file_(file), kind_(kind), report_(report) {}

  void run(std::string_view text) {
    walkXml(text, {[this](const XmlTag& tag) { open(tag); },
                   [this](std::string_view) {
                     if (!stack_.empty()) stack_.pop_back();
                   }});
    for (const Lost& lost : found_) tell(lost);
  }

 private:
  struct Above {
    std::string_view element, name;
    bool lost;  // what is in it goes with it
  };

  void open(const XmlTag& tag) {
    bool lost = !stack_.empty() && stack_.back().lost;
    if (!lost && !stack_.empty()) {
      const auto row = std::ranges::find_if(kLost, [&](const LostRow& r) {
        return r.kind == kind_ && r.parent == stack_.back().element && r.element == tag.name;
      });
      if (row != std::end(kLost)) {
        take(*row, tag);
        lost = true;
      }
    }
    stack_.push_back({tag.name, tag.attribute("name"), lost || tag.name == "plugin"});
  }

  void take(const LostRow& row, const XmlTag& tag) {
    auto known = std::ranges::find(found_, &row, &Lost::row);
    if (known == found_.end()) known = found_.insert(found_.end(), {&row, 0, tag.line, {}});
    ++known->count;
    std::string owner = ownerOf(tag);
    if (std::ranges::find(known->owners, owner) == known->owners.end()) known->owners.push_back(std::move(owner));
  }

  // The element's own name or reference, else that of the nearest around it.
  std::string ownerOf(const XmlTag& tag) const {
    for (const char* key : {"name", "reference"}) {
      if (const auto own = tag.attribute(key); !own.empty()) return cleanUtf8(own, 200);
    }
    for (std::size_t i = stack_.size(); i-- > 0;) {
      if (!stack_[i].name.empty()) return cleanUtf8(stack_[i].name, 200);
    }
    return file_;
  }

  void tell(const Lost& lost) {
    report_.note("not-kept",
                 fail(failures::kElementNotKept, {{"count", arg::Count{lost.count}},
                                                  {"element", arg::Words{std::string(lost.row->element)}},
                                                  {"parent", arg::Words{std::string(lost.row->parent)}},
                                                  {"names", arg::Names{lost.owners}},
                                                  {"meaning", phrase(lost.row->meaning)},
                                                  {"place", arg::Place{file_, lost.line, 0}}}),
                 std::string(lost.row->parent) + "/" + std::string(lost.row->element));
  }

  const std::string& file_;
  XmlKind kind_;
  Reporter& report_;
  std::vector<Above> stack_;
  std::vector<Lost> found_;
};

}  // namespace

void noteLostElements(std::string_view text, const std::string& file, XmlKind kind, Reporter& report) {
  LostElements(file, kind, report).run(text);
}

}  // namespace ww::io::worker
