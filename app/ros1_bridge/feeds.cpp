// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/feeds.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "app/ros1_bridge/convert.h"
#include "app/ros1_bridge/link.h"
#include "app/ros1_bridge/parameters.h"

namespace ww::ros1 {
namespace {

using Clock = std::chrono::steady_clock;
using Service = v1::SimulationService::Stub;

constexpr TopicRow kTopics[] = {
    {Topic::kClock, "/clock", "rosgraph_msgs/Clock", 10},
    {Topic::kModelStates, "model_states", "gazebo_msgs/ModelStates", 10},
    {Topic::kLinkStates, "link_states", "gazebo_msgs/LinkStates", 10},
    {Topic::kContacts, "bumper_states", "gazebo_msgs/ContactsState", 1},
    {Topic::kPerformance, "performance_metrics", "gazebo_msgs/PerformanceMetrics", 10},
    {Topic::kParameterDescriptions, "parameter_descriptions", "dynamic_reconfigure/ConfigDescription", 1, true},
    {Topic::kParameterUpdates, "parameter_updates", "dynamic_reconfigure/Config", 1, true},
};

constexpr std::chrono::milliseconds kTryAgain{300}, kLookAgain{50}, kRepeatTime{100}, kSlowPeriod{200};

Clock::duration periodOf(double hz) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / hz));
}

// Until then, or until the end is asked for.
void sleepUntil(Clock::time_point then, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  woken.wait_until(lock, stop, then, [] { return false; });
}

std::string statesOf(const google::protobuf::RepeatedPtrField<v1::EntityState>& states) {
  Writer out;
  out.u32(static_cast<std::uint32_t>(states.size()));
  for (const auto& state : states) out.text(state.name());
  out.u32(static_cast<std::uint32_t>(states.size()));
  for (const auto& state : states) write(state.pose(), out);
  out.u32(static_cast<std::uint32_t>(states.size()));
  for (const auto& state : states) write(state.twist(), out);
  return out.bytes();
}

}  // namespace

std::span<const TopicRow> allTopics() { return kTopics; }

Feeds::Feeds(Link& link, Outlet& outlet, const FeedRates& rates)
    : link_(link),
      outlet_(outlet),
      rates_(rates),
      clock_([this](const std::stop_token& stop) { tellTime(stop); }),
      states_([this](const std::stop_token& stop) { tellStates(stop); }) {}

// While it stands still the time is repeated now and then, for those who come later.
void Feeds::tellTime(const std::stop_token& stop) {
  auto next = Clock::now(), told_at = next - kRepeatTime, slow_at = next - kSlowPeriod;
  std::uint64_t step_told = ~std::uint64_t{0};
  while (!stop.stop_requested()) {
    v1::GetSimulationStateResponse state;
    if (!link_.call(&Service::GetSimulationState, v1::GetSimulationStateRequest(), &state).ok()) {
      sleepUntil(Clock::now() + kTryAgain, stop);
      continue;
    }
    const auto now = Clock::now();
    if (state.step() != step_told || now - told_at >= kRepeatTime) {
      Writer out;
      out.time(state.time());
      outlet_.publish(Topic::kClock, out.bytes());
      step_told = state.step();
      told_at = now;
    }
    if (now - slow_at >= kSlowPeriod) {
      tellMetrics(state);
      tellParameters();
      slow_at = now;
    }
    next = std::max(next + periodOf(rates_.clock_hz), now);
    sleepUntil(next, stop);
  }
}

void Feeds::tellMetrics(const v1::GetSimulationStateResponse& state) {
  if (!outlet_.isWanted(Topic::kPerformance)) return;
  Writer out;
  write(Header{++metrics_told_, state.time(), {}}, out);
  out.f64(state.real_time_factor());
  out.u32(0);
  outlet_.publish(Topic::kPerformance, out.bytes());
}

// Whoever has changed them, by whichever way.
void Feeds::tellParameters() {
  v1::GetPhysicsPropertiesResponse physics;
  if (!link_.call(&Service::GetPhysicsProperties, v1::GetPhysicsPropertiesRequest(), &physics).ok()) return;
  const std::string config = configOf(asSet(physics));
  if (config == parameters_told_) return;
  if (parameters_told_.empty()) outlet_.publish(Topic::kParameterDescriptions, descriptionOf(asSet(physics)));
  outlet_.publish(Topic::kParameterUpdates, config);
  parameters_told_ = config;
}

void Feeds::tellStates(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const bool wanted = outlet_.isWanted(Topic::kModelStates) || outlet_.isWanted(Topic::kLinkStates) ||
                        outlet_.isWanted(Topic::kContacts);
    if (wanted) watchStates(stop);
    sleepUntil(Clock::now() + (wanted ? kTryAgain : kLookAgain), stop);
  }
}

// As long as the same is wanted.
void Feeds::watchStates(const std::stop_token& stop) {
  const bool with_links = outlet_.isWanted(Topic::kLinkStates);
  v1::WatchStatesRequest request;
  request.set_rate(rates_.states_hz);
  request.set_with_links(with_links);
  request.set_with_still(true);
  link_.watch(request, [&](const v1::SimulationStates& states) {
    const bool models = outlet_.isWanted(Topic::kModelStates), contacts = outlet_.isWanted(Topic::kContacts);
    if (stop.stop_requested() || outlet_.isWanted(Topic::kLinkStates) != with_links ||
        !(models || contacts || with_links))
      return false;
    if (states.step() == step_told_) return true;
    step_told_ = states.step();
    if (models) outlet_.publish(Topic::kModelStates, statesOf(states.models()));
    if (with_links) outlet_.publish(Topic::kLinkStates, statesOf(states.links()));
    if (contacts) tellContacts();
    return true;
  });
}

void Feeds::tellContacts() {
  v1::ContactsState contacts;
  if (!link_.call(&Service::GetContacts, v1::GetContactsRequest(), &contacts).ok()) return;
  Writer out;
  write(Header{++contacts_told_, contacts.reply().time(), "world"}, out);
  out.u32(static_cast<std::uint32_t>(contacts.states_size()));
  for (const auto& state : contacts.states()) write(state, out);
  outlet_.publish(Topic::kContacts, out.bytes());
}

}  // namespace ww::ros1
