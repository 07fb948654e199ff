// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "tests/unit/guards/wire_tables.h"

namespace google::protobuf {
class DescriptorPool;
class FileDescriptorSet;
}  // namespace google::protobuf

namespace ww::guards {

// What the pool lacks of the tables or has otherwise, one line each: messages, fields (name, type,
// presence, oneof), enum values, services and the order of their methods. Fields that only the pool
// has are listed too: the tables name all.
std::vector<std::string> compareWire(const WireTables& tables, const google::protobuf::DescriptorPool& pool);

// Fills the pool with a compiled set, imports first. False when a file does not fit.
bool fillPool(const google::protobuf::FileDescriptorSet& set, google::protobuf::DescriptorPool& pool);

}  // namespace ww::guards
