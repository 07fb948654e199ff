// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/exchange/recording.h"

#include <utility>

namespace ww::usecase {

struct OpenLog {
  explicit OpenLog(std::shared_ptr<isaac::CaskWriter> to) : writer(std::move(to)) {}
  ~OpenLog() { let_go.set_value(); }
  OpenLog(const OpenLog&) = delete;
  OpenLog& operator=(const OpenLog&) = delete;

  const std::shared_ptr<isaac::CaskWriter> writer;
  std::promise<void> let_go;  // by the last who held it
};

LogHold Recording::hold() const {
  const std::lock_guard lock(mutex_);
  return log_;
}

Recording::State Recording::state() const {
  const std::lock_guard lock(mutex_);
  return {folder_, log_ ? log_->writer->written() : 0, failure_};
}

Status Recording::begin(const std::string& folder) {
  WW_ASSIGN(std::shared_ptr<isaac::CaskWriter> writer, isaac::CaskWriter::create(folder));
  const std::lock_guard lock(mutex_);
  log_ = std::make_shared<OpenLog>(std::move(writer));
  folder_ = folder;
  failure_ = {};
  return okStatus();
}

std::optional<EndingLog> Recording::end() {
  EndingLog out;
  LogHold log;
  {
    const std::lock_guard lock(mutex_);
    log.swap(log_);
    out.folder.swap(folder_);
  }
  if (!log) return std::nullopt;
  const std::shared_ptr<isaac::CaskWriter> writer = log->writer;
  writer->waitNoMore();
  out.log = writer;
  out.done = std::async(std::launch::async, [writer, let_go = log->let_go.get_future()] {
    let_go.wait();
    return writer->close();
  });
  return out;
}

void Recording::write(const LogHold& log, isaac::Message message) {
  if (!log) return;
  const Status kept = log->writer->write(std::move(message));
  if (kept.ok()) return;
  const std::lock_guard lock(mutex_);
  if (log_ != log) return;  // its end tells
  failure_ = kept;
  folder_.clear();
  log_.reset();
}

bool Recording::isFull(const LogHold& log) { return log && log->writer->isFull(); }

}  // namespace ww::usecase
