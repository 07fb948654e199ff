// SPDX-License-Identifier: Apache-2.0
#include "core/scene/own_data.h"

#include <google/protobuf/any.pb.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

namespace ww::scene {

std::string sortedBytes(const google::protobuf::Message& message) {
  std::string out;
  google::protobuf::io::StringOutputStream stream(&out);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&coded);
  coded.Trim();
  return out;
}

void packSorted(const google::protobuf::Message& message, google::protobuf::Any& any) {
  any.PackFrom(message);  // the type's address
  any.set_value(sortedBytes(message));
}

}  // namespace ww::scene
