// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace ww::isaac {

// A type of the catalogue. Sizes are those of a struct's own part of a message.
struct TypeInfo {
  std::string name;  // "ActorGroupProto.SpawnRequest"
  std::string file;  // "actor_group.capnp"
  std::uint64_t id = 0;
  bool is_enum = false;
  std::uint16_t data_words = 0, pointers = 0;
};

// All of them, by name.
const std::vector<TypeInfo>& types();
// Null when there is none.
const TypeInfo* findType(std::uint64_t id);
const TypeInfo* findType(std::string_view name);
// That of the struct of this name, or id written as 0x...; NOT_FOUND (kUnknownType) with what was perhaps meant.
Result<std::uint64_t> typeIdOf(std::string_view name_or_id);
// The name, or the id in figures where it is unknown.
std::string typeName(std::uint64_t id);

}  // namespace ww::isaac
