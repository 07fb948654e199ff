// SPDX-License-Identifier: Apache-2.0
// The functions that later versions call by another name: those make a context on the heap for each hash, which
// takes longer than hashing a row of a file.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "core/base/hash.h"

#include <openssl/sha.h>

#include "core/base/check.h"

namespace ww {

struct Hasher::Impl {
  SHA256_CTX context;
};

Hasher::Hasher() : impl_(std::make_unique<Impl>()) { WW_CHECK(SHA256_Init(&impl_->context) == 1); }
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::add(std::string_view bytes) {
  WW_CHECK(SHA256_Update(&impl_->context, bytes.data(), bytes.size()) == 1);
  return *this;
}

Hasher& Hasher::add(std::uint64_t number) {
  std::array<char, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(number >> (8 * i));
  return add(std::string_view(bytes.data(), bytes.size()));
}

Sha256 Hasher::finish() {
  Sha256 out{};
  WW_CHECK(SHA256_Final(out.data(), &impl_->context) == 1);
  return out;
}

Sha256 sha256(std::string_view bytes) { return sha256({}, bytes); }

Sha256 sha256(std::string_view head, std::string_view bytes) {
  SHA256_CTX context;
  Sha256 out{};
  const bool done = SHA256_Init(&context) == 1 && SHA256_Update(&context, head.data(), head.size()) == 1 &&
                    SHA256_Update(&context, bytes.data(), bytes.size()) == 1 && SHA256_Final(out.data(), &context) == 1;
  WW_CHECK(done);
  return out;
}

std::string toHex(std::span<const std::uint8_t> bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t b : bytes) {
    text += kDigits[b >> 4];
    text += kDigits[b & 15];
  }
  return text;
}

}  // namespace ww
