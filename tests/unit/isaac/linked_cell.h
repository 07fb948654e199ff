// SPDX-License-Identifier: Apache-2.0
// A world that is linked to an application, with what it publishes read by hand.
#pragma once
#include "core/usecase/exchange/isaac_link.h"
#include "tests/unit/isaac/checks.h"
#include "tests/unit/sensing/sensing_worlds.h"

namespace ww::test {

// A floor whose upper side is at 0; more is added to `scenery` before start().
struct LinkedCell {
  Scenery scenery;
  std::shared_ptr<session::WorldSession> session;
  std::unique_ptr<isaac::Publisher> application = isaac::Publisher::listen({}).value();
  std::unique_ptr<usecase::IsaacLink> link;
  std::unique_ptr<isaac::Subscriber> reader;

  LinkedCell() { scenery.add("floor", geometry::Box{Vec3(40, 40, 1)}, Pose::translation(0, 0, -0.5)); }
  void begin() { session = std::make_shared<session::WorldSession>(scenery.w, scenery.store); }

  // At free ports.
  Status start(usecase::LinkOptions options = {}, bool reads = true) {
    options.publish_at = {"127.0.0.1", 0};
    options.read_from = application->address();
    WW_ASSIGN(link, usecase::IsaacLink::start(session, options));
    if (!reads) return okStatus();
    WW_ASSIGN(reader, isaac::Subscriber::connect(link->address()));
    // Who comes later misses what is told once.
    (void)comes([&] { return !link->report().receivers.empty(); });
    return okStatus();
  }
  std::optional<isaac::Message> next(const std::string& channel, double seconds = 20) {
    return nextOn(*reader, channel, seconds);
  }
};

}  // namespace ww::test
