// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/session/edit_builders.h"

namespace ww::session {

// An entry of the user data of an object, for reading by people.
struct UserDatum {
  std::string key;
  std::string type;          // full name of the message, "google.protobuf.StringValue"; empty when it names none
  Phrase text;               // its content as JSON; for a type that this program does not know, its size
  bool is_reserved = false;  // belongs to programs: cannot be changed
  bool is_text = false;      // a StringValue: a person can write it
};
// In the order of the keys.
std::vector<UserDatum> userData(const world::Object& object);

// A text under that key, in the place of what is there. The world refuses keys that belong to programs.
EditsPtr setUserText(ObjectId object, const std::string& key, const std::string& text);
EditsPtr removeUserDatum(ObjectId object, const std::string& key);

}  // namespace ww::session
