// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/odd_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/failures.h"
#include "core/io/plausible.h"
#include "core/io/size_words.h"
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
  const FailureArg joint{"joint", arg::Name{odd.name}}, travel{"travel", arg::Length{upper - lower}},
      joints{"joints", arg::Names{odd.all}}, lower_m{"lower_m", arg::Words{figure(lower / 1000.0)}},
      upper_m{"upper_m", arg::Words{figure(upper / 1000.0)}};
  if (!(size > 0.0))
    return report.note("joint-travel-long", fail(failures::kTravelLong, {joint, travel, joints, lower_m, upper_m}),
                       "joint " + odd.name);
  const FailureArg times{"times", arg::Words{fmt::format("{:.0f}", (upper - lower) / size)}};
  report.note("joint-travel-millimetres",
              fail(failures::kTravelInMillimetres, {joint, travel, times, joints, lower_m, upper_m}),
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
    if (joint->motion == JointPart::Motion::kPrismatic && travel > kFarTravel && travel < 1e4 &&
        ((size > 0.0 && travel > kTimes * size * scale) || travel > kLongestRail))
      millimetres.add(node.name, travel, joint);
  }
  if (degrees.joint) tellDegrees(degrees, report);
  if (millimetres.joint) tellTravel(millimetres, size * scale, report);
}

struct LinkSize {
  std::string name;
  double size = 0.0;  // metres
  Vec3 edges = Vec3::Zero();
  bool has_mesh = false;
};

// Of links that are seen, the largest first.
std::vector<LinkSize> sizesOf(const Model& model, ShapeLooks& looks, double scale) {
  std::vector<LinkSize> out;
  for (const Node& node : model.nodes) {
    const auto* link = std::get_if<LinkPart>(&node.part);
    if (!link) continue;
    const LinkLook look = lookAt(*link, looks);
    const double size = look.bounds.size().norm() * scale;
    if (look.bounds.empty() || !std::isfinite(size) || size <= 0.0) continue;
    out.push_back({node.name, size, look.bounds.size() * scale, look.has_mesh});
  }
  std::ranges::sort(out, std::ranges::greater(), &LinkSize::size);
  return out;
}

// Beside what else is in the model: a plate of 40 m under an arm of one metre. The ground of SDF is as large as anybody
// likes.
bool tellLarge(const std::vector<LinkSize>& links, double reach, bool may_have_ground, Reporter& report) {
  constexpr double kHall = 10.0, kTimes = 20.0;  // metres
  std::vector<LinkSize> seen = links;
  if (may_have_ground) std::erase_if(seen, [](const LinkSize& l) { return isGround(l.edges); });
  if (seen.size() < 2) return false;
  const LinkSize& largest = seen.front();
  const double rest = std::max(reach, seen[1].size);
  if (largest.size <= kHall || largest.size <= kTimes * rest) return false;
  report.note("link-size",
              fail(failures::kLinkLarge, {{"link", arg::Name{cleanUtf8(largest.name, 200)}},
                                          {"size", edgesOf(largest.edges)},
                                          {"rest", arg::Length{rest}},
                                          {"then", edgesOf(largest.edges * 1e-3)}}),
              "link " + largest.name);
  return true;
}

// The size of the largest link, in metres.
double tellLinks(const std::vector<LinkSize>& links, double reach, Reporter& report) {
  constexpr double kTimes = 50.0, kHall = 10.0, kDust = 1e-4;  // metres
  Worst large, small;
  for (const LinkSize& link : links) {
    if (!link.has_mesh) continue;
    if (link.size > kHall && link.size > kTimes * reach && reach > 0.0) large.add(link.name, link.size);
    if (link.size < kDust) small.add(link.name, kDust / link.size);
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
  return links.empty() ? 0.0 : links.front().size;
}

}  // namespace

void tellSuspicions(const Scene& scene, const OddOptions& options, Reporter& report) {
  ShapeLooks looks;
  constexpr std::size_t kMostModels = 20;  // of which a note each is made
  std::size_t told = 0;
  bool large = false;
  for (const Model& model : scene.models) {
    const bool mechanism = std::any_of(model.nodes.begin(), model.nodes.end(), moves);
    if (!(mechanism || options.names_links) || ++told > kMostModels) continue;
    const std::vector<LinkSize> links = sizesOf(model, looks, options.uniform_scale);
    const double reach = reachOf(model, options.uniform_scale);
    // Of parts that stand a millimetre apart the shapes may be of any size.
    const double largest = mechanism ? tellLinks(links, reach, report) : 0.0;
    const bool in_millimetres = std::ranges::any_of(report.diagnostics(), [](const Diagnostic& d) {
      return d.failure && d.failure->row == &failures::kLinkInMillimetres;
    });
    if (!large && !in_millimetres) large = tellLarge(links, reach, options.may_have_ground, report);
    if (!mechanism) continue;
    tellOrigins(model, largest, options.uniform_scale, report);
    tellJoints(model, std::max(reach, largest) / options.uniform_scale, options.uniform_scale, report);
  }
  tellOddMasses(scene, looks, options.uniform_scale, report);
  tellOddMeshes(scene, looks, options.drop_collision, report);
}

void tellOtherCases(const FileAccess& files, Reporter& report) {
  for (const FileAccess::OtherCase& other : files.otherCases())
    report.note("other-case",
                fail(failures::kOtherCase, {{"asked", arg::Name{other.asked}}, {"found", arg::Name{other.found}}}));
}

}  // namespace ww::io::worker
