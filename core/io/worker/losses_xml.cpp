// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/losses_xml.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/surface.h"
#include "core/io/worker/xml_tags.h"

namespace ww::io::worker {
namespace {

struct LostRow {
  XmlKind kind;
  std::string_view parent, element;
  const char* meaning;
  std::string_view usual = {};  // words that say no more than what holds anyway
};

constexpr const char* kForControllers = WW_TEXT("Core", "it is for controllers, and no motion here depends on it");
constexpr const char* kForSimulators =
    WW_TEXT("Core", "it is for one simulator, and the preview of physics goes without");
constexpr const char* kContacts =
    WW_TEXT("Core", "the preview of physics has friction and bounce of its own for contacts");
constexpr const char* kSurfaces =
    WW_TEXT("Core", "surfaces have friction, springs and bounce here, and nothing else of the file");
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
constexpr const char* kLensCenter = WW_TEXT("Core", "distortion is about the middle of the lens here");
constexpr const char* kInertialFrame = WW_TEXT("Core", "the centre of mass is where it says in the frame of its link");
constexpr const char* kLensSkew = WW_TEXT("Core", "the rows and columns of a picture are square to each other here");
constexpr const char* kLensFlat = WW_TEXT("Core", "pictures are as their lens makes them, and not rectified");
constexpr const char* kCameraFrame = WW_TEXT("Core", "a camera stands where it says in the frame of its sensor");
constexpr const char* kState = WW_TEXT("Core", "things stand where the models say, and not where this state has them");
constexpr const char* kJointKinds = WW_TEXT("Core", "joints turn or slide along one axis here, each by itself");
constexpr const char* kStart = WW_TEXT("Core", "joints start at 0 here, or within their limits");
constexpr const char* kNoWord = WW_TEXT("Core", "it is no word of the format that is known here");
constexpr const char* kExtension = WW_TEXT("Core", "it is an extension for other programs");

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
    {kUrdf, "robot", "sensor", kForSimulators},
    {kUrdf, "robot", "group", kForControllers},
    {kUrdf, "link", "sensor", kForSimulators},
    {kUrdf, "link", "contact", kContacts},
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
    {kSdf, "model", "enable_wind", kMedium},
    {kSdf, "link", "light", kLights},
    {kSdf, "link", "gravity", kGravity},
    {kSdf, "link", "enable_wind", kMedium},
    {kSdf, "link", "velocity_decay", kMedium},
    {kSdf, "link", "battery", kForSimulators},
    {kSdf, "link", "projector", kLights},
    {kSdf, "link", "particle_emitter", kScenery},
    {kSdf, "surface", "soft_contact", kSurfaces},
    {kSdf, "bounce", "threshold", kSurfaces, "0 100000"},
    {kSdf, "bullet", "split_impulse", kSurfaces},
    {kSdf, "bullet", "split_impulse_penetration_threshold", kSurfaces},
    {kSdf, "contact", "poissons_ratio", kSurfaces},
    {kSdf, "contact", "elastic_modulus", kSurfaces},
    {kSdf, "contact", "collide_bitmask", kSelfTouch},
    {kSdf, "contact", "category_bitmask", kSelfTouch},
    {kSdf, "contact", "collide_without_contact", kSelfTouch, "0 false"},
    {kSdf, "joint", "physics", kForSimulators},
    {kSdf, "dynamics", "spring_stiffness", kSprings},
    {kSdf, "dynamics", "spring_reference", kSprings, "0"},
    {kSdf, "model", "gripper", kForSimulators},
    {kSdf, "model", "allow_auto_disable", kForSimulators, "1 true"},
    {kSdf, "link", "kinematic", kForSimulators, "0 false"},
    {kSdf, "link", "must_be_base_link", kForSimulators, "0 false"},
    {kSdf, "link", "audio_sink", kScenery},
    {kSdf, "link", "audio_source", kScenery},
    {kSdf, "inertial", "fluid_added_mass", kMedium},
    {kSdf, "visual", "cast_shadows", kScenery, "1 true"},
    {kSdf, "visual", "laser_retro", kScenery, "0"},
    {kSdf, "visual", "visibility_flags", kScenery},
    {kSdf, "visual", "meta", kScenery},
    {kSdf, "collision", "laser_retro", kScenery, "0"},
    {kSdf, "collision", "max_contacts", kContacts},
    {kSdf, "joint", "axis2", kJointKinds},
    {kSdf, "joint", "gearbox_ratio", kJointKinds},
    {kSdf, "joint", "gearbox_reference_body", kJointKinds},
    {kSdf, "joint", "thread_pitch", kJointKinds},
    {kSdf, "joint", "screw_thread_pitch", kJointKinds},
    {kSdf, "axis", "initial_position", kStart, "0"},
    {kSdf, "limit", "stiffness", kForSimulators},
    {kSdf, "distortion", "center", kLensCenter, "0.5"},
    {kSdf, "lens", "projection", kLensFlat},
    {kSdf, "intrinsics", "s", kLensSkew, "0"},
    {kSdf, "limit", "dissipation", kForSimulators},
    {kSdf, "material", "emissive", kLooks, "0"},
    {kSdf, "material", "shininess", kLooks, "0"},
    {kSdf, "material", "lighting", kLooks, "1 true"},
    {kSdf, "material", "double_sided", kLooks, "0 false"},
    {kSdf, "material", "render_order", kLooks, "0"},
    {kSdf, "pbr", "specular", kLooks},
    {kSdf, "metal", "albedo_map", kLooks},
    {kSdf, "metal", "normal_map", kLooks},
    {kSdf, "metal", "metalness_map", kLooks},
    {kSdf, "metal", "roughness_map", kLooks},
    {kSdf, "metal", "environment_map", kLooks},
    {kSdf, "metal", "ambient_occlusion_map", kLooks},
    {kSdf, "metal", "emissive_map", kLooks},
    {kSdf, "metal", "light_map", kLooks},
};

struct Lost {
  std::string parent, element;
  const char* meaning;
  std::uint64_t count = 0;
  int line = 0;  // of the first
  std::vector<std::string> owners = {};
  bool is_attribute = false;  // `element`, and `parent` has it
};

constexpr std::size_t kMostKinds = 60;  // of elements that are told

class LostElements {
 public:
  LostElements(const std::string& file, XmlKind kind, Reporter& report) : file_(file), kind_(kind), report_(report) {}

