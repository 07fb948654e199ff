// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ww::io::worker {

struct XacroValue;
using XacroList = std::vector<XacroValue>;
using XacroTable = std::map<std::string, XacroValue>;

// What an expression of a template may be, in the kinds of Python. Lists and tables are shared and never changed.
struct XacroValue {
  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::shared_ptr<const XacroList>,
               std::shared_ptr<const XacroTable>>
      kind;

  bool isNumber() const { return kind.index() >= 1 && kind.index() <= 3; }
  double number() const;  // of a number; else 0
  const std::string* words() const { return std::get_if<std::string>(&kind); }
  const XacroList* list() const;
  const XacroTable* table() const;
  bool isTrue() const;  // as Python has it: not 0, not empty
  bool operator==(const XacroValue& other) const;
};

// Characters of a text that a template makes; what is longer is refused.
constexpr std::size_t kMostXacroText = 1u << 20;
// As Python writes it: 2, 0.1, True, [1, 'a']; not all of what is longer than that.
std::string xacroText(const XacroValue& value);
// What a property is that is written without an expression: a number, True or False, 'quoted', or the text itself.
XacroValue xacroLiteral(std::string_view text);

}  // namespace ww::io::worker
