// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <vector>

#include "core/interop/isaac/message.h"

namespace ww::ui {

// The messages of a file of lines in JSON, as `worldwright log convert` writes them: at most 256 MiB and 10,000 lines.
// UNAVAILABLE (isaac.log-unreadable), DATA_LOSS (isaac.log-damaged) with the first line that is none, NOT_FOUND
// (isaac.unknown-type), INVALID_ARGUMENT (isaac.bad-json).
Result<std::vector<isaac::Message>> messagesInFile(const QString& path);
// Such a file with this message alone, whole or not at all. UNAVAILABLE (isaac.log-write).
Status writeMessageFile(const QString& path, const isaac::Message& message);

}  // namespace ww::ui
