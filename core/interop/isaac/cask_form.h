// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>

namespace ww::isaac {

inline constexpr const char* kLogData = "kv";
inline constexpr std::string_view kIndexKey{"msg_chnl_idx\0\0\0\0", 16};
inline constexpr const char* kIndexType = "MessageChannelIndexProto";
inline constexpr std::uint32_t kSeriesRecord = 24;  // bytes: the time, the id

}  // namespace ww::isaac
