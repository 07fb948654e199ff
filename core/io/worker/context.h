// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/phrase.h"
#include "core/io/part_mode.h"
#include "core/io/worker/file_access.h"
#include "core/io/worker/scene.h"

namespace google::protobuf {
class MessageLite;
}

namespace ww::io::worker {

// Talks to the broker. Ends the process when the broker has gone.
class Reporter {
 public:
  explicit Reporter(int fd) : fd_(fd) {}
  void send(const google::protobuf::MessageLite& message);
  // What is being done now, for the message should it die of it: "reading the file".
  void stage(const Phrase& what);
  // 0 to 1 over the whole import; sent at most 20 times a second.
  void progress(double fraction, const Phrase& stage = {});
  // What is lost or doubtful, from a failure; `code` is what scripts know it by, `path` where it is in the file.
  void warn(std::string code, const Status& status, std::string path = {});
  // What is worth knowing.
  void note(std::string code, const Status& status, std::string path = {});
  // The lines of "link NAME" and "joint NAME" in the file, for what is told of them as a `path` without its line.
  void knowLines(const std::string& file, std::map<std::string, int> lines);
  const Diagnostics& diagnostics() const { return diagnostics_; }
  // The reason why the file is not to be imported after all; the first one counts.
  void refuse(Status reason);
  // The file that is read for another one, whose name stands with what is found meanwhile; empty: the import's own.
  void readsPart(std::string file) { part_ = std::move(file); }
  const Status& refusal() const { return refusal_; }

 private:
  void add(Diagnostic diagnostic);
  int fd_;
  std::chrono::steady_clock::time_point last_progress_{};
  Diagnostics diagnostics_;
  Status refusal_;
  std::string part_, lines_of_;
  std::map<std::string, int> lines_;
  std::size_t suppressed_ = 0;
};

struct ReadOptions {
  double unit_scale = 0.0;  // 0: the default of the format
  std::string up_axis;      // "y", "z" or empty
  bool fine = false;
  double chord_m = 0.0, angle_rad = 0.0;  // of triangles of CAD; 0: by `fine`
  std::uint64_t max_triangles = 50'000'000;
  std::uint32_t max_instances = 100'000;
  bool exact = true;   // shapes of CAD keep what the kernel knows of them
  std::string format;  // the id of the one that is read, whatever the ending of the file says
  // What the documents of the services do not allow is refused (Reporter::refuse) instead of mended or left out.
  bool documented = false;
  std::map<std::string, std::string> arguments;  // of templates: instead of their own values
  double cell_m = 0.0;                           // of clouds of points: the edge of a box; 0: by their size
  PartMode parts = PartMode::kOne;               // what becomes of assemblies of CAD
  std::string encoding;                          // of names; empty: as the file says, or by what fits
};

// What a reader works with.
struct ReadContext {
  std::filesystem::path path;  // absolute, real
  ReadOptions options;
  FileAccess& files;
  Reporter& report;
  std::filesystem::path scratch;
};

using Reader = Status (*)(ReadContext& context, Scene& scene);
// The reader of a format id; null when there is none.
Reader readerFor(std::string_view format);

// INVALID_ARGUMENT where the file begins with plain text, and not as a `wanted` ("ZIP archive") does.
Status notText(const char* wanted, const std::filesystem::path& path);
// Whole content, at most `max_bytes`; INVALID_ARGUMENT for a pointer of Git LFS in the place of a file.
Result<std::string> readWhole(const std::filesystem::path& path, std::uintmax_t max_bytes);

}  // namespace ww::io::worker
