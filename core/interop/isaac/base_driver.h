// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/interop/isaac/motion_messages.h"
#include "core/interop/isaac/speeds.h"
#include "core/session/session.h"

namespace ww::isaac {

// The base that commands drive through a world, by commits that can be undone. Used by one thread at a time.
class BaseDriver {
 public:
  // `base`: the name of the object that moves; none if empty.
  BaseDriver(session::WorldSession& session, std::string base) : session_(session), base_(std::move(base)) {}

  // It moves from then on, with each drive(). FAILED_PRECONDITION (kNoBase); the errors of baseCommandOf().
  Status take(const Message& message);
  // Goes on up to that time (ns, of the simulation): what is told of it, without a channel. Nothing while it stands.
  // Where it cannot be moved it stops, and tells that it stands.
  std::optional<Message> drive(std::int64_t time_ns);
  // Why it was stopped, once; the errors of commits.
  Status takeTrouble();
  // Stands still, as if no command had come.
  void stop();

 private:
  // One that has had no command for so long stands still (seconds).
  static constexpr double kCommandHolds = 1.0;
  // Fails as commits do.
  Status step(const BaseMotion& motion, double seconds);

  session::WorldSession& session_;
  const std::string base_;
  BaseCommand command_;
  BaseMotion last_motion_;
  BaseChange change_;
  Status trouble_;
  bool is_driving_ = false, command_is_new_ = false;
  std::int64_t command_ns_ = 0, driven_ns_ = 0;
};

}  // namespace ww::isaac
