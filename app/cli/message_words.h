// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/failure.h"

namespace ww::cli {

// What the readers of messages complain of, in our own words; OK where they say something that is not known here.

// Such a sentence without the middle of a long text that it quotes: the patterns here recurse over what they match.
// The functions below take no other.
std::string shortened(const std::string& said);

// Of the text form: "Expected string, got: robot".
Status textFault(const arg::Place& at, const std::string& said);
// Of JSON: "(waypoint[0].joints[2]): invalid value "a" for type TYPE_DOUBLE". `type` is that of the message.
Status jsonFault(const arg::Place& at, const std::string& type, const std::string& said);
// The path of the field that is said to have no such value, as in {"motion_segments[0].motion_type", "LINEARR"}; empty
// where it is about something else.
struct BadEnum {
  std::string where, value;
};
BadEnum badEnumOf(const std::string& said);

}  // namespace ww::cli
