// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/context.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "core/io/failure_wire.h"
#include "core/io/failures.h"
#include "core/io/finding.h"
#include "core/io/frame_io.h"
#include "core/io/other_kind.h"
#include "core/io/text_scan.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::io::worker {
namespace {
constexpr std::size_t kMaxDiagnostics = 300;
}

void Reporter::send(const google::protobuf::MessageLite& message) {
  if (!writeFrame(fd_, message)) _exit(1);
}

void Reporter::stage(const Phrase& what) {
  worldwright::v1::FromWorker message;
  toWire(what, *message.mutable_stage());
  send(message);
}

void Reporter::progress(double fraction, const Phrase& stage) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_progress_ < std::chrono::milliseconds(50)) return;
  last_progress_ = now;
  worldwright::v1::FromWorker message;
  message.mutable_progress()->set_fraction(fraction);
  if (!stage.empty()) toWire(stage, *message.mutable_progress()->mutable_stage());
  send(message);
}

void Reporter::warn(std::string code, const Status& status, std::string path) {
  add(finding(Diagnostic::Severity::kWarning, std::move(code), status, std::move(path)));
}

void Reporter::note(std::string code, const Status& status, std::string path) {
  add(finding(Diagnostic::Severity::kInfo, std::move(code), status, std::move(path)));
}

void Reporter::refuse(Status reason) {
  if (refusal_.ok()) refusal_ = std::move(reason);
}

void Reporter::knowLines(const std::string& file, std::map<std::string, int> lines) {
  lines_of_ = file;
  lines_ = std::move(lines);
}

void Reporter::add(Diagnostic diagnostic) {
  if (const auto known = lines_.find(diagnostic.path); diagnostic.line <= 0 && known != lines_.end()) {
    if (known->second > 0) diagnostic.file = lines_of_;
    diagnostic.line = known->second;
  }
  if (diagnostic.file.empty() && diagnostic.line <= 0) diagnostic.file = part_;
  // One mesh that is seen and collided with is told of once.
  const auto same = [&](const Diagnostic& d) {
    return d.code == diagnostic.code && d.line == diagnostic.line && d.path == diagnostic.path &&
           d.message == diagnostic.message && d.file == diagnostic.file;
  };
  if (std::ranges::any_of(diagnostics_, same)) return;
  if (diagnostics_.size() < kMaxDiagnostics) {
    diagnostics_.push_back(std::move(diagnostic));
    return;
  }
  ++suppressed_;
  diagnostics_.back() = finding(Diagnostic::Severity::kWarning, "more",
                                fail(failures::kMoreFindings, {{"count", arg::Count{suppressed_ + 1}}}));
}

Status notText(const char* wanted, const std::filesystem::path& path) {
  std::string head(200, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, in.gcount())));
  return textInPlaceOf(wanted, head, path.filename().string());
}

Result<std::string> readWhole(const std::filesystem::path& path, std::uintmax_t max_bytes) {
  std::error_code ec;
  const std::uintmax_t size = std::filesystem::file_size(path, ec);
  std::ifstream in(path, std::ios::binary);
  if (ec || !in) return fail(failures::kPartNotOpened, {{"path", arg::Name{path.string()}}});
  if (size > max_bytes) {
    return fail(failures::kPartTooLarge,
                {{"file", arg::Name{path.filename().string()}}, {"most", arg::Bytes{max_bytes}}});
  }
  std::string out(size, '\0');
  in.read(out.data(), static_cast<std::streamsize>(size));
  out.resize(static_cast<std::size_t>(in.gcount()));
  WW_TRY(lfsPointer(out, path.filename().string()));
  return out;
}

}  // namespace ww::io::worker
