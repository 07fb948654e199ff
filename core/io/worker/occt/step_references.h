// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/failure.h"

namespace ww::io::worker {

// Which entity of a STEP file names which: told in the order of the file, an entity and then its references. With more
// than 20 million references all is forgotten, and no fault is found.
class StepReferences {
 public:
  // `offset` is where its record begins in the text.
  void entity(std::uint64_t id, std::size_t offset);
  void reference(std::uint64_t id);

  struct Faults {
    std::vector<Status> lost;    // ids that two entities have, references to what is not there: something is missing
    std::vector<Status> circle;  // entities that name each other in a circle: harmless in some files, deadly in others
  };
  // `place` tells the place of an offset. Once, after the last reference.
  Faults faults(const std::function<arg::Place(std::size_t)>& place);

 private:
  using Step = std::pair<std::size_t, std::size_t>;  // an entity, and the reference that is followed next
  void resolve();
  std::vector<std::size_t> circle() const;
  std::string named(std::size_t entity) const { return "#" + std::to_string(ids_[entity]); }

  bool forgotten_ = false;
  std::vector<std::uint64_t> ids_;
  std::vector<std::size_t> offsets_;
  std::vector<std::size_t> first_;      // of the references of each
  std::vector<std::uint32_t> targets_;  // ids; entities once they are resolved
  std::uint64_t last_id_ = 0, lost_target_ = 0;
  std::size_t twice_ = 0, first_twice_ = 0, lost_ = 0, first_lost_ = 0;
};

}  // namespace ww::io::worker
