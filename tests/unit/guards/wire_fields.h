// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

namespace google::protobuf {
class DescriptorPool;
}

namespace ww::guards {

// What the table of core/planning/WIRE_FIELDS.md says of a field.
struct FieldRow {
  std::string verdict, more;
  int line = 0;
  int count = 0;  // rows of that name
};
// By "Message.field", as "LockMotionConfiguration.save_motion_command".
std::map<std::string, FieldRow> readFieldRows(const std::string& markdown);

// The names of all fields of the messages in a package, nested ones too, in the same form.
std::vector<std::string> fieldsOfPackage(const google::protobuf::DescriptorPool& pool, const std::string& package,
                                         const std::vector<std::string>& files);

// What is wrong, one line each: fields without a row, rows without a field or twice, verdicts that are none, a field
// that is not sent or refused without a reason, codes of failures that `samples` (tests/unit/failures/samples.txt)
// lacks.
std::vector<std::string> checkFieldRows(const std::map<std::string, FieldRow>& rows,
                                        const std::vector<std::string>& fields, const std::string& samples);

}  // namespace ww::guards
