// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <urdf_model/model.h>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// A shape of a link: the `index`-th of its visuals or collisions that are read.
struct ShapeKey {
  std::string link;
  bool collision = false;
  std::size_t index = 0;
  auto operator<=>(const ShapeKey&) const = default;
};

struct MendedUrdf {
  std::string text;             // empty when the text can stay as it is
  std::set<ShapeKey> capsules;  // cylinders of `text` that are capsules in the file
};

// Keeps what the parser says instead of printing it; while it lives, nobody else hears it.
class ParserLines {
 public:
  ParserLines();
  ~ParserLines();
  ParserLines(const ParserLines&) = delete;
  ParserLines& operator=(const ParserLines&) = delete;
  const std::vector<std::string>& errors() const;

 private:
  class Handler;
  Handler* handler_;
};

// urdfdom drops a shape that it cannot read, and all that follows it in the link, without a word. Compares `robot`
// with the text it was read from; where shapes or inertias are lost, warns of each with the reason and gives a text
// without them, in which capsules (which urdfdom does not know) are cylinders.
MendedUrdf mendShapes(const std::string& text, const std::string& file, const urdf::ModelInterface& robot,
                      Reporter& report);

}  // namespace ww::io::worker
