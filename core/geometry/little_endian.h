// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstring>
#include <string>

#include "core/math/pose.h"

namespace ww::geometry {

// Numbers of binary files, little endian on every machine.
inline void putU32(std::string& out, std::uint32_t x) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(x >> shift & 0xff));
}
inline void putFloat(std::string& out, float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  putU32(out, bits);
}
inline void putVector(std::string& out, const Vec3& v) {
  for (int i = 0; i < 3; ++i) putFloat(out, static_cast<float>(v[i]));
}

}  // namespace ww::geometry
