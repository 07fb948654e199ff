// SPDX-License-Identifier: Apache-2.0
#include "core/history/author.h"

#include "core/project/file_hold.h"

namespace ww::history {

std::string authorTold(const std::string& author) { return author.empty() ? project::userName() : author; }

std::string authorHere(const std::string& author) { return author == project::userName() ? std::string() : author; }

}  // namespace ww::history
