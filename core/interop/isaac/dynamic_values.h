// SPDX-License-Identifier: Apache-2.0
// Building and reading messages by the names of their fields, for the files of this folder alone.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/interop/isaac/capnp_access.h"
#include "core/math/pose.h"

namespace ww::isaac {

using Builder = capnp::DynamicStruct::Builder;
using Reader = capnp::DynamicStruct::Reader;

// A message of the type of that name, filled in by `fill`. The name must be one of the catalogue.
Message build(const char* type, const std::function<void(Builder&)>& fill);
// Runs `work` on the root of a message that must be of this type. INVALID_ARGUMENT (kWrongType); DATA_LOSS
// (kBadMessage).
Status readAs(const char* type, const Message& message, const std::function<void(const Reader&)>& work);

// parent_t_child of that field.
void putPose(Builder parent, const char* field, const Pose& pose);
// Metres, or what else the field counts; -0 is written as 0.
void putVector(Builder parent, const char* field, const Vec3& v);
void putTexts(Builder parent, const char* field, const std::vector<std::string>& texts);
void putText(Builder parent, const char* field, const std::string& text);
capnp::DynamicList::Builder putList(Builder parent, const char* field, std::size_t size);

// Identity, or zeros, where the field is not set.
Pose poseIn(const Reader& parent, const char* field);
// Of a pose in the plane, which is that of x and y.
Pose flatPoseIn(const Reader& parent, const char* field);
Vec3 vectorIn(const Reader& parent, const char* field);
std::string textIn(const Reader& parent, const char* field);
std::vector<std::string> textsIn(const Reader& parent, const char* field);
// fn(Reader) for each struct of a list.
template <typename Fn>
void forEachIn(const Reader& parent, const char* field, Fn&& fn) {
  for (const auto item : parent.get(field).as<capnp::DynamicList>()) fn(item.template as<capnp::DynamicStruct>());
}

struct Distortion;
// In its field "distortion"; nothing where there is none.
void putDistortion(Builder parent, const Distortion& distortion);

// A tensor whose data is buffer `index`.
void putTensor(Builder tensor, const char* element_type, const std::vector<int>& sizes, unsigned index);
struct TensorShape {
  std::string element_type;
  std::vector<int> sizes;
  unsigned buffer = 0;
  bool empty() const { return sizes.empty(); }
  // The number of elements; the largest number there is when it is not to be counted, or sizes are negative.
  std::uint64_t count() const;
};
TensorShape tensorIn(const Reader& parent, const char* field);
// DATA_LOSS (kNoBuffer, kBufferSize) unless the buffer is there and has exactly so many bytes.
Status checkBuffer(const Message& message, unsigned index, std::uint64_t bytes);

}  // namespace ww::isaac
