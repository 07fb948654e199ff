// SPDX-License-Identifier: Apache-2.0
#include "app/cli/usage.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cctype>

#include "app/cli/failures.h"

namespace ww::cli {
namespace {

using OptionList = std::vector<const CLI::Option*>;

// The programs behind a verb have a name of their own.
std::string verbName(const CLI::App& verb) {
  constexpr std::string_view kProgram = "worldwright-";
  const std::string& name = verb.get_name();
  return name.starts_with(kProgram) ? name.substr(kProgram.size()) : name;
}

OptionList optionsOf(const CLI::App& verb) {
  return verb.get_options([](const CLI::Option*) { return true; });
}

std::vector<std::string> optionNames(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : optionsOf(verb)) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// What is written for the value of an option that must be given.
std::string valueWord(const std::string& option) {
  if (option == "--into" || option == "--out") return "FILE";
  std::string word = option.substr(std::min(option.size(), option.find_first_not_of('-')));
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::toupper(c); });
  return word;
}

// What stands before the first colon of a library's sentence: the name of the option.
std::pair<std::string, std::string> atColon(const std::string& sentence) {
  const std::size_t colon = sentence.find(": ");
  if (colon == std::string::npos) return {{}, sentence};
  return {sentence.substr(0, colon), sentence.substr(colon + 2)};
}

Status unexpected(const CLI::App& verb, const std::string& sentence) {
  std::vector<std::string> extra = verb.remaining();
  if (extra.empty()) extra.push_back(atColon(sentence).second);
  for (const std::string& word : extra) {
    if (!word.starts_with('-') || word == "-") continue;
    const std::string option = word.substr(0, word.find('='));
    const auto known = optionNames(verb);
    return withNearest(
        ww::fail(failures::kNoSuchOption, {{"option", arg::Words{option}}, {"verb", arg::Words{verbName(verb)}}}),
        option, known);
  }
  return ww::fail(
      failures::kTooManyWords,
      {{"word", arg::Name{extra.front()}}, {"verb", arg::Words{verbName(verb)}}, {"usage", arg::Words{usageOf(verb)}}});
}

// Of a check of ours: "what is wrong" and, on a second line, what to do.
Status badValue(const CLI::App& verb, const std::string& sentence) {
  const auto [option, text] = atColon(sentence);
  const std::size_t line = text.find('\n');
  std::string remedy = line == std::string::npos ? std::string() : text.substr(line + 1);
  if (remedy.empty()) remedy = "write: " + usageOf(verb);
  return ww::fail(
      failures::kBadValue,
      {{"option", arg::Words{option}}, {"reason", arg::Words{text.substr(0, line)}}, {"remedy", arg::Words{remedy}}});
}

Status wrongCount(const CLI::App& verb, const std::string& sentence) {
  const std::string name = atColon(sentence).first;
  const CLI::Option* option = verb.get_option_no_throw(name);
  const int wanted = option ? std::max(1, option->get_items_expected_min()) : 1;
  std::string form = name;
  for (int i = 0; i < wanted; ++i) form += wanted == 1 ? " " + valueWord(name) : std::string(" ") + char('A' + i);
  return ww::fail(wanted == 1 ? failures::kValueMissing : failures::kValueCount,
                  {{"option", arg::Words{name}},
                   {"count", arg::Count{static_cast<std::uint64_t>(wanted)}},
                   {"form", arg::Words{form}},
                   {"verb", arg::Words{verbName(verb)}}});
}

// "Could not convert: --until = x"
Status noNumber(const CLI::App& verb, const std::string& sentence) {
  const std::string said = atColon(sentence).second;
  const std::size_t equals = said.find(" = ");
  const std::string name = said.substr(0, equals);
  const std::string value = equals == std::string::npos ? std::string() : said.substr(equals + 3);
  const CLI::Option* option = verb.get_option_no_throw(name);
  const bool whole = option && option->get_type_name().find("INT") != std::string::npos;
  return ww::fail(failures::kBadValue,
                  {{"option", arg::Words{name}},
                   {"reason", arg::Words{fmt::format("'{}' is not a {}", value, whole ? "whole number" : "number")}},
                   {"remedy", arg::Words{whole ? "give one, for instance 10" : "give one, for instance 0.5"}}});
}

}  // namespace

std::string usageOf(const CLI::App& verb) {
  std::string text = "worldwright " + verbName(verb);
  for (const CLI::Option* option : optionsOf(verb)) {
    if (!option->get_positional()) continue;
    std::string name = option->get_name(true);
    if (option->get_items_expected_max() > 1) name += "...";
    text += option->get_required() ? " " + name : " [" + name + "]";
  }
  for (const CLI::Option* option : optionsOf(verb)) {
    if (option->get_required() && !option->get_positional())
      text += " " + option->get_name() + " " + valueWord(option->get_name());
  }
  return text;
}

Status usageFailure(const CLI::App& verb, const CLI::ParseError& error) {
  const std::string sentence = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) return unexpected(verb, sentence);
  if (dynamic_cast<const CLI::ValidationError*>(&error)) return badValue(verb, sentence);
  if (dynamic_cast<const CLI::ConversionError*>(&error)) return noNumber(verb, sentence);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) return wrongCount(verb, sentence);
  if (dynamic_cast<const CLI::RequiredError*>(&error)) {
    const std::string what = sentence.substr(0, sentence.find(" is required"));
    return ww::fail(
        failures::kWordMissing,
        {{"verb", arg::Words{verbName(verb)}}, {"what", arg::Words{what}}, {"usage", arg::Words{usageOf(verb)}}});
  }
  // These say "ONE requires OTHER" and "ONE excludes OTHER".
  const auto ofTwo = [&](const FailureRow& row, std::string_view verb_word) {
    const std::size_t at = sentence.find(verb_word);
    return ww::fail(row, {{"option", arg::Words{sentence.substr(0, at)}},
                          {"other", arg::Words{sentence.substr(at + verb_word.size())}}});
  };
  constexpr std::string_view kRequires = " requires ", kExcludes = " excludes ";
  if (sentence.find(kRequires) != std::string::npos) return ofTwo(failures::kNeedsToo, kRequires);
  if (sentence.find(kExcludes) != std::string::npos) return ofTwo(failures::kNotBoth, kExcludes);
  return ww::fail(failures::kBadUsage, {{"reason", arg::Words{sentence}}, {"usage", arg::Words{usageOf(verb)}}});
}

Status noSuchVerb(const std::string& word, const std::vector<std::string>& verbs) {
  return withNearest(ww::fail(failures::kNoSuchVerb, {{"word", arg::Name{word}}}), word, verbs);
}

}  // namespace ww::cli
