// SPDX-License-Identifier: Apache-2.0
#include "core/base/hash.h"

#include <openssl/evp.h>

#include "core/base/check.h"

namespace ww {

struct Hasher::Impl {
  EVP_MD_CTX* ctx = EVP_MD_CTX_new();
  ~Impl() { EVP_MD_CTX_free(ctx); }
};

Hasher::Hasher() : impl_(std::make_unique<Impl>()) {
  WW_CHECK(EVP_DigestInit_ex(impl_->ctx, EVP_sha256(), nullptr) == 1);
}
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::add(std::string_view bytes) {
  WW_CHECK(EVP_DigestUpdate(impl_->ctx, bytes.data(), bytes.size()) == 1);
  return *this;
}

Hasher& Hasher::add(std::uint64_t number) {
  std::array<char, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(number >> (8 * i));
  return add(std::string_view(bytes.data(), bytes.size()));
}

Sha256 Hasher::finish() {
  Sha256 out{};
  unsigned int size = 0;
  WW_CHECK(EVP_DigestFinal_ex(impl_->ctx, out.data(), &size) == 1 && size == out.size());
  return out;
}

Sha256 sha256(std::string_view bytes) { return Hasher().add(bytes).finish(); }

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
