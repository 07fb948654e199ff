// SPDX-License-Identifier: Apache-2.0
#include "core/base/status.h"

#include <array>
#include <cstdio>
#include <cstdlib>

#include "core/base/failure.h"

namespace ww {

std::string_view codeName(Code code) {
  static constexpr std::array<std::string_view, 17> kNames = {
      "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED"};
  const auto i = static_cast<std::size_t>(code);
  return i < kNames.size() ? kNames[i] : kNames[2];
}

Status&& Status::in(std::string_view context) && {
  title = std::string(context) + ": " + title;
  if (failure) {
    auto within = std::make_shared<Failure>(*failure);
    within->contexts.insert(within->contexts.begin(), Phrase(std::string(context)));
    failure = std::move(within);
  }
  return std::move(*this);
}

std::string Status::line() const {
  std::string text = std::string(codeName(code)) + ": " + title;
  if (!hint.empty()) text += ": " + hint;
  return text;
}

void checkFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "fatal: broken invariant %s at %s:%d\n", condition, file, line);
  std::abort();
}

}  // namespace ww
