// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message_lite.h>

#include <string>

namespace ww::proto {

// The same bytes for equal messages, in one version of protobuf: maps have no order of their own, and stand by their
// keys here. At most 2 GiB; of a larger message nothing.
inline std::string sortedBytes(const google::protobuf::MessageLite& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializePartialToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

}  // namespace ww::proto
