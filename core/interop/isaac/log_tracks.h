// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <stop_token>

#include "core/base/progress.h"
#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/spatial.h"

namespace ww::isaac {

// Where things were in the course of a log: poses in the world of its bodies, groups and edges, positions of joints.
class LogTracks {
 public:
  // Reads the messages that say it. What cannot be read is left out and counted. NOT_FOUND (kNoChannel), CANCELLED
  // (kLogStopped), RESOURCE_EXHAUSTED (kTooLarge) for more than ten million poses.
  static Result<LogTracks> read(const CaskReader& log, const LogChoice& choice, std::stop_token stop = {},
                                const Progress& progress = {});

  // Each thing where it was at that time of publication: between two messages on the way from one to the other,
  // straight and turning evenly, where the pause between them is an ordinary one of that thing (ten times its middle
  // one, and no more than 1.5 s); else, and what is no position, as it was told last. What was told later only is not
  // there.
  struct Moment {
    std::vector<std::pair<std::string, Pose>> world_t_body;
    std::vector<Quantity> joints;
  };
  // A part of it after a stop.
  Moment at(std::int64_t pubtime_ns, const std::stop_token& stop = {}) const;
  std::size_t unreadable() const { return unreadable_; }
  bool empty() const { return bodies_.empty() && joints_.empty(); }

 private:
  // Where a body was in another, or in the world (no name).
  struct Placed {
    std::string frame;
    Pose frame_t_body;

    bool operator==(const Placed&) const = default;
  };
  template <typename T>
  struct Track {
    std::vector<std::pair<std::int64_t, T>> told;
    std::uint64_t longest_ns = 0;  // pause that it glides across
    std::uint64_t rest_ns = 0;     // between two of those that are left out, as they tell of a rest again
    std::size_t left_out = 0;
  };
  void add(const Message& message);
  // None where what it is in was never told of, or hangs on it.
  std::optional<Pose> placeOf(const std::string& body, std::int64_t pubtime_ns, std::size_t depth) const;

  std::map<std::string, Track<Placed>> bodies_;
  std::map<std::string, Track<Quantity>> joints_;  // by joint and measure
  std::size_t count_ = 0, unreadable_ = 0;
};

// The messages of a log at a time: of each channel the last one that was published by then. Positions in entries();
// none where nothing was published yet.
std::vector<std::optional<std::size_t>> lastEntries(const CaskReader& log, std::int64_t pubtime_ns);

}  // namespace ww::isaac
