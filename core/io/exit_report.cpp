// SPDX-License-Identifier: Apache-2.0
#include "core/io/exit_report.h"

#include <fmt/format.h>
#include <string.h>

namespace ww::io {
namespace {

using Kind = WorkerExit::Kind;

Status describe(const WorkerExit& exit, const Status& problem, const WorkerLimits& limits, const std::string& name) {
  const std::string during = exit.stage.empty() ? "" : " while " + exit.stage;
  switch (exit.kind) {
    case Kind::kCancelled: return fail(Code::kCancelled, fmt::format("the import of {} was cancelled", name));
    case Kind::kTimeOut:
      return fail(Code::kDeadlineExceeded,
                  fmt::format("the import of {} took longer than {:.0f} s{}", name, limits.wall_s, during))
          .withHint("allow more time, import it coarsely, or in parts");
    case Kind::kMemory:
      return fail(Code::kResourceExhausted, fmt::format("the import of {} needed more than {} MB of memory{}", name,
                                                        limits.memory_bytes >> 20, during))
          .withHint("raise the memory limit, import it coarsely, or in parts");
    case Kind::kCpu:
      return fail(Code::kResourceExhausted, fmt::format("the import of {} used more than {:.0f} s of processor time{}",
                                                        name, limits.cpu_s, during))
          .withHint("the file may be damaged; otherwise allow more time");
    case Kind::kBadOutput:
      if (problem.code == Code::kResourceExhausted)
        return fail(problem.code, fmt::format("{}: {}", name, problem.title)).withHint(problem.hint);
      return fail(Code::kDataLoss, fmt::format("the reader of {} gave a result that is not sound{}", name,
                                               problem.ok() ? "" : ": " + problem.title))
          .withHint("the file is probably damaged; export it again, or use another format");
    case Kind::kKilled:
      if (exit.out_of_memory) {
        return fail(Code::kResourceExhausted,
                    fmt::format("the system ran out of memory during the import of {}{}, and ended its reader", name,
                                during))
            .withHint("close other programs and try again, or import it coarsely or in parts");
      }
      return fail(Code::kUnavailable,
                  fmt::format("the reader of {} was ended from outside{} ({})", name, during, strsignal(exit.signal)))
          .withHint("try again; the file itself is not known to be damaged");
    case Kind::kCrashed:
      return fail(Code::kDataLoss, fmt::format("the reader of {} crashed{} ({})", name, during, strsignal(exit.signal)))
          .withHint("the file is probably damaged; export it again, or use another format. Nothing else is affected");
    case Kind::kExited:
    case Kind::kDone: break;
  }
  return fail(Code::kDataLoss,
              fmt::format("the reader of {} ended early{} (exit status {})", name, during, exit.exit_code))
      .withHint("the file is probably damaged; export it again, or use another format");
}

}  // namespace

Status exitStatus(const WorkerExit& exit, const Status& problem, const std::filesystem::path& path,
                  const WorkerLimits& limits) {
  Status out = describe(exit, problem, limits, path.filename().string());
  out.subject = path.string();
  if (exit.kind == Kind::kBadOutput) out.message = problem.message;
  if (!exit.output.empty())
    out.message += (out.message.empty() ? "" : "\n") + ("last words of the reader: " + exit.output);
  return out;
}

}  // namespace ww::io
