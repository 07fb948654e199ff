// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Error.hh>
#include <sdf/Types.hh>

#include <string>
#include <string_view>
#include <vector>

#include "core/base/failure.h"
#include "core/io/worker/context.h"
#include "core/io/worker/sdf/include_resolver.h"

namespace ww::io::worker {

// Where in the files that somebody wrote, not in our copies of them.
arg::Place placeOf(const sdf::Error& error, const IncludeResolver& includes);
// The library's own words.
arg::Words reasonOf(const sdf::Error& error, const ReadContext& context);
// What the errors mean, without those that only follow from others: one fault makes the library say a dozen things.
// `told` are joints that a warning of ours names.
sdf::Errors rootsOf(const sdf::Errors& errors, const std::vector<std::string>& told);
// `text`: of the file that is imported, where what has no line is looked for.
Status failureOf(const sdf::Error& error, const IncludeResolver& includes, const ReadContext& context,
                 std::string_view text);

}  // namespace ww::io::worker
