// SPDX-License-Identifier: Apache-2.0
#include "core/program/dialects/names.h"

#include <algorithm>
#include <map>

#include "core/base/letters.h"
#include "core/program/dialects/failures.h"

namespace ww::program::dialects {
namespace {

constexpr std::string_view kProgramWord = "program";

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char raised(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string inSmallLetters(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lowered);
  return out;
}

bool isReserved(std::string_view name, const NameRules& rules) {
  return std::find(rules.reserved.begin(), rules.reserved.end(), inSmallLetters(name)) != rules.reserved.end();
}

// Cut to a length, without an underscore at its end.
std::string cut(std::string name, std::size_t most) {
  if (name.size() > most) name.resize(most);
  while (name.size() > 1 && name.back() == '_') name.pop_back();
  return name;
}

std::string lettersOf(std::string_view words) {
  std::string out;
  for (std::size_t at = 0; at < words.size();) {
    const char32_t code = nextLetter(words, at);
    const char c = code < 0x80 ? static_cast<char>(code) : '_';
    if (isLetter(c) || isDigit(c)) out += c;
    else if (const std::string_view plain = plainLetters(code); !plain.empty()) out += plain;
    else if (!out.empty() && out.back() != '_') out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

// Gives the program's name, or says why it cannot be the name of one.
Result<std::string> programName(const std::string& words, const ControllerRules& rules) {
  std::string name = safeName(words, rules.names, kProgramWord);
  if (name.size() <= rules.names.most) return name;
  return fail(failures::kLongName, {{"program", arg::Name{words}},
                                    {"count", arg::Count{name.size()}},
                                    {"most", arg::Count{rules.names.most}},
                                    {"dialect", arg::Words{std::string(rules.dialect)}}});
}

}  // namespace

std::string safeName(std::string_view words, const NameRules& rules, std::string_view otherwise) {
  std::string out = lettersOf(words);
  if (out.empty()) out = otherwise;
  if (isDigit(out.front())) out.insert(out.begin(), 'p');
  if (rules.upper) std::transform(out.begin(), out.end(), out.begin(), raised);
  if (isReserved(out, rules)) out += "_1";
  return out;
}

bool isName(std::string_view name, const NameRules& rules) {
  const auto fits = [](char c) { return isLetter(c) || isDigit(c) || c == '_'; };
  return !name.empty() && name.size() <= rules.most && isLetter(name.front()) &&
         std::all_of(name.begin(), name.end(), fits) && !isReserved(name, rules);
}

std::string UsedNames::take(std::string_view words, std::string_view otherwise) {
  const std::string wanted = safeName(words, rules_, otherwise);
  std::string name = cut(wanted, rules_.most);
  for (int number = 2; !keep(name); ++number) {
    const std::string ending = "_" + std::to_string(number);
    name = cut(wanted, rules_.most - ending.size()) + ending;
  }
  return name;
}

bool UsedNames::keep(const std::string& name) {
  return !isReserved(name, rules_) && used_.insert(inSmallLetters(name)).second;
}

Result<ProgramNames> nameProgram(const RobotProgram& program, const ControllerRules& rules) {
  ProgramNames names{{}, {}, {}, std::vector<std::string>(program.steps.size()), UsedNames(rules.names)};
  WW_ASSIGN(names.program, programName(program.name, rules));
  names.used.keep(names.program);
  std::map<std::string, std::string> words_of{{inSmallLetters(names.program), program.name}};
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const auto* call = std::get_if<Call>(&program.steps[i].what);
    if (call == nullptr) continue;
    WW_ASSIGN(names.steps[i], programName(call->program, rules));
    const auto [first, is_new] = words_of.emplace(inSmallLetters(names.steps[i]), call->program);
    if (is_new) names.used.keep(names.steps[i]);
    else if (first->second != call->program)
      return fail(failures::kSameName, {{"program", arg::Name{call->program}},
                                        {"other", arg::Name{first->second}},
                                        {"name", arg::Name{names.steps[i]}},
                                        {"dialect", arg::Words{std::string(rules.dialect)}}});
  }
  names.tool = names.used.take(program.tool_name, "tool");
  names.base = names.used.take(program.base_name, "base");
  for (std::size_t i = 0; i < program.steps.size(); ++i)
    if (std::holds_alternative<Move>(program.steps[i].what))
      names.steps[i] = names.used.take(program.steps[i].name, "point");
  return names;
}

}  // namespace ww::program::dialects
