// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <thread>

namespace worldwright::v1 {
class GetSimulationStateResponse;
}

namespace ww::ros1 {

class Link;

enum class Topic {
  kClock,
  kModelStates,
  kLinkStates,
  kContacts,
  kPerformance,
  kParameterDescriptions,
  kParameterUpdates,
};

struct TopicRow {
  Topic topic;
  std::string_view name;  // absolute, or below the node
  std::string_view type;
  int queue;
  bool latched = false;  // who comes later gets the last one
};

// In the order of their numbers. Those whose type a version does not have are not published there.
std::span<const TopicRow> allTopics();

// Where messages go.
class Outlet {
 public:
  virtual ~Outlet() = default;
  // Whether anybody listens.
  virtual bool isWanted(Topic topic) const = 0;
  virtual void publish(Topic topic, const std::string& bytes) = 0;
};

struct FeedRates {
  double clock_hz = 100.0;  // of the clock on the wall, as the next
  double states_hz = 60.0;
};

// What the node publishes: the clock always, the rest while somebody listens and only what is new. Goes on while the
// server is gone, and with the one that comes back.
class Feeds {
 public:
  // Both must outlive it.
  Feeds(Link& link, Outlet& outlet, const FeedRates& rates);

 private:
  void tellTime(const std::stop_token& stop);
  void tellMetrics(const worldwright::v1::GetSimulationStateResponse& state);
  void tellParameters();
  void tellStates(const std::stop_token& stop);
  void watchStates(const std::stop_token& stop);
  void tellContacts();

  Link& link_;
  Outlet& outlet_;
  const FeedRates rates_;
  std::uint64_t step_told_ = ~std::uint64_t{0};
  std::string parameters_told_;
  std::uint32_t contacts_told_ = 0, metrics_told_ = 0;
  std::jthread clock_, states_;  // last
};

}  // namespace ww::ros1
