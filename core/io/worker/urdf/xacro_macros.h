// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

class TiXmlElement;

namespace ww::io::worker {

struct XacroParam {
  std::string name;
  bool is_block = false;    // *name: an element of the call
  bool is_content = false;  // **name: what an element of the call holds
  bool is_outer = false;    // :=^ takes the property of that name of who calls
  std::optional<std::string> usual;
};

struct XacroMacro {
  std::vector<XacroParam> params;
  const TiXmlElement* body = nullptr;
  std::string file;
};

// "prefix length:=0.5 mass:=^|2 *origin **extra"; nothing where it is not understood.
std::optional<std::vector<XacroParam>> xacroParams(std::string_view text);

}  // namespace ww::io::worker
