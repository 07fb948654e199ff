// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ww::ros1 {

// The bytes of a message of ROS: numbers with their low byte first, texts and lists behind their length.
class Writer {
 public:
  void boolean(bool value) { u8(value ? 1 : 0); }
  void u8(std::uint8_t value) { bytes_ += static_cast<char>(value); }
  void u32(std::uint32_t value);
  void i32(std::int32_t value) { u32(static_cast<std::uint32_t>(value)); }
  void f64(double value);
  void text(std::string_view value);
  void raw(std::string_view bytes) { bytes_ += bytes; }
  void time(double seconds);  // since the start of the simulation; what is no time of ROS becomes the nearest that is
  template <typename Texts>
  void texts(const Texts& values) {
    u32(static_cast<std::uint32_t>(values.size()));
    for (const auto& value : values) text(value);
  }
  template <typename Numbers>
  void numbers(const Numbers& values) {
    u32(static_cast<std::uint32_t>(values.size()));
    for (const double value : values) f64(value);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Reads them. What is cut short reads as zeros, and `problem` says so.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool boolean() { return u8() != 0; }
  std::uint8_t u8();
  std::uint32_t u32();
  std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
  double f64();
  std::string text();
  double time();      // seconds
  double duration();  // seconds
  std::vector<std::string> texts();
  std::vector<double> numbers();
  // The length of a list whose elements have at least so many bytes.
  std::uint32_t length(std::size_t element_bytes);

  // Empty when all was read and sound.
  std::string problem() const;

 private:
  std::string_view take(std::size_t count);

  std::string_view bytes_;
  bool short_ = false, not_text_ = false;
};

}  // namespace ww::ros1
