// SPDX-License-Identifier: Apache-2.0
#include "app/cli/simulate_notes.h"

#include <fmt/format.h>
#include <google/protobuf/util/field_comparator.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <vector>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/simulation/failures.h"
#include "core/simulation/moment.h"
#include "worldwright/v1/simulation.pb.h"

namespace ww::cli {

Diagnostics scriptNotes(const Json& operations, const std::string& file) {
  Diagnostics out;
  std::set<std::string> before;
  for (const Json& operation : operations) {
    const std::string told = operation["message"];
    if (told.empty() || !before.insert(told).second) continue;
    const auto index = operation["index"].get<std::uint64_t>() + 1;
    out.push_back(findingOf(ww::fail(
        failures::kScriptTold, {{"index", arg::Count{index}}, {"told", arg::Words{told}}, {"path", arg::Name{file}}})));
  }
  return out;
}

Status withModels(Status status, const simulation::Simulation& simulation, const std::string& file) {
  if (!status.failure || status.failure->row != &simulation::failures::kNoSuchModel) return status;
  arg::Names names;
  names.texts = simulation.modelNames();
  if (names.texts.empty()) return status;
  status.hint = hintText(*status.failure,
                         filledIn("the models are {models}; `worldwright tree {file}` shows them",
                                  std::vector<FailureArg>{{"models", names}, {"file", arg::Name{file}}}, plainVoice())
                             .c_str(),
                         plainVoice());
  return status;
}

namespace {

using JointsOfModels = std::map<ObjectId, simulation::JointMoment>;

JointsOfModels jointsOf(const simulation::Simulation& simulation) {
  JointsOfModels out;
  for (simulation::JointMoment& joints : simulation::Moments::of(simulation).joints)
    out.emplace(joints.object, std::move(joints));
  return out;
}

std::map<std::string, ObjectId> idsOf(const simulation::Simulation& simulation) {
  std::map<std::string, ObjectId> out;
  const world::World& world = simulation.world();
  world.forEachObject([&](const world::Object& object) { out.emplace(world.display(object.id), object.id); });
  return out;
}

std::string valueText(const world::Joint& joint, double value) {
  return joint.motion == world::MotionType::kPrismatic ? lengthText(value) : angleText(value);
}

struct JointLine {
  double far = 0.0;  // radians or metres
  std::string text;
};

// Those that are farthest from where they were, or should be, in their order; of the others how many there are.
std::string textOfLargest(const std::vector<JointLine>& lines) {
  constexpr std::size_t kMostLines = 10;
  std::vector<std::size_t> shown(lines.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  const std::size_t rest = lines.size() - std::min(lines.size(), kMostLines);
  if (rest > 0) {
    std::ranges::stable_sort(shown, std::greater(), [&](std::size_t i) { return lines[i].far; });
    shown.resize(kMostLines);
    std::ranges::sort(shown);
  }
  std::string out;
  for (const std::size_t i : shown) out += lines[i].text;
  if (rest > 0)
    out += fmt::format("  and {} more {} that moved less; --json has all\n", rest, rest == 1 ? "joint" : "joints");
  return out;
}

// Joints that moved, or are not where their drives are to hold them.
Json jointsMoved(const world::Object& object, const JointVector& start, const simulation::JointMoment& now,
                 std::string& text) {
  constexpr double kMoved = 1e-4, kOff = 1e-3;  // radians or metres
  Json out = Json::array();
  std::vector<JointLine> lines;
  for (Eigen::Index i = 0; i < now.positions.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const world::Joint& joint = object.movingJoint(at);
    const double before = i < start.size() ? start[i] : now.positions[i], off = now.targets[i] - now.positions[i];
    const bool is_off = std::isfinite(off) && std::abs(off) > kOff;
    if (std::abs(now.positions[i] - before) <= kMoved && !is_off) continue;
    Json one{{"name", object.movingJointName(at)}, {"start", before}, {"end", now.positions[i]}};
    std::string line = fmt::format("  {}: {} at the start, {} at the end", object.movingJointName(at),
                                   valueText(joint, before), valueText(joint, now.positions[i]));
    double far = std::abs(now.positions[i] - before);
    if (is_off) {
      one["off"] = off;
      line += fmt::format(", {} from where its drive is to hold it", valueText(joint, std::abs(off)));
      far = std::max(far, std::abs(off));
    }
    out.push_back(std::move(one));
    lines.push_back({far, line + '\n'});
  }
  text += textOfLargest(lines);
  return out;
}

}  // namespace

void ModelStarts::look(const simulation::Simulation& simulation) {
  std::map<ObjectId, Start> now;
  const JointsOfModels joints = jointsOf(simulation);
  const std::map<std::string, ObjectId> ids = idsOf(simulation);
  for (const simulation::NamedState& state : simulation.modelStates()) {
    const ObjectId id = ids.at(state.name);
    const auto known = starts_.find(id);
    const auto moving = joints.find(id);
    if (known != starts_.end()) now.insert(*known);
    else now[id] = {state.pose, moving == joints.end() ? JointVector() : moving->second.positions};
  }
  starts_ = std::move(now);
}

Json ModelStarts::movedJson(const simulation::Simulation& simulation, std::string& text) const {
  Json out = Json::array();
  const JointsOfModels joints = jointsOf(simulation);
  const std::map<std::string, ObjectId> ids = idsOf(simulation);
  for (const simulation::NamedState& state : simulation.modelStates()) {
    const ObjectId id = ids.at(state.name);
    const auto known = starts_.find(id);
    // What stood at first and was let go since has moved from nowhere that is known.
    const Start start = known != starts_.end() ? known->second : Start{state.pose, {}};
    const double moved = positionDistance(start.pose, state.pose), turned = rotationDistance(start.pose, state.pose);
    out.push_back({{"name", state.name},
                   {"pose", poseJson(state.pose)},
                   {"speed_m_s", state.twist.linear.norm()},
                   {"moved_m", moved},
                   {"turned_rad", turned}});
    text += fmt::format("{}: moved {}, turned {}\n", state.name, lengthText(moved), angleText(turned));
    const auto now = joints.find(id);
    if (now == joints.end()) continue;
    const world::Object& object = *simulation.world().peek(now->second.object);
    if (Json of_joints = jointsMoved(object, start.joints, now->second, text); !of_joints.empty())
      out.back()["joints"] = std::move(of_joints);
  }
  return out;
}

bool showTheSame(const worldwright::v1::SimulationStates& a, const worldwright::v1::SimulationStates& b) {
  google::protobuf::util::DefaultFieldComparator numbers;
  numbers.set_treat_nan_as_equal(true);
  google::protobuf::util::MessageDifferencer differ;
  differ.set_field_comparator(&numbers);
  differ.set_message_field_comparison(google::protobuf::util::MessageDifferencer::EQUIVALENT);
  return differ.Compare(a, b);
}

}  // namespace ww::cli
