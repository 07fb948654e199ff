// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/udp.h"

#include <algorithm>
#include <cstring>

#include "core/interop/isaac/channels.h"
#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/types.h"

namespace ww::isaac {
namespace {

constexpr std::size_t kPayloadBytes = kUdpPackageBytes - kUdpHeaderBytes;
constexpr std::size_t kWordBytes = sizeof(Word);

void putUuid(Builder parent, const Uuid& uuid) {
  auto out = parent.init("uuid").as<capnp::DynamicStruct>();
  out.set("lower", uuid.lower);
  out.set("upper", uuid.upper);
}

Uuid uuidIn(const Reader& parent) {
  const auto uuid = parent.get("uuid").as<capnp::DynamicStruct>();
  return {uuid.get("lower").as<std::uint64_t>(), uuid.get("upper").as<std::uint64_t>()};
}

std::string bytesOf(const Message& message) {
  std::string out;
  for (const auto& segment : message.segments)
    out.append(reinterpret_cast<const char*>(segment.data()), segment.size() * kWordBytes);
  return out;
}

// The type is 0 on this wire.
std::string messageHeader(const Message& message, std::uint64_t own_bytes) {
  std::uint64_t all = own_bytes;
  for (const auto& segment : message.segments) all += segment.size() * kWordBytes;
  return bytesOf(build("MessageHeaderProto", [&](Builder& out) {
    putUuid(out, message.uuid);
    putText(out, "channel", message.channel);
    out.set("acqtime", message.acqtime_ns);
    out.set("pubtime", message.pubtime_ns);
    out.set("messageLength", all);
    auto lengths = putList(out, "segmentLengths", message.segments.size());
    for (unsigned i = 0; i < message.segments.size(); ++i) lengths.set(i, message.segments[i].size() * kWordBytes);
  }));
}

std::string packageHeader(const Uuid& uuid, std::uint64_t bytes, std::size_t index) {
  return bytesOf(build("UdpPackageHeaderProto", [&](Builder& out) {
    out.set("messageLength", bytes);
    out.set("packageIndex", index);
    putUuid(out, uuid);
  }));
}

Status tooLargeForUdp(std::uint64_t size, std::uint64_t limit) {
  return fail(failures::kTooLarge, {{"size", arg::Bytes{size}}, {"limit", arg::Bytes{limit}}});
}

Status badPackage(Phrase reason) { return fail(failures::kBadPackage, {{"reason", std::move(reason)}}); }

// A message of one segment around bytes; `bytes` is made of whole words.
Message around(const char* type, std::string_view bytes) {
  Message out;
  out.type_id = findType(std::string_view(type))->id;
  auto& words = out.segments.emplace_back(bytes.size() / kWordBytes);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * kWordBytes);
  return out;
}

struct PackageHeader {
  Uuid uuid;
  std::uint32_t bytes = 0;
  std::uint16_t index = 0;
};

std::size_t packageCount(std::uint32_t bytes) { return (bytes + kPayloadBytes - 1) / kPayloadBytes; }

Result<PackageHeader> headerOf(std::string_view package) {
  const bool words =
      package.size() > kUdpHeaderBytes && package.size() <= kUdpPackageBytes && package.size() % kWordBytes == 0;
  if (!words)
    return badPackage(phrase(WW_TEXT("Core", "no package has {count} bytes"), {{"count", arg::Count{package.size()}}}));
  PackageHeader out;
  WW_TRY(readAs(
      "UdpPackageHeaderProto", around("UdpPackageHeaderProto", package.substr(0, kUdpHeaderBytes)),
      [&](const Reader& in) {
        out = {uuidIn(in), in.get("messageLength").as<std::uint32_t>(), in.get("packageIndex").as<std::uint16_t>()};
      }));
  if (out.bytes > kMostUdpBytes) return tooLargeForUdp(out.bytes, kMostUdpBytes);
  const std::size_t payload = package.size() - kUdpHeaderBytes, before = out.index * kPayloadBytes;
  const bool fits = out.bytes % kWordBytes == 0 && out.index < packageCount(out.bytes) &&
                    payload == std::min<std::size_t>(kPayloadBytes, out.bytes - before);
  if (!fits) return badPackage(phrase(WW_TEXT("Core", "it does not fit into the message that it belongs to")));
  return out;
}

// Of all payloads in their order.
Result<Message> whole(const std::string& bytes, const Uuid& uuid) {
  Message out;
  std::uint64_t announced = 0, segments = 0;
  std::vector<std::uint32_t> lengths;
  const std::string_view first = std::string_view(bytes).substr(0, kPayloadBytes);
  WW_TRY(readAs("MessageHeaderProto", around("MessageHeaderProto", first), [&](const Reader& in) {
    out.uuid = uuidIn(in);
    out.type_id = static_cast<std::uint64_t>(in.get("proto").as<std::int64_t>());
    out.channel = textIn(in, "channel");
    out.acqtime_ns = in.get("acqtime").as<std::int64_t>();
    out.pubtime_ns = in.get("pubtime").as<std::int64_t>();
    announced = in.get("messageLength").as<std::uint32_t>();
    for (const auto length : in.get("segmentLengths").as<capnp::DynamicList>())
      lengths.push_back(length.as<std::uint32_t>());
  }));
  bool sound = announced == bytes.size() && out.uuid == uuid && out.channel.size() <= 255 && lengths.size() <= 255;
  for (const std::uint32_t length : lengths) {
    sound = sound && length % kWordBytes == 0;
    segments += length;
  }
  if (!sound || segments > bytes.size() || bytes.size() - segments > kPayloadBytes)
    return badPackage(phrase(WW_TEXT("Core", "the lengths of its header do not fit it")));
  std::string_view rest = std::string_view(bytes).substr(bytes.size() - segments);
  for (const std::uint32_t length : lengths) {
    auto& words = out.segments.emplace_back(length / kWordBytes);
    if (length != 0) std::memcpy(words.data(), rest.data(), length);
    rest.remove_prefix(length);
  }
  if (out.type_id == 0) out.type_id = typeOfChannel(out.channel);
  return out;
}

}  // namespace

