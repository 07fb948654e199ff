// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stop_token>
#include <thread>

namespace ww::sensing {

// fn(first, last) for all of `count`, in blocks of `block` (a multiple of eight), on one or two threads. False after a
// stop; some blocks were left out then.
template <typename Fn>
bool inBlocks(std::size_t count, std::size_t block, int threads, const std::stop_token& stop, const Fn& fn) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t at = next.fetch_add(block); at < count && !stop.stop_requested(); at = next.fetch_add(block))
      fn(at, std::min(count, at + block));
  };
  {
    std::jthread helper;
    if (threads > 1 && count > 4 * block) helper = std::jthread(work);
    work();
  }
  return !stop.stop_requested();
}

}  // namespace ww::sensing
