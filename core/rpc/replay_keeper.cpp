// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/replay_keeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

#include "core/base/hash.h"

namespace ww::rpc {
namespace {

constexpr std::string_view kReplayEnding = ".replay";

// In the order of time also as text: "20260412T093015123".
std::string stampNow() {
  const auto now = std::chrono::system_clock::now();
  const auto seconds = std::chrono::time_point_cast<std::chrono::seconds>(now);
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now - seconds).count();
  const std::time_t time = std::chrono::system_clock::to_time_t(seconds);
  std::tm utc{};
  gmtime_r(&time, &utc);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}{:03}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                     utc.tm_hour, utc.tm_min, utc.tm_sec, ms);
}

}  // namespace

Result<std::shared_ptr<ReplayKeeper>> ReplayKeeper::make(project::Vfs& vfs, Options options) {
  WW_TRY(vfs.makePrivateFolder(options.folder));
  return std::shared_ptr<ReplayKeeper>(new ReplayKeeper(vfs, std::move(options)));
}

Result<std::string> ReplayKeeper::keep(const usecase::ReplayCall& call, const usecase::ReplayOutcome& outcome,
                                       const world::World& world, const geometry::GeometryStore& store) {
  std::uint64_t number = 0;
  {
    const std::scoped_lock lock(mutex_);
    number = ++written_;
  }
  // Of two calls at the same moment the number tells; what was asked for makes it known again.
  const std::string id =
      fmt::format("{}_{:04}_{}", stampNow(), number % 10000, toHex(sha256(call.request)).substr(0, 12));
  WW_ASSIGN(const std::string bytes, usecase::packReplay({call, outcome, id, options_.program_version}, world, store));
  WW_TRY(write(id, bytes));
  const std::scoped_lock lock(mutex_);
  forgetOld();
  return id;
}

// Under another name until it is whole.
Status ReplayKeeper::write(const std::string& name, const std::string& bytes) {
  const std::string file = fmt::format("{}/{}{}", options_.folder, name, kReplayEnding), part = file + ".part";
  {
    WW_ASSIGN(const auto out, vfs_.open(part, project::Vfs::Mode::kCreatePrivate));
    Status status = out->write(0, bytes);
    if (!status.ok()) {
      (void)vfs_.remove(part);
      return status;
    }
  }
  return vfs_.rename(part, file);
}

void ReplayKeeper::forgetOld() {
  const auto names = vfs_.list(options_.folder);
  if (!names.ok()) return;
  std::vector<std::string> packages;
  for (const std::string& name : *names)
    if (name.ends_with(kReplayEnding)) packages.push_back(name);
  for (std::size_t i = 0; i + options_.most < packages.size(); ++i)
    (void)vfs_.remove(fmt::format("{}/{}", options_.folder, packages[i]));
}

}  // namespace ww::rpc
