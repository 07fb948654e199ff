// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <filesystem>

#include "core/base/status.h"

namespace ww::io {

// A started worker: our ends of its sockets (messages, questions about files) and of the pipe with its output. Ended
// and reaped with this value.
class WorkerProcess {
 public:
  WorkerProcess() = default;
  ~WorkerProcess();
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;

  // Kills it; does nothing when it has ended.
  void kill();
  // Waits for the end; the wait status.
  int wait();

  pid_t pid = -1;
  int socket = -1;
  int files = -1;
  int output = -1;

 private:
  void swap(WorkerProcess& other) noexcept;
  int status_ = 0;
};

// Starts `program` with `scratch` as its working folder and home, on the one thread of this process that starts
// workers, in a session of its own and with no descriptors but these: a worker is told to die with the thread that
// started it.
Result<WorkerProcess> spawnWorker(const std::filesystem::path& program, const std::filesystem::path& scratch);

}  // namespace ww::io
