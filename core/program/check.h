// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/status.h"

namespace google::protobuf {
template <typename Element>
class RepeatedPtrField;
}
namespace worldwright::v1 {
class Program;
class ProgramPlan;
}  // namespace worldwright::v1

namespace ww::program {

// What this program understands (Program.version).
inline constexpr std::uint32_t kVersion = 1;

// What one world may hold: programs come from clients and files.
inline constexpr std::size_t kMostPrograms = 1000;
inline constexpr std::size_t kMostSteps = 10'000;                       // of one program
inline constexpr std::size_t kMostBytes = std::size_t{8} << 20;         // of one program without its locked motions
inline constexpr std::size_t kMostLockedBytes = std::size_t{64} << 20;  // of the locked motions of one program
inline constexpr std::size_t kLongestText = 10'000;    // bytes of a name of a step, a comment, a signal
inline constexpr std::size_t kMostExpanded = 100'000;  // steps, with all that is called
inline constexpr std::size_t kDeepest = 32;            // programs that call one another
inline constexpr double kLongestWait = 1e6;            // seconds

using Programs = google::protobuf::RepeatedPtrField<worldwright::v1::Program>;

// Null when there is none of that name.
const worldwright::v1::Program* find(const Programs& programs, std::string_view name);
// NOT_FOUND, with those that were perhaps meant.
Status noSuchProgram(const Programs& programs, std::string_view name);

// A program in itself: INVALID_ARGUMENT, RESOURCE_EXHAUSTED. The steps of one of a higher version are not judged.
Status checkProgram(const worldwright::v1::Program& program);
// That the program, of these, does not come to call itself, nor too deep: else INVALID_ARGUMENT, RESOURCE_EXHAUSTED.
// Calls of what is not there are passed over.
Status checkCalls(const Programs& programs, std::string_view name);
// That the parts of a plan fit together: as many positions as times and joints, times that rise, finite figures, moves
// that have a motion, corners into another; else INVALID_ARGUMENT.
Status checkPlan(const worldwright::v1::ProgramPlan& plan);

}  // namespace ww::program
