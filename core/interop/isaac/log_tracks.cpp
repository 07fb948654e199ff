// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/log_tracks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/types.h"

namespace ww::isaac {
namespace {

constexpr std::size_t kMostTracked = 10'000'000;
constexpr std::size_t kMostChained = 1000;  // frames that hang on each other

bool isWorld(const std::string& frame) { return frame.empty() || frame == "world"; }

// Publishers that tell of changes alone are silent while all stands: across a longer silence nothing has glided.
constexpr std::uint64_t kLongestGlide = 1'500'000'000;  // ns
constexpr std::uint64_t kOrdinary = 10;                 // times the middle pause: some messages are lost or late
constexpr std::uint64_t kSameMoment = 1'000'000;        // ns: one moment is told on several channels

// No overflow for times of damaged logs.
std::uint64_t pauseBetween(std::int64_t from, std::int64_t to) {
  return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

template <typename Track>
std::uint64_t longestGlideOf(const Track& track) {
  constexpr std::size_t kMostCounted = 1000;
  const auto& told = track.told;
  std::vector<std::uint64_t> pauses(std::min(track.left_out, kMostCounted), track.rest_ns);
  for (std::size_t i = 1; i < told.size(); ++i)
    if (const std::uint64_t pause = pauseBetween(told[i - 1].first, told[i].first); pause > kSameMoment)
      pauses.push_back(pause);
  if (pauses.empty()) return kLongestGlide;
  const auto middle = pauses.begin() + static_cast<std::ptrdiff_t>(pauses.size() / 2);
  std::ranges::nth_element(pauses, middle);
  return *middle < kLongestGlide / kOrdinary ? kOrdinary * *middle : kLongestGlide;
}

// What was told around a time, and how far between both it is. Null: nothing was told by then, or nothing after it that
// could belong to the same movement.
template <typename T>
struct Around {
  const T* before = nullptr;
  const T* after = nullptr;
  double part = 0.0;
};

template <typename T>
Around<T> toldAround(const std::vector<std::pair<std::int64_t, T>>& told, std::int64_t time, std::uint64_t longest) {
  const auto after = std::ranges::upper_bound(told, time, {}, &std::pair<std::int64_t, T>::first);
  if (after == told.begin()) return {};
  const auto before = std::prev(after);
  if (after == told.end() || before->first == time) return {&before->second};
  const std::uint64_t gap = pauseBetween(before->first, after->first);
  if (gap > longest) return {&before->second};
  const double gone = static_cast<double>(pauseBetween(before->first, time));
  return {&before->second, &after->second, gone / static_cast<double>(gap)};
}

Pose between(const Pose& a, const Pose& b, double part) {
  if (a == b) return a;
  return {a.p + part * (b.p - a.p), a.q.slerp(part, b.q).normalized()};
}

// A step of more than half a turn is a joint that was set, or that counts its turns anew.
double between(const Quantity& a, const Quantity& b, double part) {
  const bool is_position = a.measure == "position" || a.measure == "rotation";
  const double step = b.value - a.value;
  return is_position && std::abs(step) <= std::numbers::pi ? a.value + part * step : a.value;
}

}  // namespace

void LogTracks::add(const Message& message) {
  const std::string type = typeName(message.type_id);
  const auto put = [&](const std::string& frame, const std::string& name, const Pose& pose) {
    const auto sound = checkedPose(pose);
    if (!sound.ok() || name == frame) return;
    const Placed placed{isWorld(frame) ? std::string() : frame, *sound};
    auto& track = bodies_[name];
    auto& told = track.told;
    // Of a rest, which groups tell again and again, the first and the last are enough.
    const std::size_t known = told.size();
    if (known > 1 && told[known - 1].second == placed && told[known - 2].second == placed) {
      const std::uint64_t pause = pauseBetween(told.back().first, message.pubtime_ns);
      if (pause > kSameMoment) ++track.left_out, track.rest_ns = pause;
      told.back().first = message.pubtime_ns;
      return;
    }
    told.emplace_back(message.pubtime_ns, placed);
    ++count_;
  };
  if (type == "PoseTreeEdgeProto") {
    const auto edge = poseEdgeOf(message);
    if (!edge.ok()) return;
    if (!isWorld(edge->rhs)) return put(edge->lhs, edge->rhs, edge->lhs_t_rhs);
    const auto lhs_t_world = checkedPose(edge->lhs_t_rhs);
    if (lhs_t_world.ok() && !isWorld(edge->lhs)) put("", edge->lhs, lhs_t_world->inverse());
  } else if (type == "RigidBody3GroupProto") {
    const auto group = bodyGroupOf(message);
    if (!group.ok()) return;
    for (const RigidBody& body : group->bodies) put(group->frame, body.name, body.frame_t_body);
  } else if (type == "PoseTreeProto") {
    const auto nodes = poseTreeOf(message);
    if (!nodes.ok()) return;
    for (const TreeNode& node : *nodes)
      if (!isWorld(node.name)) put("", node.name, node.world_t_node);
  } else if (type == "CompositeProto") {
    const auto quantities = quantitiesOf(message);
    if (!quantities.ok()) return;
    for (const Quantity& q : *quantities) joints_[q.entity + '\n' + q.measure].told.emplace_back(message.pubtime_ns, q);
    count_ += quantities->size();
  }
}

Result<LogTracks> LogTracks::read(const CaskReader& log, const LogChoice& choice, std::stop_token stop,
                                  const Progress& progress) {
  WW_ASSIGN(const std::vector<LogStep> steps, stepsOf(log, choice));
  LogTracks out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (stop.stop_requested()) return fail(failures::kLogStopped, {{"folder", arg::Name{log.folder()}}});
    if (i % 64 == 0) progress.report(static_cast<double>(i) / static_cast<double>(steps.size()));
    const LogChannel& channel = log.channels()[steps[i].channel];
    const auto message = log.message(channel, channel.entries[steps[i].entry]);
    if (!message.ok()) {
      ++out.unreadable_;
      continue;
    }
    out.add(*message);
    if (out.count_ > kMostTracked)
      return fail(failures::kTooLarge, {{"size", arg::Bytes{out.count_ * sizeof(Pose)}},
                                        {"limit", arg::Bytes{kMostTracked * sizeof(Pose)}}});
  }
  for (auto& [name, track] : out.bodies_) track.longest_ns = longestGlideOf(track);
  for (auto& [name, track] : out.joints_) track.longest_ns = longestGlideOf(track);
  return out;
}

std::optional<Pose> LogTracks::placeOf(const std::string& body, std::int64_t pubtime_ns, std::size_t depth) const {
  const auto track = bodies_.find(body);
  if (track == bodies_.end() || depth > kMostChained) return std::nullopt;
  const auto [placed, next, part] = toldAround(track->second.told, pubtime_ns, track->second.longest_ns);
  if (!placed) return std::nullopt;
  const bool glides = next && next->frame == placed->frame;
  const Pose frame_t_body = glides ? between(placed->frame_t_body, next->frame_t_body, part) : placed->frame_t_body;
  if (placed->frame.empty()) return frame_t_body;
  const auto world_t_frame = placeOf(placed->frame, pubtime_ns, depth + 1);
  return world_t_frame ? std::optional(*world_t_frame * frame_t_body) : std::nullopt;
}

LogTracks::Moment LogTracks::at(std::int64_t pubtime_ns, const std::stop_token& stop) const {
  Moment out;
  for (const auto& [name, track] : bodies_) {
    if (stop.stop_requested()) return out;
    if (const auto pose = placeOf(name, pubtime_ns, 0)) out.world_t_body.emplace_back(name, *pose);
  }
  for (const auto& [name, track] : joints_) {
    const auto [last, next, part] = toldAround(track.told, pubtime_ns, track.longest_ns);
    if (!last) continue;
    out.joints.push_back(*last);
    if (next) out.joints.back().value = between(*last, *next, part);
  }
  return out;
}

std::vector<std::optional<std::size_t>> lastEntries(const CaskReader& log, std::int64_t pubtime_ns) {
  std::vector<std::optional<std::size_t>> out;
  for (const LogChannel& channel : log.channels()) {
    const auto after = std::ranges::upper_bound(channel.entries, pubtime_ns, {}, &LogEntry::pubtime_ns);
    out.push_back(after == channel.entries.begin()
                      ? std::nullopt
                      : std::optional(static_cast<std::size_t>(after - channel.entries.begin()) - 1));
  }
  return out;
}

}  // namespace ww::isaac
