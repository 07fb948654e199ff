// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

namespace ww::guards {

// A field as the tables of the wire facts print it. `type` holds the presence too: "double",
// "optional a.b.C", "repeated a.b.C", "map<string, a.b.C>". `oneof` is empty outside of one.
struct WireField {
  std::string name;
  std::string type;
  std::string oneof;
  bool operator==(const WireField&) const = default;
};

struct WireMethod {
  std::string name;
  std::string request;
  std::string response;
  bool operator==(const WireMethod&) const = default;
};

// All by full name. Methods are in the order of the service.
struct WireTables {
  std::map<std::string, std::map<int, WireField>> messages;
  std::map<std::string, std::map<std::string, int>> enums;
  std::map<std::string, std::vector<WireMethod>> services;

  std::size_t fieldCount() const;
};

// Reads the tables of wire-facts.md: headings "#### `a.b.C`" and "#### enum `a.b.E`" with what they
// hold, and headings "### `a.b.Service`" with rows of methods.
WireTables readWireTables(const std::string& markdown);

}  // namespace ww::guards
