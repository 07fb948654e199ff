// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/messages.h"

#include <openssl/evp.h>

#include <algorithm>
#include <set>
#include <vector>

namespace ww::ros1 {
namespace {

struct Line {
  std::string type, name, value;  // a constant has a value
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Without comments and empty lines.
std::vector<Line> linesOf(std::string_view text) {
  std::vector<Line> out;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, std::min(text.find('#'), end)));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    const auto space = line.find(' ');
    if (space == std::string_view::npos) continue;
    const std::string_view rest = line.substr(space + 1);
    const auto equal = rest.find('=');
    out.push_back({std::string(line.substr(0, space)), std::string(trimmed(rest.substr(0, equal))),
                   equal == std::string_view::npos ? std::string() : std::string(trimmed(rest.substr(equal + 1)))});
  }
  return out;
}

bool isBuiltIn(std::string_view type) {
  static const std::set<std::string_view> kBuiltIn{"bool",   "uint8",   "int32",    "uint32", "float32",
                                                   "string", "float64", "duration", "time"};
  return kBuiltIn.contains(type);
}

// "Pose[]" of a message of geometry_msgs: "geometry_msgs/Pose".
std::string elementOf(const std::string& type, std::string_view owner) {
  const std::string bare = type.substr(0, type.find('['));
  if (bare == "Header") return "std_msgs/Header";
  if (isBuiltIn(bare) || bare.find('/') != std::string::npos) return bare;
  return std::string(owner.substr(0, owner.find('/') + 1)) + bare;
}

std::string md5(const std::string& text) {
  unsigned char sum[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), sum, &size, EVP_md5(), nullptr) != 1) return {};
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (unsigned int i = 0; i < size; ++i) (out += kDigits[sum[i] >> 4]) += kDigits[sum[i] & 15];
  return out;
}

// Constants first.
std::string summedText(std::string_view owner, std::string_view text, Flavour flavour) {
  std::string constants, fields;
  for (const Line& line : linesOf(text)) {
    if (!line.value.empty()) {
      constants += line.type + " " + line.name + "=" + line.value + "\n";
      continue;
    }
    const std::string element = elementOf(line.type, owner);
    fields += (isBuiltIn(element) ? line.type : md5Of(element, flavour)) + " " + line.name + "\n";
  }
  std::string out = constants + fields;
  if (!out.empty()) out.pop_back();
  return out;
}

const TypeRow* rowOf(std::string_view type, Flavour flavour) {
  for (const TypeRow& row : allTypes())
    if (row.name == type && !(row.since_29 && flavour == Flavour::k251)) return &row;
  return nullptr;
}

// What a message is made of, each once, in the order in which it is met.
void addParts(std::string_view type, Flavour flavour, std::vector<std::string>& out) {
  for (const Line& line : linesOf(textOf(type, flavour))) {
    const std::string element = elementOf(line.type, type);
    if (isBuiltIn(element) || std::find(out.begin(), out.end(), element) != out.end()) continue;
    out.push_back(element);
    addParts(element, flavour, out);
  }
}

}  // namespace

std::string_view textOf(std::string_view type, Flavour flavour) {
  const TypeRow* row = rowOf(type, flavour);
  if (!row) return {};
  return flavour == Flavour::k29 && !row->text_29.empty() ? row->text_29 : row->text;
}

std::string md5Of(std::string_view type, Flavour flavour) {
  const TypeRow* row = rowOf(type, flavour);
  if (!row) return {};
  const std::string_view text = textOf(type, flavour);
  if (!row->is_service) return md5(summedText(type, text, flavour));
  const auto middle = text.find("---");
  return md5(summedText(type, text.substr(0, middle), flavour) + summedText(type, text.substr(middle + 3), flavour));
}

std::string definitionOf(std::string_view message, Flavour flavour) {
  std::string out(textOf(message, flavour));
  std::vector<std::string> parts;
  addParts(message, flavour, parts);
  for (const std::string& part : parts)
    out += "\n" + std::string(80, '=') + "\nMSG: " + part + "\n" + std::string(textOf(part, flavour));
  return out;
}

}  // namespace ww::ros1
