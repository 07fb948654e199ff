// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

namespace ww {

struct Failure;

// A finding on something from outside (a file, a rule, a request) that does not stop the work.
struct Diagnostic {
  enum class Severity { kInfo, kWarning, kError };
  Severity severity = Severity::kWarning;
  std::string code;     // stable, for scripts: "mesh-missing"
  std::string message;  // what, on what
  std::string hint;     // what to do
  std::string file;     // where, if known
  int line = 0;         // 1-based; 0 unknown
  std::string path;     // path inside the file, such as an XPath or a part path
  // What the texts above are written from (core/base/failure.h); null where they are all there is.
  std::shared_ptr<const Failure> failure = nullptr;
};
using Diagnostics = std::vector<Diagnostic>;

}  // namespace ww
