// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ww {

using Sha256 = std::array<std::uint8_t, 32>;

// Streaming SHA-256.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;
  Hasher& add(std::string_view bytes);
  Hasher& add(std::uint64_t number);  // little endian, 8 bytes
  Sha256 finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

Sha256 sha256(std::string_view bytes);
// Of both in a row.
Sha256 sha256(std::string_view head, std::string_view bytes);
std::string toHex(std::span<const std::uint8_t> bytes);

}  // namespace ww
