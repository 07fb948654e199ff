// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/base/failure.h"

namespace ww::test {

// All rows of the core, the services, the command line and the window, by code.
std::map<std::string, const FailureRow*> everyRow();
// Of the command line: no window and no client sees them.
bool isOfCommandLine(const FailureRow& row);

// What a row is filled in with here, of the kinds that the program uses: a line "code | key kind value | ..." of
// samples.txt. The keys live as long as the samples.
class FailureSamples {
 public:
  FailureSamples();
  // What is wrong with the lines: an unknown code or kind, one twice, a row without a line.
  const std::string& faults() const { return faults_; }
  // A failure of the row as the program would make it, with a cause where the row says nothing of its own to do.
  Status failureOf(const FailureRow& row) const;

 private:
  void readLine(const std::string& line);

  std::map<std::string, std::vector<std::pair<std::string, FailureValue>>> lines_;
  std::string faults_;
};

}  // namespace ww::test
