// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/world/values/world.h"

namespace ww::editor {

// The picture of a world file, drawn beside everything else. A save takes what is there and waits for a moment at most:
// of a large world the next save has the picture, and until then the file keeps the one that it had.
class WorldPicture {
 public:
  // Draws this world, unless the last one is of it or still being drawn.
  static std::shared_ptr<WorldPicture> of(const world::WorldPtr& world, const std::shared_ptr<WorldPicture>& last);

  // PNG. When it is not there in time, that of the world before; empty: there is none.
  std::string png(std::chrono::milliseconds wait) const;

 private:
  void draw(const std::stop_token& stop);

  world::WorldPtr world_;
  std::string before_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool done_ = false;
  std::string png_;
  std::jthread thread_;  // last: it ends before the rest goes
};

}  // namespace ww::editor