  void run(std::string_view text) {
    walkXml(text, {[this](const XmlTag& tag) { open(tag); },
                   [this](std::string_view) {
                     if (!stack_.empty()) stack_.pop_back();
                   }});
    for (const Lost& lost : found_) tell(lost);
    tellUndefined();
  }

 private:
  struct Above {
    std::string_view element, name;
    bool lost;  // what is in it goes with it
  };

  void open(const XmlTag& tag) {
    if (kind_ == kUrdf && !stack_.empty()) lookAtMaterial(tag);
    double version = 0.0;
    if (tag.name == "sdf") is_old_ = !parseNumber(tag.attribute("version"), version) || version < 1.5;
    bool lost = !stack_.empty() && stack_.back().lost;
    if (!lost && !stack_.empty()) {
      if (const char* meaning = lossOf(tag); meaning != nullptr) {
        take(tag, meaning);
        lost = true;
      }
    }
    if (!lost) lookAtAttributes(tag);
    const std::string_view name = tag.attribute("name");
    stack_.push_back({tag.name, name.empty() ? tag.attribute("reference") : name, lost || tag.name == "plugin"});
  }

  // Slips of the pen are told elsewhere, and so are all where an element of URDF has none that it should have.
  void lookAtAttributes(const XmlTag& tag) {
    if (tag.name == "pose" && !stack_.empty() && !tag.attribute("relative_to").empty()) {
      if (stack_.back().element == "inertial") take(tag, kInertialFrame, "relative_to");
      if (stack_.back().element == "camera") take(tag, kCameraFrame, "relative_to");
    }
    const auto known = attributesOf(kind_).find(tag.name);
    if (known == attributesOf(kind_).end()) return;
    const std::vector<std::string_view> there = tag.attributeNames();
    XmlWords missing = known->second;
    std::erase_if(missing, [&](const std::string& word) { return std::ranges::find(there, word) != there.end(); });
    if (kind_ == kUrdf && missing.size() == known->second.size()) return;
    for (const std::string_view name : there) {
      if (name.find_first_of(":.") != std::string_view::npos || name == "xmlns") continue;
      if (std::ranges::find(known->second, name) != known->second.end() || !slipOf(name, missing).empty()) continue;
      take(tag, kNoWord, name);
    }
  }

  // Materials are named in shapes, and say their colour there, elsewhere, or nowhere.
  void lookAtMaterial(const XmlTag& tag) {
    const Above& above = stack_.back();
    if (tag.name == "color" || tag.name == "texture") {
      if (above.element == "material") defined_.insert(above.name);
    } else if (tag.name == "material" && above.element == "visual" && !tag.attribute("name").empty()) {
      used_.try_emplace(tag.attribute("name"), tag.line);
    }
  }

