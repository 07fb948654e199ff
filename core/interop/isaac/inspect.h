// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/interop/isaac/message.h"

namespace ww::isaac {

// A row of the tree that a message is shown as.
struct Field {
  std::string name;   // "pose"; "[3]" for an element of a list
  std::string type;   // "Pose3dProto", "List(Text)", "Float64"
  std::string value;  // of a leaf; the number of elements of a list
  std::vector<Field> children;
  std::size_t left_out = 0;  // children that are not shown
};

struct InspectLimits {
  std::size_t list = 1000;     // elements of one list that are shown
  std::size_t fields = 50000;  // of the whole tree
};

// The fields of a message, and its buffers behind them. A type that is not known comes as raw words. DATA_LOSS
// (kBadMessage) when the message cannot be read as its type.
Result<Field> inspect(const Message& message, const InspectLimits& limits = {});
// The words and buffers as they are, whatever the type.
Field rawFields(const Message& message, const InspectLimits& limits = {});

}  // namespace ww::isaac
