// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/odd_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/failures.h"
#include "core/io/plausible.h"
#include "core/io/text_scan.h"
#include "core/io/worker/odd_links.h"

namespace ww::io::worker {
namespace {

using plausible::kLeastDegrees, plausible::kMostDegrees;

std::string figure(double v) { return fmt::format("{:.6g}", v); }

double farEnd(const JointPart& joint) { return std::max(std::abs(joint.lower), std::abs(joint.upper)); }

// Where the links stand at rest, and how far they lie apart: what the meshes should fit to.
double reachOf(const Model& model, double scale) {
  std::vector<Pose> model_t_node(model.nodes.size());
  Bounds origins;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    const Pose parent = node.parent < 0 ? Pose::identity() : model_t_node[static_cast<std::size_t>(node.parent)];
    const auto* joint = std::get_if<JointPart>(&node.part);
    model_t_node[i] = parent * (joint ? joint->parent_t_inboard : node.parent_t_this);
    if (node.parent < 0) model_t_node[i] = Pose::identity();
    if (joint || std::holds_alternative<LinkPart>(node.part)) origins.add(model_t_node[i].p);
  }
  return origins.size().norm() * scale;
}

bool moves(const Node& node) {
  const auto* joint = std::get_if<JointPart>(&node.part);
  return joint && joint->motion != JointPart::Motion::kFixed;
}

struct Worst {
  std::string name;
  double by = 0.0;
  std::vector<std::string> all;
  const JointPart* joint = nullptr;
  void add(const std::string& what, double how_much, const JointPart* of = nullptr) {
    all.push_back(cleanUtf8(what, 200));
    if (how_much <= by) return;
    name = all.back();
    by = how_much;
    joint = of;
  }
};

void tellDegrees(const Worst& odd, Reporter& report) {
  constexpr double kRadians = std::numbers::pi / 180.0;
  const double lower = odd.joint->lower, upper = odd.joint->upper;
  report.note("joint-limits-degrees",
              fail(failures::kLimitsInDegrees,
                   {{"joint", arg::Name{odd.name}},
                    {"lower", arg::Words{figure(lower)}},
                    {"upper", arg::Words{figure(upper)}},
                    {"turns", arg::Words{fmt::format("{:.0f}", (upper - lower) / (2.0 * std::numbers::pi))}},
                    {"joints", arg::Names{odd.all}},
                    {"lower_rad", arg::Words{figure(lower * kRadians)}},
                    {"upper_rad", arg::Words{figure(upper * kRadians)}}}),
              "joint " + odd.name);
}

void tellTravel(const Worst& odd, double size, Reporter& report) {
  const double lower = odd.joint->lower, upper = odd.joint->upper;
  report.note(
      "joint-travel-millimetres",
      fail(failures::kTravelInMillimetres, {{"joint", arg::Name{odd.name}},
                                            {"travel", arg::Length{upper - lower}},
                                            {"times", arg::Words{fmt::format("{:.0f}", (upper - lower) / size)}},
                                            {"joints", arg::Names{odd.all}},
                                            {"lower_m", arg::Words{figure(lower / 1000.0)}},
                                            {"upper_m", arg::Words{figure(upper / 1000.0)}}}),
      "joint " + odd.name);
}

// Links of some centimetres that stand hundreds of metres apart: the places alone are of another unit.
void tellOrigins(const Model& model, double largest, double scale, Reporter& report) {
  constexpr double kFar = 20.0, kTimes = 100.0;  // metres
  Worst far_off;
  for (const Node& node : model.nodes) {
    const auto* joint = std::get_if<JointPart>(&node.part);
    const double away = joint ? joint->parent_t_inboard.p.norm() * scale : 0.0;
    if (away > kFar && largest > 0.0 && away > kTimes * largest) far_off.add(node.name, away, joint);
  }
  if (!far_off.joint) return;
  report.note("joint-origin-millimetres",
              fail(failures::kOriginInMillimetres, {{"joint", arg::Name{far_off.name}},
                                                    {"distance", arg::Length{far_off.by}},
                                                    {"times", arg::Words{fmt::format("{:.0f}", far_off.by / largest)}},
                                                    {"joints", arg::Names{far_off.all}},
                                                    {"metres", arg::Length{far_off.by / 1000.0}}}),
              "joint " + far_off.name);
}

void tellJoints(const Model& model, double size, double scale, Reporter& report) {
  constexpr double kFarTravel = 5.0, kTimes = 20.0, kLongestRail = 200.0;  // metres
  Worst degrees, millimetres;
  for (const Node& node : model.nodes) {
    const auto* joint = std::get_if<JointPart>(&node.part);
    if (!joint || !std::isfinite(joint->lower) || !std::isfinite(joint->upper)) continue;
    const double far_end = farEnd(*joint), travel = (joint->upper - joint->lower) * scale;
    if (joint->motion == JointPart::Motion::kRevolute && far_end > kLeastDegrees && far_end <= kMostDegrees)
      degrees.add(node.name, far_end, joint);
    if (joint->motion == JointPart::Motion::kPrismatic && travel > kFarTravel && travel < 1e4 && size > 0.0 &&
        (travel > kTimes * size * scale || travel > kLongestRail))
      millimetres.add(node.name, travel, joint);
  }
  if (degrees.joint) tellDegrees(degrees, report);
  if (millimetres.joint) tellTravel(millimetres, size * scale, report);
}

// The size of the largest link, in metres.
double tellLinks(const Model& model, double reach, ShapeLooks& looks, double scale, Reporter& report) {
  constexpr double kTimes = 50.0, kHall = 10.0, kDust = 1e-4;  // metres
  Worst large, small;
  double largest = 0.0;
  for (const Node& node : model.nodes) {
    const auto* link = std::get_if<LinkPart>(&node.part);
    if (!link) continue;
    const LinkLook look = lookAt(*link, looks);
    const double size = look.bounds.size().norm() * scale;
    if (look.bounds.empty() || !std::isfinite(size) || size <= 0.0) continue;
    largest = std::max(largest, size);
    if (!look.has_mesh) continue;
    if (size > kHall && size > kTimes * reach && reach > 0.0) large.add(node.name, size);
    if (size < kDust) small.add(node.name, kDust / size);
  }
  if (!large.all.empty())
    report.note("link-size",
                fail(failures::kLinkInMillimetres, {{"link", arg::Name{large.name}},
                                                    {"size", arg::Length{large.by}},
                                                    {"times", arg::Words{fmt::format("{:.0f}", large.by / reach)}},
                                                    {"links", arg::Names{large.all}}}),
                "link " + large.name);
  if (!small.all.empty())
    report.note("link-size-small",
                fail(failures::kLinkTiny, {{"link", arg::Name{small.name}},
                                           {"size", arg::Length{kDust / small.by}},
                                           {"links", arg::Names{small.all}}}),
                "link " + small.name);
  return largest;
}

}  // namespace

void tellSuspicions(const Scene& scene, const OddOptions& options, Reporter& report) {
  ShapeLooks looks;
  constexpr std::size_t kMostModels = 20;  // of which a note each is made
  std::size_t told = 0;
  for (const Model& model : scene.models) {
    const bool mechanism = std::any_of(model.nodes.begin(), model.nodes.end(), moves);
    if (!mechanism || ++told > kMostModels) continue;
    const double reach = reachOf(model, options.uniform_scale);
    const double largest = tellLinks(model, reach, looks, options.uniform_scale, report);
    tellOrigins(model, largest, options.uniform_scale, report);
    tellJoints(model, std::max(reach, largest) / options.uniform_scale, options.uniform_scale, report);
  }
  tellOddMasses(scene, looks, options.uniform_scale, report);
  tellOddMeshes(scene, looks, options.drop_collision, report);
}

}  // namespace ww::io::worker
