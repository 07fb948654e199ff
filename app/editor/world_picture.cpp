// SPDX-License-Identifier: Apache-2.0
#include "app/editor/world_picture.h"

#include "core/usecase/picture.h"

namespace ww::editor {

std::shared_ptr<WorldPicture> WorldPicture::of(const world::WorldPtr& world,
                                               const std::shared_ptr<WorldPicture>& last) {
  std::string before;
  if (last) {
    const std::lock_guard lock(last->mutex_);
    if (!last->done_ || last->world_ == world) return last;
    before = last->png_;
  }
  auto picture = std::make_shared<WorldPicture>();
  picture->world_ = world;
  picture->before_ = std::move(before);
  picture->thread_ = std::jthread([self = picture.get()](const std::stop_token& stop) { self->draw(stop); });
  return picture;
}

void WorldPicture::draw(const std::stop_token& stop) {
  // Not at a lower priority: on a busy machine it would hold the memory pool that the window needs as well.
  const auto drawn = usecase::picture(*world_, stop);
  const std::lock_guard lock(mutex_);
  done_ = true;
  // A save goes on without a picture that cannot be drawn.
  png_ = drawn.ok() ? *drawn : before_;
  changed_.notify_all();
}

std::string WorldPicture::png(std::chrono::milliseconds wait) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, wait, [this] { return done_; }) ? png_ : before_;
}

}  // namespace ww::editor
