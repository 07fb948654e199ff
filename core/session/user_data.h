// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/world/values/world.h"

namespace ww::session {

// An entry of the user data of an object, for reading by people.
struct UserDatum {
  std::string key;
  std::string type;  // full name of the message, "google.protobuf.StringValue"; empty when it names none
  Phrase text;       // its content as JSON; for a type that this program does not know, its size
};
// In the order of the keys.
std::vector<UserDatum> userData(const world::Object& object);

}  // namespace ww::session
