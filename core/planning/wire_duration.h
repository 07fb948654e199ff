// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/status.h"

namespace google::protobuf {
class Duration;
}  // namespace google::protobuf

namespace ww::planning {

// In seconds, below 0 too. INVALID_ARGUMENT, which names the field, for what the definition of durations rules out: a
// thousand million nanoseconds or more, signs that differ, more than ten thousand years.
Result<double> secondsOf(const google::protobuf::Duration& given, const std::string& field);

}  // namespace ww::planning
