// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ros/message_traits.h>
#include <ros/serialization.h>

#include <cstring>
#include <string>

namespace ww::ros1 {

// Bytes of a message of any type: which, the publisher and the subscription say.
struct RawMessage {
  std::string bytes;
};

}  // namespace ww::ros1

namespace ros {
namespace message_traits {

template <>
struct IsMessage<ww::ros1::RawMessage> : TrueType {};
template <>
struct MD5Sum<ww::ros1::RawMessage> {
  static const char* value() { return "*"; }
  static const char* value(const ww::ros1::RawMessage&) { return "*"; }
};
template <>
struct DataType<ww::ros1::RawMessage> {
  static const char* value() { return "*"; }
  static const char* value(const ww::ros1::RawMessage&) { return "*"; }
};
template <>
struct Definition<ww::ros1::RawMessage> {
  static const char* value() { return ""; }
  static const char* value(const ww::ros1::RawMessage&) { return ""; }
};

}  // namespace message_traits

namespace serialization {

template <>
struct Serializer<ww::ros1::RawMessage> {
  template <typename Stream>
  static void write(Stream& stream, const ww::ros1::RawMessage& message) {
    std::memcpy(stream.advance(static_cast<std::uint32_t>(message.bytes.size())), message.bytes.data(),
                message.bytes.size());
  }
  template <typename Stream>
  static void read(Stream& stream, ww::ros1::RawMessage& message) {
    const std::uint32_t size = stream.getLength();
    message.bytes.assign(reinterpret_cast<const char*>(stream.advance(size)), size);
  }
  static std::uint32_t serializedLength(const ww::ros1::RawMessage& message) {
    return static_cast<std::uint32_t>(message.bytes.size());
  }
};

}  // namespace serialization
}  // namespace ros
