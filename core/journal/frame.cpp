// SPDX-License-Identifier: Apache-2.0
#include "core/journal/frame.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/hash.h"

namespace ww::journal {
namespace {

constexpr std::string_view kFrameMark = "WWfr";
constexpr std::size_t kWindow = std::size_t{64} << 10;

std::uint64_t littleEndian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

void putLittleEndian(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i) & 0xff));
}

Result<std::string> bytesAt(project::VfsFile& file, std::uint64_t offset, std::size_t count) {
  std::string bytes(count, '\0');
  WW_ASSIGN(const std::size_t read, file.read(offset, bytes));
  bytes.resize(read);
  return bytes;
}

std::string_view sumOf(const Sha256& sum) { return {reinterpret_cast<const char*>(sum.data()), sum.size()}; }

struct Place {
  std::uint64_t offset = 0, size = 0;
};

// The frame there, if a whole one is.
Result<std::optional<Frame>> frameAt(project::VfsFile& file, const Place& at) {
  const std::optional<Frame> none;
  if (at.size - at.offset < kFrameHead + kFrameSum) return none;
  WW_ASSIGN(const std::string head, bytesAt(file, at.offset, kFrameHead));
  if (head.size() != kFrameHead || !head.starts_with(kFrameMark)) return none;
  const std::string_view fields(head);
  const std::uint64_t length = littleEndian(fields.substr(8, 8));
  // Compared with what is there before any memory is taken for it.
  if (length > at.size - at.offset - kFrameHead - kFrameSum) return none;
  const auto count = static_cast<std::size_t>(length);
  WW_ASSIGN(std::string rest, bytesAt(file, at.offset + kFrameHead, count + kFrameSum));
  if (rest.size() != count + kFrameSum) return none;
  const Sha256 sum = sha256(head, std::string_view(rest).substr(0, count));
  if (std::string_view(rest).substr(count) != sumOf(sum)) return none;
  rest.resize(count);
  return std::optional<Frame>(Frame{static_cast<std::uint32_t>(littleEndian(fields.substr(4, 4))),
                                    littleEndian(fields.substr(16, 8)), std::move(rest)});
}

// Where the next mark of a frame stands at or behind `at`; the end of the file when there is none.
Result<std::uint64_t> nextMark(project::VfsFile& file, Place at) {
  while (at.offset < at.size) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, at.size - at.offset));
    WW_ASSIGN(const std::string window, bytesAt(file, at.offset, wanted));
    const std::size_t found = window.find(kFrameMark);
    if (found != std::string::npos) return at.offset + found;
    if (window.size() < kFrameMark.size()) break;
    at.offset += window.size() - (kFrameMark.size() - 1);
  }
  return at.size;
}

}  // namespace

std::string framed(std::uint32_t kind, std::uint64_t sequence, std::string_view payload) {
  std::string out(kFrameMark);
  out.reserve(kFrameHead + payload.size() + kFrameSum);
  putLittleEndian(out, kind, 4);
  putLittleEndian(out, payload.size(), 8);
  putLittleEndian(out, sequence, 8);
  const Sha256 sum = sha256(out, payload);
  out += payload;
  out += sumOf(sum);
  return out;
}

Result<NotWhole> readFrames(project::VfsFile& file, const std::function<Status(Frame&&)>& each) {
  NotWhole left;
  Place at;
  WW_ASSIGN(at.size, file.size());
  WW_ASSIGN(const std::string mark, bytesAt(file, 0, kFileMark.size()));
  const std::string_view name = kFileMark.substr(0, kFileMark.size() - 1);
  if (mark == kFileMark) {
    at.offset = kFileMark.size();
  } else if (mark.size() == kFileMark.size() && mark.starts_with(name)) {
    left.newer = true;
    return left;
  }
  std::uint64_t whole_to = at.offset;
  while (at.offset < at.size) {
    WW_ASSIGN(std::optional<Frame> frame, frameAt(file, at));
    if (!frame) {
      WW_ASSIGN(at.offset, nextMark(file, {at.offset + 1, at.size}));
      continue;
    }
    left.between += at.offset - whole_to;
    at.offset += kFrameHead + frame->payload.size() + kFrameSum;
    whole_to = at.offset;
    WW_TRY(each(std::move(*frame)));
  }
  left.at_end = at.size - std::min(whole_to, at.size);
  return left;
}

Packer& Packer::number(std::uint64_t value) {
  putLittleEndian(out_, value, 8);
  return *this;
}

Packer& Packer::text(std::string_view bytes) {
  number(bytes.size());
  out_ += bytes;
  return *this;
}

std::uint64_t Unpacker::number() {
  ok_ = ok_ && rest_.size() >= 8;
  if (!ok_) return 0;
  const std::uint64_t value = littleEndian(rest_.substr(0, 8));
  rest_.remove_prefix(8);
  return value;
}

std::string_view Unpacker::text() {
  const std::uint64_t length = number();
  ok_ = ok_ && length <= rest_.size();
  if (!ok_) return {};
  const std::string_view bytes = rest_.substr(0, static_cast<std::size_t>(length));
  rest_.remove_prefix(bytes.size());
  return bytes;
}

}  // namespace ww::journal
