// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/project/vfs.h"

namespace ww::journal {

// A file of a journal is kFileMark and then frames, one after the other: "WWfr", kind (4 bytes, little endian), length
// of the payload (8), sequence number (8), payload, SHA-256 over all that. Nothing depends on where a frame stands.
inline constexpr std::string_view kFileMark{"WWjrnl\0\1", 8};  // the last byte is the version
inline constexpr std::size_t kFrameHead = 24, kFrameSum = 32;

struct Frame {
  std::uint32_t kind = 0;
  std::uint64_t sequence = 0;
  std::string payload;
};
std::string framed(std::uint32_t kind, std::uint64_t sequence, std::string_view payload);

// What of a file is no whole frame.
struct NotWhole {
  bool newer = false;         // of a version that this program does not know; nothing of it was read
  std::uint64_t between = 0;  // bytes before the last whole frame: damage
  std::uint64_t at_end = 0;   // bytes behind it: an append that was cut short, or damage
};
// Hands over each whole frame in the order of the file, those behind damage too; hostile bytes do no harm. Fails only
// when the file cannot be read, or as `each` does.
Result<NotWhole> readFrames(project::VfsFile& file, const std::function<Status(Frame&&)>& each);

// Numbers and texts in a row, as payloads have them. What is behind those that a reader knows is passed over, so that
// newer programs may add some.
class Packer {
 public:
  Packer& number(std::uint64_t value);
  Packer& text(std::string_view bytes);
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}
  // 0 and "" once ok() is false: there was less than was asked for.
  std::uint64_t number();
  std::string_view text();
  bool ok() const { return ok_; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace ww::journal
