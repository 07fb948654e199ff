// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/dynamic_values.h"

#include <cmath>
#include <limits>

#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/types.h"

namespace ww::isaac {

using capnp::DynamicList;
using capnp::DynamicStruct;

Message build(const char* type, const std::function<void(Builder&)>& fill) {
  const TypeInfo* info = findType(std::string_view(type));
  WW_CHECK(info != nullptr);
  Message out;
  out.type_id = info->id;
  capnp::MallocMessageBuilder builder;
  auto root = builder.initRoot<DynamicStruct>(*structSchema(info->id));
  fill(root);
  // One segment, as receivers like it.
  if (builder.getSegmentsForOutput().size() > 1) {
    const auto words = static_cast<unsigned>(root.asReader().totalSize().wordCount);
    capnp::MallocMessageBuilder whole(words + 1);
    whole.setRoot(root.asReader());
    out.segments = segmentsOf(whole);
  } else {
    out.segments = segmentsOf(builder);
  }
  return out;
}

Status readAs(const char* type, const Message& message, const std::function<void(const Reader&)>& work) {
  const TypeInfo* info = findType(std::string_view(type));
  WW_CHECK(info != nullptr);
  if (message.type_id != info->id)
    return fail(failures::kWrongType,
                {{"type", arg::Words{typeName(message.type_id)}}, {"wanted", arg::Words{std::string(type)}}});
  const auto wrong = caughtKj([&] {
    Reading reading(message);
    work(reading.root(*structSchema(info->id)));
  });
  if (wrong)
    return fail(failures::kBadMessage, {{"type", arg::Words{std::string(type)}}, {"reason", arg::Words{*wrong}}});
  return okStatus();
}

void putPose(Builder parent, const char* field, const Pose& pose) {
  auto out = parent.init(field).as<DynamicStruct>();
  auto q = out.init("rotation").as<DynamicStruct>().init("q").as<DynamicStruct>();
  q.set("w", pose.q.w());
  q.set("x", pose.q.x());
  q.set("y", pose.q.y());
  q.set("z", pose.q.z());
  putVector(out, "translation", pose.p);
}

void putVector(Builder parent, const char* field, const Vec3& v) {
  auto out = parent.init(field).as<DynamicStruct>();
  const Vec3 unsigned_zeros = v + Vec3::Zero();
  out.set("x", unsigned_zeros.x());
  out.set("y", unsigned_zeros.y());
  out.set("z", unsigned_zeros.z());
}

void putText(Builder parent, const char* field, const std::string& text) {
  parent.set(field, capnp::Text::Reader(text.c_str(), text.size()));
}

DynamicList::Builder putList(Builder parent, const char* field, std::size_t size) {
  return parent.init(field, static_cast<unsigned>(size)).as<DynamicList>();
}

void putTexts(Builder parent, const char* field, const std::vector<std::string>& texts) {
  auto list = putList(parent, field, texts.size());
  for (unsigned i = 0; i < texts.size(); ++i) list.set(i, capnp::Text::Reader(texts[i].c_str(), texts[i].size()));
}

Vec3 vectorIn(const Reader& parent, const char* field) {
  const auto v = parent.get(field).as<DynamicStruct>();
  return {v.get("x").as<double>(), v.get("y").as<double>(), v.get("z").as<double>()};
}

Pose poseIn(const Reader& parent, const char* field) {
  const auto pose = parent.get(field).as<DynamicStruct>();
  const auto q = pose.get("rotation").as<DynamicStruct>().get("q").as<DynamicStruct>();
  const Quat turn(q.get("w").as<double>(), q.get("x").as<double>(), q.get("y").as<double>(), q.get("z").as<double>());
  return {vectorIn(pose, "translation"), turn.coeffs().isZero(0.0) ? Quat::Identity() : turn};
}

Pose flatPoseIn(const Reader& parent, const char* field) {
  const auto pose = parent.get(field).as<DynamicStruct>();
  const auto q = pose.get("rotation").as<DynamicStruct>().get("q").as<DynamicStruct>();
  const auto t = pose.get("translation").as<DynamicStruct>();
  const double angle = std::atan2(q.get("y").as<double>(), q.get("x").as<double>());
  Pose out = Pose::rotation(Vec3::UnitZ(), angle);
  out.p = Vec3(t.get("x").as<double>(), t.get("y").as<double>(), 0.0);
  return out;
}

std::string textIn(const Reader& parent, const char* field) {
  const auto text = parent.get(field).as<capnp::Text>();
  return {text.begin(), text.size()};
}

std::vector<std::string> textsIn(const Reader& parent, const char* field) {
  std::vector<std::string> out;
  for (const auto item : parent.get(field).as<DynamicList>()) {
    const auto text = item.as<capnp::Text>();
    out.emplace_back(text.begin(), text.size());
  }
  return out;
}

void putTensor(Builder tensor, const char* element_type, const std::vector<int>& sizes, unsigned index) {
  tensor.set("elementType", element_type);
  auto list = putList(tensor, "sizes", sizes.size());
  for (unsigned i = 0; i < sizes.size(); ++i) list.set(i, sizes[i]);
  tensor.set("dataBufferIndex", index);
}

std::uint64_t TensorShape::count() const {
  constexpr std::uint64_t kTooMany = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t out = 1;
  for (const int size : sizes) {
    if (size < 0 || out > (1ull << 40)) return kTooMany;
    out *= static_cast<std::uint64_t>(size);
  }
  return out > (1ull << 40) ? kTooMany : out;
}

TensorShape tensorIn(const Reader& parent, const char* field) {
  TensorShape out;
  const auto tensor = parent.get(field).as<DynamicStruct>();
  KJ_IF_MAYBE (known, tensor.get("elementType").as<capnp::DynamicEnum>().getEnumerant()) {
    out.element_type = known->getProto().getName().cStr();
  }
  for (const auto size : tensor.get("sizes").as<DynamicList>()) out.sizes.push_back(size.as<int>());
  out.buffer = tensor.get("dataBufferIndex").as<unsigned>();
  return out;
}

void putDistortion(Builder parent, const Distortion& distortion) {
  if (distortion.coefficients.empty()) return;
  auto out = parent.init("distortion").as<DynamicStruct>();
  out.set("model", distortion.fisheye ? "fisheye" : "brown");
  const auto& values = distortion.coefficients;
  auto list = putList(out.init("coefficients").as<DynamicStruct>(), "coefficients", values.size());
  for (unsigned i = 0; i < values.size(); ++i) list.set(i, values[i]);
}

Status checkBuffer(const Message& message, unsigned index, std::uint64_t bytes) {
  const std::string type = typeName(message.type_id);
  if (index >= message.buffers.size())
    return fail(
        failures::kNoBuffer,
        {{"type", arg::Words{type}}, {"index", arg::Count{index}}, {"count", arg::Count{message.buffers.size()}}});
  const std::uint64_t size = message.buffers[index]->size();
  if (size != bytes)
    return fail(failures::kBufferSize,
                {{"type", arg::Words{type}}, {"size", arg::Bytes{size}}, {"wanted", arg::Bytes{bytes}}});
  return okStatus();
}

}  // namespace ww::isaac
