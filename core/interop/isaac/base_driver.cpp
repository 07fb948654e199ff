// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/base_driver.h"

#include <algorithm>
#include <utility>

#include "core/interop/isaac/failures.h"
#include "core/session/failures.h"
#include "core/session/pose_builders.h"

namespace ww::isaac {
namespace {

constexpr double kLongestStep = 0.5;  // seconds that a base drives at once; more is a pause of the program
constexpr int kMostTries = 100;

}  // namespace

Status BaseDriver::take(const Message& message) {
  WW_ASSIGN(const BaseCommand command, baseCommandOf(message));
  const ObjectId id = base_.empty() ? ObjectId{} : session_.snapshot().world->find(base_);
  if (!id || id == world::kRootObject) return fail(failures::kNoBase);
  command_ = command;
  is_driving_ = command_is_new_ = true;
  return okStatus();
}

// From where the base is, also when somebody else was quicker.
Status BaseDriver::step(const BaseMotion& motion, double seconds) {
  for (int tries = 1;; ++tries) {
    const session::Snapshot now = session_.snapshot();
    const ObjectId id = now.world->find(base_);
    if (!id) return fail(failures::kNoBase);
    const Pose pose = driven(now.world->rootT({id}), motion, seconds);
    session::CommitRequest commit;
    commit.label = commit.stream_label = phrase(WW_TEXT("Core", "Base driven by Isaac"));
    commit.edits = session::setPoses(*now.world, {{{id}, {world::kRootObject}, pose}});
    commit.author = "Isaac";
    commit.is_stream = true;
    commit.coalesce_key = "isaac/base";
    commit.base_revision = now.revision;
    Status done = session_.commit(commit).status();
    const bool is_late = done.failure && done.failure->row == &session::failures::kWorldChanged;
    if (!is_late || tries == kMostTries) return done;
  }
}

std::optional<Message> BaseDriver::drive(std::int64_t time_ns) {
  if (!is_driving_) return std::nullopt;
  if (std::exchange(command_is_new_, false)) {
    command_ns_ = time_ns;
    change_.command(command_.motion, time_ns);
    if (driven_ns_ == 0 || last_motion_.isRest()) driven_ns_ = time_ns;
  }
  const double seconds = std::clamp(static_cast<double>(time_ns - driven_ns_) * 1e-9, 0.0, kLongestStep);
  driven_ns_ = time_ns;
  const bool is_there = bool{session_.snapshot().world->find(base_)};
  bool over = !is_there || static_cast<double>(time_ns - command_ns_) * 1e-9 > kCommandHolds;
  BaseMotion motion = over ? BaseMotion() : command_.motion;
  if (seconds > 0.0 && !motion.isRest()) {
    trouble_ = step(motion, seconds);
    if (!trouble_.ok()) over = true, motion = {};
  }
  if (motion.isRest()) change_.command(motion, time_ns);
  Message out = stateMessage(base_, command_.form, motion, change_.at(time_ns));
  last_motion_ = motion;
  is_driving_ = !over;
  if (over) driven_ns_ = 0;
  return out;
}

Status BaseDriver::takeTrouble() { return std::exchange(trouble_, {}); }

void BaseDriver::stop() {
  is_driving_ = command_is_new_ = false;
  last_motion_ = {};
  change_ = {};
  trouble_ = {};
  driven_ns_ = 0;
}

}  // namespace ww::isaac