Result<std::vector<std::string>> udpPackages(const Message& message) {
  if (!message.buffers.empty()) return fail(failures::kUdpBuffers, {{"type", arg::Words{typeName(message.type_id)}}});
  std::string bytes = messageHeader(message, messageHeader(message, 0).size());
  if (bytes.size() >= kPayloadBytes) return tooLargeForUdp(bytes.size(), kPayloadBytes);
  bytes += bytesOf(message);
  if (bytes.size() > kMostUdpBytes) return tooLargeForUdp(bytes.size(), kMostUdpBytes);
  std::vector<std::string> out;
  for (std::size_t at = 0; at < bytes.size(); at += kPayloadBytes)
    out.push_back(packageHeader(message.uuid, bytes.size(), out.size()) + bytes.substr(at, kPayloadBytes));
  return out;
}

void UdpAssembler::forget(double time_s) {
  while (!parts_.empty() && (parts_.size() > kMostUnderWay || time_s - parts_.front().since_s > kPatience)) {
    parts_.pop_front();
    ++lost_;
  }
}

Result<std::optional<Message>> UdpAssembler::take(std::string_view package, const std::string& from, double time_s) {
  forget(time_s);
  WW_ASSIGN(const PackageHeader header, headerOf(package));
  auto at = std::ranges::find_if(
      parts_, [&](const Parts& p) { return p.uuid == header.uuid && p.bytes == header.bytes && p.from == from; });
  if (at == parts_.end()) {
    parts_.push_back({from, header.uuid, header.bytes, time_s, {}});
    at = std::prev(parts_.end());
  }
  at->packages.try_emplace(header.index, package.substr(kUdpHeaderBytes));
  if (at->packages.size() < packageCount(header.bytes)) {
    forget(time_s);
    return std::optional<Message>();
  }
  std::string bytes;
  for (const auto& [index, payload] : at->packages) bytes += payload;
  parts_.erase(at);
  WW_ASSIGN(Message message, whole(bytes, header.uuid));
  return std::optional<Message>(std::move(message));
}

}  // namespace ww::isaac
