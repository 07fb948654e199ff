// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace ww::io::worker {

struct StepSummary {
  std::size_t entities = 0;
  bool ends = false;                        // with END-ISO-10303-21
  bool has_shape = false;                   // an entity that faces, shells or curves are made of
  std::string schema;                       // the first that the header names
  std::vector<std::string> external_files;  // that the file refers to
  std::vector<Status> lost;                 // damaged records, references to nothing: what they describe is missing
  Status doubt = okStatus();                // what the library may fail by: the first of these, or a circle
};

// Looks at the text of a STEP file before the library does, for what kills it: other encodings, lists nested more
// than 64 deep, oriented edges that lead back to themselves. Names the entity, and the line in `file`.
Result<StepSummary> scanStep(std::string_view text, const std::string& file);

}  // namespace ww::io::worker
