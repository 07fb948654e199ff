// SPDX-License-Identifier: Apache-2.0
#include "app/cli/simulate_notes.h"

#include <fmt/format.h>
#include <google/protobuf/util/field_comparator.h>
#include <google/protobuf/util/message_differencer.h>

#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/simulation/failures.h"
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
  for (const simulation::NamedState& state : simulation.modelStates()) names.texts.push_back(state.name);
  if (names.texts.empty()) return status;
  status.hint = hintText(*status.failure,
                         filledIn("the models are {models}; `worldwright tree {file}` shows them",
                                  std::vector<FailureArg>{{"models", names}, {"file", arg::Name{file}}}, plainVoice())
                             .c_str(),
                         plainVoice());
  return status;
}

void ModelStarts::look(const simulation::Simulation& simulation) {
  std::map<std::string, Pose> now;
  for (const simulation::NamedState& state : simulation.modelStates()) {
    const auto known = starts_.find(state.name);
    now.emplace(state.name, known == starts_.end() ? state.pose : known->second);
  }
  starts_ = std::move(now);
}

Json ModelStarts::movedJson(const simulation::Simulation& simulation, std::string& text) const {
  Json out = Json::array();
  for (const simulation::NamedState& state : simulation.modelStates()) {
    const Pose& start = starts_.at(state.name);
    const double moved = positionDistance(start, state.pose), turned = rotationDistance(start, state.pose);
    out.push_back({{"name", state.name},
                   {"pose", poseJson(state.pose)},
                   {"speed_m_s", state.twist.linear.norm()},
                   {"moved_m", moved},
                   {"turned_rad", turned}});
    text += fmt::format("{}: moved {}, turned {}\n", state.name, lengthText(moved), angleText(turned));
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
