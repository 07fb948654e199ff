// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/surface.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/xml_tags.h"

namespace ww::io::worker {
namespace {

constexpr std::string_view kGazebo[] = {"mu1", "mu2", "mu", "fdir1", "kp", "kd", "maxVel", "minDepth"};

bool isSelfCollide(std::string_view element) { return element == "selfCollide" || element == "self_collide"; }

// Of what stands in <gazebo>: its link, or none, the element and its value.
using TakeGazebo = std::function<void(const std::string& link, std::string_view element, std::string_view value)>;
void forEachGazebo(std::string_view text, const TakeGazebo& take) {
  std::vector<std::string_view> above;
  std::string link;
  walkXml(text, {[&](const XmlTag& tag) {
                   if (above.size() == 1 && tag.name == "gazebo") link = std::string(tag.attribute("reference"));
                   if (above.size() == 2 && above.back() == "gazebo") {
                     // Older files have the value as an attribute.
                     const std::string_view value = tag.attribute("value");
                     take(link, tag.name, value.empty() ? tag.content : value);
                   }
                   above.push_back(tag.name);
                 },
                 [&](std::string_view) {
                   if (!above.empty()) above.pop_back();
                 }});
}

}  // namespace

std::optional<double> SurfaceWords::number(std::string_view element, std::string_view text) {
  double value = 0.0;
  const auto words = splitWords(text);
  if (words.size() == 1 && parseNumber(words.front(), value) && std::isfinite(value) && value >= 0.0) return value;
  report_.warn("surface",
               fail(failures::kSurfaceNumber, {{"element", arg::Words{std::string(element)}},
                                               {"link", arg::Name{cleanUtf8(link_, 200)}},
                                               {"value", arg::Name{cleanUtf8(text, 60)}}}),
               "link " + link_);
  return std::nullopt;
}

void SurfaceWords::say(std::string_view element, std::string_view text) {
  if (element == "fdir1") {
    const auto words = splitWords(text);
    double v[3] = {};
    bool sound = words.size() == 3;
    for (std::size_t i = 0; sound && i < 3; ++i) sound = parseNumber(words[i], v[i]) && std::isfinite(v[i]);
    if (!sound) return static_cast<void>(number(element, text));
    // No direction at all is how SDF says that there is none.
    if (v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0) return;
    auto& direction = *said_.mutable_friction()->mutable_fdir1();
    direction.set_x(v[0]), direction.set_y(v[1]), direction.set_z(v[2]);
    any_ = true;
    return;
  }
  if (element == "use_patch_radius") {
    const auto words = splitWords(text);
    said_.mutable_torsional()->set_use_patch_radius(!words.empty() && (words[0] == "1" || words[0] == "true"));
    return;
  }
  const std::string_view kept = element == "maxVel" ? "max_vel" : element == "minDepth" ? "min_depth" : element;
  if (std::optional<double>* field = more_.field(kept)) {
    if (const auto value = number(element, text)) *field = value;
    return;
  }
  constexpr std::string_view kNumbers[] = {"mu", "mu1", "mu2",         "slip1",        "slip2",
                                           "kp", "kd",  "coefficient", "patch_radius", "surface_radius"};
  if (std::ranges::find(kNumbers, element) == std::end(kNumbers)) return;
  const std::optional<double> value = number(element, text);
  if (!value) return;
  any_ = true;
  if (element == "mu" || element == "mu1") mu_ = value;
  else if (element == "mu2") mu2_ = value;
  else if (element == "slip1") said_.mutable_friction()->set_slip1(*value);
  else if (element == "slip2") said_.mutable_friction()->set_slip2(*value);
  else if (element == "kp") said_.set_contact_kp(*value);
  else if (element == "kd") said_.set_contact_kd(*value);
  else if (element == "coefficient") said_.mutable_torsional()->set_coefficient(*value);
  else if (element == "patch_radius") said_.mutable_torsional()->set_patch_radius(*value);
  else said_.mutable_torsional()->set_surface_radius(*value);
}

std::optional<intrinsic_proto::world::PhysicsComponent> SurfaceWords::surface() const {
  if (!any_) return std::nullopt;
  intrinsic_proto::world::PhysicsComponent out = said_;
  if (mu_ || mu2_ || out.has_friction()) {
    // Without a word of it SDF has 1.
    out.mutable_friction()->set_mu(mu_.value_or(1.0));
    out.mutable_friction()->set_mu2(mu2_.value_or(out.friction().has_fdir1() ? 1.0 : out.friction().mu()));
  }
  if (!(out.torsional().coefficient() > 0.0)) out.clear_torsional();
  return out;
}

bool isGazeboElement(std::string_view element) {
  return std::ranges::find(kGazebo, element) != std::end(kGazebo) || isSelfCollide(element);
}

std::map<std::string, SaidSurface> gazeboSurfaces(std::string_view text, Reporter& report) {
  std::map<std::string, SurfaceWords> words;
  forEachGazebo(text, [&](const std::string& link, std::string_view element, std::string_view value) {
    if (link.empty() || std::ranges::find(kGazebo, element) == std::end(kGazebo)) return;
    words.try_emplace(link, report, link).first->second.say(element, value);
  });
  std::map<std::string, SaidSurface> out;
  for (const auto& [name, said] : words) out[name] = {said.surface(), said.more()};
  return out;
}

std::map<std::string, bool> gazeboSelfCollide(std::string_view text) {
  std::map<std::string, bool> out;
  forEachGazebo(text, [&](const std::string& link, std::string_view element, std::string_view value) {
    const auto words = splitWords(value);
    if (isSelfCollide(element)) out[link] = words.size() == 1 && (words[0] == "1" || words[0] == "true");
  });
  if (!out.empty()) out.try_emplace(std::string(), false);
  return out;
}

}  // namespace ww::io::worker
