// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/base/check.h"

namespace ww {

// The canonical codes of google.rpc.Code, with their numbers.
enum class Code {
  kOk = 0,
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16
};

// "INVALID_ARGUMENT" and so on.
std::string_view codeName(Code code);

struct Failure;

// What failed, on what, and what to do. `title` is one sentence for a message line; `message` holds
// further lines of detail; `hint` says what the user can do; `subject` names the object or file.
struct [[nodiscard]] Status {
  Code code = Code::kOk;
  std::string title;
  std::string message;
  std::string hint;
  std::string subject;
  // What the texts above are written from (core/base/failure.h); null where they are all there is.
  std::shared_ptr<const Failure> failure = nullptr;

  bool ok() const { return code == Code::kOk; }
  Status&& withHint(std::string text) && {
    hint = std::move(text);
    return std::move(*this);
  }
  Status&& withMessage(std::string text) && {
    message = std::move(text);
    return std::move(*this);
  }
  Status&& about(std::string text) && {
    subject = std::move(text);
    return std::move(*this);
  }
  // Puts "context: " in front of the title.
  Status&& in(std::string_view context) &&;
  // "CODE: title: hint", the form of an error line.
  std::string line() const;
};

inline Status okStatus() { return {}; }
inline Status fail(Code code, std::string title) { return {code, std::move(title), {}, {}, {}}; }

// A value or the reason why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : v_(std::in_place_index<0>, std::move(value)) {}
  Result(Status status) : v_(std::in_place_index<1>, std::move(status)) { WW_CHECK(!std::get<1>(v_).ok()); }
  bool ok() const { return v_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const T& value() const& {
    WW_CHECK(ok());
    return std::get<0>(v_);
  }
  T& value() & {
    WW_CHECK(ok());
    return std::get<0>(v_);
  }
  T&& value() && {
    WW_CHECK(ok());
    return std::get<0>(std::move(v_));
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  // The failure; an ok status when there is a value.
  Status status() const { return ok() ? Status{} : std::get<1>(v_); }

 private:
  std::variant<T, Status> v_;
};

}  // namespace ww

#define WW_CONCAT_(a, b) a##b
#define WW_CONCAT(a, b) WW_CONCAT_(a, b)
// Returns the failure of an expression that yields a Status.
#define WW_TRY(expr)                                                           \
  do {                                                                         \
    if (::ww::Status ww_status_ = (expr); !ww_status_.ok()) return ww_status_; \
  } while (false)
// WW_ASSIGN(auto x, f()): x is the value of the Result, or the failure is returned.
#define WW_ASSIGN(decl, expr) WW_ASSIGN_(WW_CONCAT(ww_result_, __LINE__), decl, expr)
#define WW_ASSIGN_(tmp, decl, expr)   \
  auto tmp = (expr);                  \
  if (!tmp.ok()) return tmp.status(); \
  decl = std::move(tmp).value()
