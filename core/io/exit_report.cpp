// SPDX-License-Identifier: Apache-2.0
#include "core/io/exit_report.h"

#include <algorithm>
#include <string>

#include "core/base/system_words.h"
#include "core/io/failures.h"

namespace ww::io {
namespace {

using Kind = WorkerExit::Kind;

// In MB, for who wants to allow more.
arg::Words moreMemory(const WorkerLimits& limits) {
  constexpr std::uint64_t kUsual = 1024;
  return {std::to_string(std::max(kUsual, 2 * (limits.memory_bytes >> 20)))};
}

Status describe(const WorkerExit& exit, const Status& problem, const std::filesystem::path& path,
                const WorkerLimits& limits) {
  const FailureArg whole{"path", arg::Name{path.string()}}, file{"file", arg::Name{path.filename().string()}};
  const FailureArg signal{"signal", exit.signal != 0 ? signalWords(exit.signal) : Phrase()};
  switch (exit.kind) {
    case Kind::kCancelled: return fail(failures::kImportCancelled, {whole, file});
    case Kind::kTimeOut: return fail(failures::kTookTooLong, {whole, file, {"limit", arg::Seconds{limits.wall_s}}});
    case Kind::kMemory:
      return fail(failures::kNeededMemory,
                  {whole, file, {"limit", arg::Bytes{limits.memory_bytes}}, {"more", moreMemory(limits)}});
    case Kind::kCpu: return fail(failures::kUsedProcessor, {whole, file, {"limit", arg::Seconds{limits.cpu_s}}});
    case Kind::kBadOutput:
      if (problem.code == Code::kResourceExhausted) return fail(failures::kTooMuchInFile, {whole, file}, problem);
      if (problem.ok()) return fail(failures::kUnsoundResult, {whole, file});
      return fail(failures::kUnsoundResult, {whole, file}, problem);
    case Kind::kKilled:
      if (exit.out_of_memory) return fail(failures::kSystemOutOfMemory, {whole, file});
      return fail(failures::kReaderEnded, {whole, file, signal});
    case Kind::kCrashed: return fail(failures::kReaderCrashed, {whole, file, signal});
    case Kind::kExited:
    case Kind::kDone: break;
  }
  return fail(failures::kReaderExited, {whole, file, {"status", arg::Number{static_cast<double>(exit.exit_code)}}});
}

}  // namespace

Status exitStatus(const WorkerExit& exit, const Status& problem, const std::filesystem::path& path,
                  const WorkerLimits& limits) {
  Status out = describe(exit, problem, path, limits);
  if (!exit.stage.empty() && exit.kind != Kind::kCancelled && exit.kind != Kind::kBadOutput)
    out = within(std::move(out), exit.stage);
  if (!exit.output.empty())
    out =
        withDetails(std::move(out),
                    {phrase(WW_TEXT("Core", "last words of the reader: {text}"), {{"text", arg::Words{exit.output}}})});
  return out;
}

}  // namespace ww::io
