// SPDX-License-Identifier: Apache-2.0
#include "app/editor/commit_ledger.h"

#include <fmt/format.h>

#include <QFile>
#include <chrono>
#include <cstdio>
#include <memory>

namespace ww::editor {

session::WorldSession::Subscription ledgerIfAsked(session::WorldSession& session) {
  const QString path = qEnvironmentVariable("WORLDWRIGHT_LEDGER");
  if (path.isEmpty()) return nullptr;
  auto file = std::make_shared<QFile>(path);
  if (!file->open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered)) {
    std::fprintf(stderr, "WORLDWRIGHT_LEDGER: %s\n", qPrintable(file->errorString()));
    return nullptr;
  }
  return session.observe([file](const session::Change& change) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    // One write: a line is there whole, or not at all.
    file->write(QByteArray::fromStdString(fmt::format("{} {}\n",
                                                      std::chrono::duration_cast<std::chrono::nanoseconds>(now).count(),
                                                      world::contentHash(*change.after.world))));
  });
}

}  // namespace ww::editor
