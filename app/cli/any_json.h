// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "app/cli/cli.h"

namespace ww::cli {

// Proto JSON can write an Any only of a type that it knows. hideUnknownAnys puts the others in a form it
// can write and gives their type urls; showUnknownAnys turns what came out of it into
// {"@type": the url, "value": base64 of the bytes}.
std::vector<std::string> hideUnknownAnys(google::protobuf::Message& message);
void showUnknownAnys(Json& json, const std::vector<std::string>& types);

}  // namespace ww::cli
