// SPDX-License-Identifier: Apache-2.0
#include "app/cli/message_words.h"

#include <regex>

#include "app/cli/failures.h"

namespace ww::cli {
namespace {

using Found = std::smatch;
using Told = Status (*)(const arg::Place& at, const Found& found);

struct Fault {
  std::regex said;
  Told told;
};

Status quotesMissing(const arg::Place& at, const Found& found) {
  const std::string word = found[1].str();
  const bool is_sign = word.find_first_of("{}[]<>:,;") != std::string::npos;
  const std::string remedy =
      is_sign ? "write a text in quotes before it, or \"\" for none" : "write \"" + word + "\" there";
  return ww::fail(failures::kQuotesMissing, {{"file", at}, {"found", arg::Name{word}}, {"remedy", arg::Words{remedy}}});
}

Status numberExpected(const arg::Place& at, const Found& found) {
  const bool whole = found[1].str().starts_with("integer");
  return ww::fail(failures::kNumberExpected,
                  {{"file", at},
                   {"found", arg::Name{found[2]}},
                   {"kind", arg::Words{whole ? "a whole number, such as 3" : "a number, such as 0.5"}}});
}

Status boolExpected(const arg::Place& at, const Found& found) {
  return ww::fail(failures::kBoolExpected,
                  {{"file", at}, {"field", arg::Name{found[1]}}, {"value", arg::Name{found[2]}}});
}

Status nameExpected(const arg::Place& at, const Found& found) {
  return ww::fail(failures::kNameExpected, {{"file", at}, {"found", arg::Name{found[1]}}});
}

Status signExpected(const arg::Place& at, const Found& found) {
  const std::string sign = found[1].str();
  const char* remedy = sign == "," ? "put a comma between the values of a list, and close the list by a square bracket"
                       : sign == "{" ? "write the fields of this message in braces: name { field: value }"
                       : sign == ":" ? "write a colon between the name of a field and its value"
                                     : "close each bracket and brace that was opened, in their order";
  return ww::fail(
      failures::kSignExpected,
      {{"file", at}, {"sign", arg::Name{sign}}, {"found", arg::Name{found[2]}}, {"remedy", arg::Words{remedy}}});
}

Status bothOfOne(const arg::Place& at, const Found& found) {
  return ww::fail(failures::kBothOfOne, {{"file", at}, {"field", arg::Name{found[1]}}, {"other", arg::Name{found[2]}}});
}

Status fieldTwice(const arg::Place& at, const Found& found) {
  return ww::fail(failures::kFieldTwice, {{"file", at}, {"field", arg::Name{found[1]}}});
}

Status numberTooLarge(const arg::Place& at, const Found& found) {
  return ww::fail(failures::kNumberTooLarge, {{"file", at}, {"value", arg::Name{found[1]}}});
}

Status textOpen(const arg::Place& at, const Found&) { return ww::fail(failures::kTextOpen, {{"file", at}}); }

Status noText(const arg::Place& at, const Found& found) {
  return ww::fail(failures::kNoText, {{"file", at}, {"code", arg::Words{found[1]}}});
}

Status controlByte(const arg::Place& at, const Found&) {
  return ww::fail(failures::kNoText, {{"file", at}, {"code", arg::Words{"below 32"}}});
}

Status explain(const std::vector<Fault>& faults, const arg::Place& at, const std::string& said) {
  std::smatch found;
  for (const Fault& fault : faults)
    if (std::regex_match(said, found, fault.said)) return fault.told(at, found);
  return okStatus();
}

struct Wanted {
  const char* type;
  const char* what;
  const char* remedy;
};
constexpr Wanted kWanted[] = {{"TYPE_STRING", "a text", "write it in double quotes"},
                              {"TYPE_BYTES", "bytes", "write them as Base64 in double quotes"},
                              {"TYPE_BOOL", "true or false", "write true or false, without quotes"},
                              {"TYPE_DOUBLE", "a number", "write a number, such as 0.5, without quotes"},
                              {"TYPE_FLOAT", "a number", "write a number, such as 0.5, without quotes"}};
constexpr Wanted kWhole{"", "a whole number", "write a whole number, such as 3, without quotes"};

Status otherValue(const arg::Place& at, const std::string& where, const std::string& value, const Wanted& wanted) {
  return ww::fail(failures::kJsonValue, {{"file", at},
                                         {"where", arg::Words{where.empty() ? "the top" : where}},
                                         {"value", arg::Words{value}},
                                         {"wanted", arg::Words{wanted.what}},
                                         {"remedy", arg::Words{wanted.remedy}}});
}

std::string pathOf(const Found& found) {
  const std::string above = found[1].str(), name = found[2].str();
  return above + (above.empty() || name.empty() ? "" : ".") + name;
}

const Wanted* wantedOf(const std::string& type) {
  for (const Wanted& wanted : kWanted)
    if (type == wanted.type) return &wanted;
  return type.find("INT") != std::string::npos || type.find("FIXED") != std::string::npos ? &kWhole : nullptr;
}

}  // namespace

std::string shortened(const std::string& said) {
  constexpr std::size_t kEnd = 300;  // bytes kept of each end
  if (said.size() <= 2 * kEnd) return said;
  // Not within a character.
  const auto isPart = [&](std::size_t i) { return (static_cast<unsigned char>(said[i]) & 0xC0) == 0x80; };
  std::size_t first = kEnd, last = said.size() - kEnd;
  while (first > 0 && isPart(first)) --first;
  while (last < said.size() && isPart(last)) ++last;
  return said.substr(0, first) + "..." + said.substr(last);
}

Status textFault(const arg::Place& at, const std::string& said) {
  static const std::vector<Fault> kFaults{
      {std::regex("Expected string, got: (.+)"), quotesMissing},
      {std::regex("Expect(?:ed)? (integer|double|a decimal number), got: (.+)"), numberExpected},
      {std::regex("Invalid value for boolean field \"(.*)\"\\. Value: \"(.*)\".*"), boolExpected},
      {std::regex("Expected identifier, got: (.+)"), nameExpected},
      {std::regex("Expected \"(.*)\", found \"(.+)\".*"), signExpected},
      {std::regex("Field \"(.*)\" is specified along with field \"(.*)\", another.*"), bothOfOne},
      {std::regex("Non-repeated field \"(.*)\" is specified multiple times.*"), fieldTwice},
      {std::regex("Integer out of range \\((.*)\\).*"), numberTooLarge},
      {std::regex("String literals cannot cross line boundaries.*"), textOpen},
      {std::regex("Invalid control characters encountered.*"), controlByte},
      {std::regex("Interpreting non ascii codepoint (\\d+).*"), noText}};
  return explain(kFaults, at, said);
}

Status jsonFault(const arg::Place& at, const std::string& type, const std::string& said) {
  static const std::regex kValue("\\(?([^)]*?)\\)?: invalid value (.*) for type (TYPE_\\w+).*");
  // "(edits[0].world_update) updateTransform: ...", and without one of the two.
  static const std::regex kList("(?:\\(([^)]*)\\))? ?([^:()]*): .*not repeating, cannot start list.*");
  static const std::regex kObject("(?:\\(([^)]*)\\))? ?([^:()]*): .*Starting an object on a scalar field.*");
  static const std::regex kOneOf(".*oneof field '([^']*)' is already set. Cannot set '([^']*)'.*");
  std::smatch found;
  if (said.find("Root element must be a message") != std::string::npos)
    return ww::fail(failures::kJsonNoObject, {{"file", at}, {"type", arg::Words{type}}});
  if (std::regex_match(said, found, kValue)) {
    if (const Wanted* wanted = wantedOf(found[3])) return otherValue(at, found[1], found[2], *wanted);
  }
  if (std::regex_match(said, found, kList))
    return otherValue(at, pathOf(found), "a list", {"", "a single value", "leave the square brackets out"});
  if (std::regex_match(said, found, kObject))
    return otherValue(at, pathOf(found), "an object", {"", "a single value", "leave the braces out"});
  if (std::regex_match(said, found, kOneOf))
    return ww::fail(failures::kBothOfOne,
                    {{"file", at}, {"field", arg::Name{found[2]}}, {"other", arg::Name{found[1]}}});
  return okStatus();
}

BadEnum badEnumOf(const std::string& said) {
  static const std::regex kEnum("\\(?([^)]*?)\\)?: invalid value \"?(.*?)\"? for type type\\.googleapis\\.com/.*");
  std::smatch found;
  return std::regex_match(said, found, kEnum) ? BadEnum{found[1], found[2]} : BadEnum{};
}

}  // namespace ww::cli
