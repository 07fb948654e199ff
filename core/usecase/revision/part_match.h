// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/usecase/revision/import_note.h"

namespace ww::usecase {

// A part as matching sees it.
struct PartLook {
  int kind = 0;  // parts of other kinds are never the same
  std::uint64_t shape = 0;
  Vec3 size = Vec3::Zero();    // of its shapes, metres; zero without
  Vec3 middle = Vec3::Zero();  // of its shapes in the object, metres
  bool only_by_name = false;
};

struct PartNames {
  std::string name;
  PartLook look;
};

// For each part of `file` the index of the same in `here`, or -1: by name (`known` gives the name that a part of the
// file has in the object, or none; then the same name), else by equal shape, the nearest first, else by a size and a
// place that are alike.
std::vector<int> matchParts(const std::vector<PartNames>& file, const std::vector<PartNames>& here,
                            const std::function<std::string(const std::string& in_file)>& known);

// A note of a file whose names in the object may be old: parts that are called otherwise there by now are known by
// their shapes, the nearest first.
std::vector<PartNote> asNamedHere(std::vector<PartNote> noted, const std::vector<PartNote>& here);

}  // namespace ww::usecase
