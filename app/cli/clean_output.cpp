// SPDX-License-Identifier: Apache-2.0
#include "app/cli/clean_output.h"

#include <iostream>
#include <mutex>
#include <streambuf>
#include <string>
#include <utility>

#include "core/base/printable.h"

namespace ww::cli {
namespace {

// Between a stream and what writes for it. A character may come in pieces. Thread-safe.
class CleanBuffer : public std::streambuf {
 public:
  explicit CleanBuffer(std::streambuf& to) : to_(to) {}

  bool writeRaw(std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    return finish() && put(bytes);
  }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const std::lock_guard lock(mutex_);
    begun_.append(text, static_cast<std::size_t>(size));
    const std::size_t whole = begun_.size() - incompleteTail(begun_);
    const bool written = put(printable(std::string_view(begun_).substr(0, whole)));
    begun_.erase(0, whole);
    return written ? size : 0;
  }
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
  }
  int sync() override {
    const std::lock_guard lock(mutex_);
    const bool written = finish();
    return to_.pubsync() == 0 && written ? 0 : -1;
  }

 private:
  bool put(std::string_view bytes) {
    const auto size = static_cast<std::streamsize>(bytes.size());
    return to_.sputn(bytes.data(), size) == size;
  }
  // Nothing more comes of a character that was begun.
  bool finish() { return put(printable(std::exchange(begun_, {}))); }

  std::streambuf& to_;
  std::mutex mutex_;
  std::string begun_;
};

struct Streams {
  CleanBuffer out{*std::cout.rdbuf()}, error{*std::cerr.rdbuf()};
  std::ostream raw_error{std::cerr.rdbuf()};
};

// Never deleted: the streams are flushed when all else has gone.
Streams& streams() {
  static auto* all = new Streams;  // NOLINT(cppcoreguidelines-owning-memory)
  return *all;
}

}  // namespace

void cleanOutput() {
  Streams& all = streams();
  std::cout.rdbuf(&all.out);
  std::cerr.rdbuf(&all.error);
}

bool writeRaw(std::string_view bytes) {
  const bool written = streams().out.writeRaw(bytes);
  if (!written) std::cout.setstate(std::ios::badbit);
  return std::cout.flush() && written;
}

std::ostream& rawError() { return streams().raw_error; }

}  // namespace ww::cli
