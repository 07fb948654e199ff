// SPDX-License-Identifier: Apache-2.0
// The readers of our own for libFuzzer: bytes as a file of the format that WW_FORMAT names. `readers` builds and runs
// it.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <thread>

#include "core/io/worker/gltf/read_gltf.h"
#include "core/io/worker/mesh_source.h"
#include "core/io/worker/obj/obj_file.h"

using namespace ww;
using namespace ww::io::worker;

namespace {

constexpr std::uint64_t kMostTriangles = 200'000;  // more takes long and finds nothing

// A broker that listens and says nothing.
int brokerEnd() {
  static const int end = [] {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) std::abort();
    std::thread([from = ends[0]] {
      std::array<char, 4096> bytes;
      while (read(from, bytes.data(), bytes.size()) > 0) {}
    }).detach();
    return ends[1];
  }();
  return end;
}

struct Desk {
  Reporter report{brokerEnd()};
  FileAccess files{"/nonexistent"};
  ReadContext context{"/nonexistent/a", {}, files, report, "/nonexistent"};
};

void check(const Result<LoadedMesh>& read) {
  if (!read.ok()) return;
  for (const PlacedShape& one : read->shapes) {
    // A reader may not hand over what the store would have to refuse.
    if (!one.shape || !one.shape->mesh || !one.shape->mesh->validate().ok()) std::abort();
  }
}

void readOne(const std::string& format, std::string_view bytes) {
  Desk desk;
  desk.context.options.format = format;
  desk.context.options.max_triangles = kMostTriangles;
  desk.context.options.max_instances = 1000;
  if (format == "stl") {
    auto read = parseStl(desk.context, bytes, "/nonexistent/a.stl", 1.0);
    if (read.ok()) check(LoadedMesh{*std::move(read)});
  } else if (format == "obj") {
    (void)parseObj(bytes, "a.obj", {kMostTriangles, {}});
  } else {
    auto document = GltfDocument::of(desk.context, "/nonexistent/a." + format, std::string(bytes), format == "glb");
    if (document.ok()) check(parseGltfMesh(desk.context, *std::move(document), 1.0, ""));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string format = [] {
    const char* named = std::getenv("WW_FORMAT");
    return std::string(named == nullptr ? "glb" : named);
  }();
  readOne(format, {reinterpret_cast<const char*>(data), size});
  return 0;
}
