// SPDX-License-Identifier: Apache-2.0
#include "core/scene/own_data.h"

#include <google/protobuf/any.pb.h>

#include "core/proto/sorted_bytes.h"

namespace ww::scene {

void packSorted(const google::protobuf::Message& message, google::protobuf::Any& any) {
  any.PackFrom(message);  // the type's address
  any.set_value(proto::sortedBytes(message));
}

}  // namespace ww::scene
