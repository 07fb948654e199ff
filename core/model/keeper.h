// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mutex>
#include <optional>

#include "core/model/model.h"

namespace ww::model {

// Whether a difference leads to a world that has little in common with the one before: it is compiled anew then.
bool isAnother(const world::WorldDiff& diff, const world::World& after);

// The model of the world that was asked for last, so that the next version of it costs the difference. Thread-safe;
// nobody waits for what another works out.
class ModelKeeper {
 public:
  Model of(const world::World& world);

 private:
  std::mutex mutex_;
  std::optional<Model> last_;
};

}  // namespace ww::model
