// SPDX-License-Identifier: Apache-2.0
#include "core/planning/wire_duration.h"

#include <google/protobuf/duration.pb.h>

#include <cstdint>

#include "core/planning/failures.h"

namespace ww::planning {

Result<double> secondsOf(const google::protobuf::Duration& given, const std::string& field) {
  constexpr std::int64_t kMostSeconds = 315'576'000'000;
  constexpr std::int32_t kMostNanos = 999'999'999;
  const std::int64_t seconds = given.seconds();
  const std::int32_t nanos = given.nanos();
  const bool far = seconds < -kMostSeconds || seconds > kMostSeconds || nanos < -kMostNanos || nanos > kMostNanos;
  if (far || (seconds < 0 && nanos > 0) || (seconds > 0 && nanos < 0))
    return fail(failures::kBadDuration, {{"field", arg::Words{field}},
                                         {"seconds", arg::Words{std::to_string(seconds)}},
                                         {"nanos", arg::Words{std::to_string(nanos)}}});
  return static_cast<double>(seconds) + 1e-9 * nanos;
}

}  // namespace ww::planning
