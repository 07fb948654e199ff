// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/zip_writer.h"

#include <zlib.h>

#include "core/geometry/little_endian.h"

namespace ww::exchange {
namespace {

using geometry::putU32;

void putU16(std::string& out, std::uint32_t x) {
  out.push_back(static_cast<char>(x & 0xff));
  out.push_back(static_cast<char>(x >> 8 & 0xff));
}

// What the head of a file and its entry in the directory have in common: version 2.0, names in UTF-8, stored, the
// first day that ZIP knows.
void putFacts(const ExportedFile& file, std::uint32_t crc, std::string& out) {
  putU16(out, 20);
  putU16(out, 0x0800);
  putU16(out, 0);
  putU16(out, 0);
  putU16(out, 0x0021);
  putU32(out, crc);
  putU32(out, static_cast<std::uint32_t>(file.bytes.size()));
  putU32(out, static_cast<std::uint32_t>(file.bytes.size()));
  putU16(out, static_cast<std::uint32_t>(file.name.size()));
  putU16(out, 0);  // nothing extra
}

}  // namespace

std::string zipOf(const std::vector<ExportedFile>& files) {
  std::uint64_t total = 22;
  for (const ExportedFile& f : files) total += 76 + 2 * f.name.size() + f.bytes.size();
  if (total > 0xfffffff0u || files.size() > 0xfff0u) return {};
  std::string out, directory;
  out.reserve(total);
  for (const ExportedFile& f : files) {
    const auto crc =
        static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(f.bytes.data()), f.bytes.size()));
    const auto at = static_cast<std::uint32_t>(out.size());
    putU32(out, 0x04034b50);
    putFacts(f, crc, out);
    out += f.name;
    out += f.bytes;
    putU32(directory, 0x02014b50);
    putU16(directory, 20);  // made by
    putFacts(f, crc, directory);
    putU16(directory, 0);  // no comment
    putU16(directory, 0);  // on the first disk
    putU16(directory, 0);
    putU32(directory, 0);
    putU32(directory, at);
    directory += f.name;
  }
  const auto begin = static_cast<std::uint32_t>(out.size());
  const auto count = static_cast<std::uint32_t>(files.size());
  out += directory;
  putU32(out, 0x06054b50);
  putU16(out, 0);
  putU16(out, 0);
  putU16(out, count);
  putU16(out, count);
  putU32(out, static_cast<std::uint32_t>(directory.size()));
  putU32(out, begin);
  putU16(out, 0);
  return out;
}

}  // namespace ww::exchange
