// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <vector>

namespace ww::io::worker {

// Of STEP files side by side, paths in `folder`, those that no other takes in: an assembly in several files names the
// files of its parts. All of them where each is a part of another.
std::vector<std::filesystem::path> topStepFiles(const std::vector<std::filesystem::path>& files,
                                                const std::filesystem::path& folder);

}  // namespace ww::io::worker
