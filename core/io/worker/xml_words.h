// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ww::io::worker {

enum class XmlKind { kUrdf, kSdf };

using XmlWords = std::vector<std::string>;
using XmlTable = std::map<std::string, XmlWords, std::less<>>;

// What the formats have, for the elements that robots and worlds are made of; of others nothing is known.
const XmlTable& elementsOf(XmlKind kind);    // the elements inside of one
const XmlTable& attributesOf(XmlKind kind);  // the attributes of one

// A size that a shape of SDF has to have, and what libsdformat takes where it is missing.
struct ShapeSize {
  std::string_view shape, element, taken;
};
const std::vector<ShapeSize>& shapeSizes();

// Of the words that there are, the one that a slip of the pen makes into `word`; empty when there is none.
std::string slipOf(std::string_view word, const XmlWords& known);

}  // namespace ww::io::worker
