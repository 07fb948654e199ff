// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string_view>
#include <vector>

namespace ww::io::worker {

// A start tag of markup that scanXml() has found sound.
struct XmlTag {
  std::string_view name;
  std::string_view attributes;  // as they are written
  std::string_view content;     // the text up to the next tag; empty for <tag/>
  int line = 0;
  int content_line = 0;
  bool empty = false;  // <tag/>
  // Empty when there is none.
  std::string_view attribute(std::string_view key) const;
  std::vector<std::string_view> attributeNames() const;
};

// What is met on the way; `closed` for <tag/> too.
struct XmlVisitor {
  std::function<void(const XmlTag&)> opened;
  std::function<void(std::string_view name)> closed;
};
void walkXml(std::string_view text, const XmlVisitor& visitor);

}  // namespace ww::io::worker