  void tellUndefined() {
    arg::Names none;
    int line = 0;
    for (const auto& [name, at] : used_) {
      if (defined_.contains(name)) continue;
      none.texts.push_back(cleanUtf8(name, 200));
      line = line == 0 ? at : std::min(line, at);
    }
    if (none.texts.empty()) return;
    const arg::Count count{none.texts.size()};
    report_.note("urdf-no-material",
                 fail(failures::kUrdfNoMaterial,
                      {{"place", arg::Place{file_, line, 0}}, {"materials", std::move(none)}, {"count", count}}),
                 "material");
  }

  // Null for what is kept, and for what says what holds anyway.
  const char* lossOf(const XmlTag& tag) const {
    const std::string_view parent = stack_.back().element;
    const auto row = std::ranges::find_if(
        kLost, [&](const LostRow& r) { return r.kind == kind_ && r.parent == parent && r.element == tag.name; });
    if (kind_ == kUrdf && parent == "gazebo") return isGazeboElement(tag.name) ? nullptr : kForSimulators;
    if (row == std::end(kLost)) return strangerOf(parent, tag.name);
    // What it says of a link is looked at piece by piece.
    if (kind_ == kUrdf && tag.name == "gazebo" && !tag.attribute("reference").empty()) return nullptr;
    auto said = splitWords(tag.content);
    if (said.size() == 4) said.pop_back();  // how opaque a colour is
    const bool plain = !said.empty() && std::ranges::all_of(said, [&](std::string_view w) { return isUsual(*row, w); });
    return plain ? nullptr : row->meaning;
  }

  static bool isUsual(const LostRow& row, std::string_view word) {
    double number = 0.0, v = 0.0;
    const bool is_number = parseNumber(word, number);
    return std::ranges::any_of(splitWords(row.usual), [&](std::string_view usual) {
      return usual == word || (is_number && parseNumber(usual, v) && v == number);
    });
  }

  // Slips of the pen and what is in the wrong place are told elsewhere; before 1.5 SDF had other words.
  const char* strangerOf(std::string_view parent, std::string_view element) const {
    const XmlTable& table = elementsOf(kind_);
    const auto known = table.find(parent);
    if (known == table.end() || element.starts_with("intrinsic:")) return nullptr;
    if (element.find(':') != std::string_view::npos) return kExtension;
    const auto lists = [&](const auto& row) { return std::ranges::find(row.second, element) != row.second.end(); };
    if (lists(*known) || !slipOf(element, known->second).empty()) return nullptr;
    return is_old_ || (kind_ == kUrdf && std::ranges::any_of(table, lists)) ? nullptr : kNoWord;
  }

  // The element, or one of its attributes.
  void take(const XmlTag& tag, const char* meaning, std::string_view attribute = {}) {
    const bool is_attribute = !attribute.empty();
    const std::string parent = cleanUtf8(is_attribute ? tag.name : stack_.back().element, 60);
    const std::string element = cleanUtf8(is_attribute ? attribute : tag.name, 60);
    auto known = std::ranges::find_if(found_, [&](const Lost& lost) {
      return lost.parent == parent && lost.element == element && lost.is_attribute == is_attribute;
    });
    if (known == found_.end()) {
      if (found_.size() >= kMostKinds) return;
      known = found_.insert(found_.end(), {parent, element, meaning, 0, tag.line, {}, is_attribute});
    }
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
    const FailureRow& row = lost.is_attribute ? failures::kAttributeNotKept : failures::kElementNotKept;
    report_.note("not-kept",
                 fail(row, {{"count", arg::Count{lost.count}},
                            {"element", arg::Words{lost.element}},
                            {"parent", arg::Words{lost.parent}},
                            {"names", arg::Names{lost.owners}},
                            {"meaning", phrase(lost.meaning)},
                            {"place", arg::Place{file_, lost.line, 0}}}),
                 lost.parent + (lost.is_attribute ? "/@" : "/") + lost.element);
  }

  const std::string& file_;
  XmlKind kind_;
  Reporter& report_;
  bool is_old_ = false;
  std::vector<Above> stack_;
  std::vector<Lost> found_;
  std::map<std::string_view, int> used_;  // materials of shapes, and their lines
  std::set<std::string_view> defined_;
};

}  // namespace

void noteLostElements(std::string_view text, const std::string& file, XmlKind kind, Reporter& report) {
  LostElements(file, kind, report).run(text);
}

}  // namespace ww::io::worker
