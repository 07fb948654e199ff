// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/xacro_scope.h"

#include <algorithm>
#include <cctype>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/urdf/xacro_yaml.h"

namespace ww::io::worker {
namespace {

constexpr int kMaxLookups = 40;
constexpr int kMaxNested = 100;  // texts in texts; more than lookups need

// Where the bracket that opens before `at` ends; npos when it does not.
std::size_t endOfPiece(std::string_view text, std::size_t at, char open, char close) {
  int depth = 1;
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) quote = c == quote ? 0 : quote;
    else if (open == '{' && (c == '"' || c == '\'')) quote = c;
    else if (c == open) ++depth;
    else if (c == close && --depth == 0) return at;
  }
  return std::string_view::npos;
}

arg::Name nameOf(std::string_view text) { return {cleanUtf8(text, 200)}; }

}  // namespace

XacroScope* XacroScope::holderOf(const std::string& name) {
  for (XacroScope* scope = this; scope != nullptr; scope = scope->outer) {
    if (scope->properties.contains(name)) return scope;
  }
  return nullptr;
}

const XacroBlock* XacroScope::block(const std::string& name) const {
  for (const XacroScope* scope = this; scope != nullptr; scope = scope->outer) {
    if (const auto found = scope->blocks.find(name); found != scope->blocks.end()) return &found->second;
  }
  return nullptr;
}

XacroScope& XacroScope::outermost() {
  XacroScope* scope = this;
  while (scope->outer != nullptr) scope = scope->outer;
  return *scope;
}

std::vector<std::string> XacroScope::allNames() const {
  std::vector<std::string> out;
  for (const XacroScope* scope = this; scope != nullptr; scope = scope->outer) {
    for (const auto& [name, entry] : scope->properties) out.push_back(name);
  }
  return out;
}

Result<std::optional<XacroValue>> XacroTexts::property(const std::string& name, XacroScope& scope) {
  XacroScope* holder = scope.holderOf(name);
  if (holder == nullptr) return std::optional<XacroValue>();
  XacroScope::Entry& entry = holder->properties[name];
  if (!entry.is_open) return std::optional<XacroValue>(entry.value);
  if (entry.is_working || depth_ >= kMaxLookups)
    return fail(failures::kXacroCircle, {{"place", entry.place}, {"name", nameOf(name)}});
  entry.is_working = true;
  auto made = value(entry.text, *holder, entry.place);
  entry.is_working = false;
  if (!made.ok()) return made.status();
  entry.value = *made;
  entry.is_open = false;
  return std::optional<XacroValue>(entry.value);
}

// What stands in ${}.
Result<XacroValue> XacroTexts::computed(std::string_view inside, XacroScope& scope, const arg::Place& place) {
  WW_ASSIGN(const std::string expression, text(inside, scope, place));
  ++depth_;
  auto made = evaluateXacro(expression, place,
                            {[&](const std::string& name) { return property(name, scope); },
                             [&](const std::string& file) { return yaml(file, place); }});
  --depth_;
  if (made.ok() || !made.status().failure || made.status().failure->row != &failures::kXacroNoName) return made;
  const auto* name = std::get_if<arg::Name>(made.status().failure->find("name"));
  return withNearest(made.status(), name != nullptr ? name->text : std::string(), scope.allNames());
}

// What stands in $().
Result<XacroValue> XacroTexts::called(std::string_view inside, XacroScope& scope, const arg::Place& place) {
  WW_ASSIGN(const std::string call, text(inside, scope, place));
  if (trim(call).starts_with("eval ")) return computed(trim(call).substr(5), scope, place);
  WW_ASSIGN(std::string made, extension(call, place));
  return XacroValue{std::move(made)};
}

Result<XacroValue> XacroTexts::evaluate(std::string_view text, XacroScope& scope, const arg::Place& place) {
  if (nested_ >= kMaxNested)
    return fail(failures::kXacroValue, {{"place", place},
                                        {"expression", arg::Words{cleanUtf8(text, 200)}},
                                        {"reason", phrase(WW_TEXT("Core", "its brackets are nested too deep"))}});
  ++nested_;
  auto made = pieces(text, scope, place);
  --nested_;
  return made;
}

Result<XacroValue> XacroTexts::pieces(std::string_view text, XacroScope& scope, const arg::Place& place) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t mark = std::min(text.find('$', at), text.size());
    out += text.substr(at, mark - at);
    if (mark == text.size()) break;
    const std::string_view rest = text.substr(mark + 1);
    if (rest.starts_with("${") || rest.starts_with("$(")) {  // $${ is ${
      out += rest.substr(0, 2);
      at = mark + 3;
      continue;
    }
    if (!rest.starts_with('{') && !rest.starts_with('(')) {
      out += '$';
      at = mark + 1;
      continue;
    }
    const std::size_t end = endOfPiece(text, mark + 2, rest[0], rest[0] == '{' ? '}' : ')');
    if (end == std::string_view::npos)
      return fail(failures::kXacroNotClosed,
                  {{"place", place}, {"text", arg::Words{cleanUtf8(text.substr(mark), 60)}}});
    const std::string_view inside = text.substr(mark + 2, end - mark - 2);
    WW_ASSIGN(XacroValue piece, rest[0] == '{' ? computed(inside, scope, place) : called(inside, scope, place));
    if (mark == 0 && end + 1 == text.size()) return piece;
    out += xacroText(piece);
    at = end + 1;
    if (out.size() > kMostXacroText) return fail(failures::kXacroTooMuch, {{"place", place}});
  }
  return XacroValue{std::move(out)};
}

Result<std::string> XacroTexts::text(std::string_view text, XacroScope& scope, const arg::Place& place) {
  if (text.find('$') == std::string_view::npos) return std::string(text);
  WW_ASSIGN(const XacroValue made, evaluate(text, scope, place));
  std::string out = xacroText(made);
  if (out.size() > kMostXacroText) return fail(failures::kXacroTooMuch, {{"place", place}});
  return out;
}

Result<XacroValue> XacroTexts::value(std::string_view text, XacroScope& scope, const arg::Place& place) {
  WW_ASSIGN(XacroValue made, evaluate(text, scope, place));
  if (const std::string* words = made.words()) return xacroLiteral(*words);
  return made;
}

Result<bool> XacroTexts::condition(std::string_view text, XacroScope& scope, const arg::Place& place) {
  WW_ASSIGN(const XacroValue made, value(text, scope, place));
  if (made.isNumber()) return made.isTrue();
  return fail(failures::kXacroCondition,
              {{"place", place}, {"text", arg::Words{cleanUtf8(text, 100)}}, {"found", nameOf(xacroText(made))}});
}

Result<std::string> XacroTexts::argument(const std::string& name, const arg::Place& place) {
  asked_.insert(name);
  if (const auto found = args_.find(name); found != args_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [key, held] : args_) known.push_back(key);
  const bool plain = std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return withNearest(
      fail(failures::kXacroNoArg,
           {{"place", place}, {"name", nameOf(name)}, {"plain", arg::Words{plain ? name : std::string("NAME")}}}),
      name, known);
}

Result<XacroValue> XacroTexts::yaml(const std::string& name, const arg::Place& place) {
  constexpr std::uintmax_t kMaxYamlBytes = 4u << 20;
  const FailureArg at{"place", place}, file{"file", nameOf(name)};
  const auto path = context_.files.resolve(name, context_.path.parent_path());
  if (!path.ok()) return fail(failures::kXacroInclude, {at, file}, path.status());
  const auto text = readWhole(*path, kMaxYamlBytes);
  if (!text.ok()) return fail(failures::kXacroInclude, {at, file}, text.status());
  return parseXacroYaml(*text, path->filename().string());
}

Result<std::string> XacroTexts::package(const std::string& name, const arg::Place& place) {
  const auto found = context_.files.resolve("package://" + name + "/", context_.path.parent_path());
  if (!found.ok()) return fail(failures::kXacroNoPackage, {{"place", place}, {"name", nameOf(name)}});
  std::string out = found->string();
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

Result<std::string> XacroTexts::extension(std::string_view inside, const arg::Place& place) {
  const std::vector<std::string_view> words = splitWords(inside);
  const std::string first(words.empty() ? std::string_view() : words.front());
  if (first == "arg" && words.size() == 2) return argument(std::string(words[1]), place);
  if (first == "find" && words.size() == 2) return package(std::string(words[1]), place);
  if (first == "dirname" && words.size() == 1) return context_.path.parent_path().string();
  // What the environment holds is nobody's business here, so that a file means the same on each machine.
  if (first == "optenv" && words.size() >= 2) {
    std::string out;
    for (std::size_t i = 2; i < words.size(); ++i) out += (i > 2 ? " " : "") + std::string(words[i]);
    return out;
  }
  return fail(failures::kXacroExtension, {{"place", place}, {"text", arg::Words{cleanUtf8(inside, 100)}}});
}

void XacroTexts::tellUnusedArgs(const std::string& file) const {
  const std::vector<std::string> known(declared_.begin(), declared_.end());
  for (const auto& [name, value] : given_) {
    if (declared_.contains(name) || asked_.contains(name)) continue;
    context_.report.warn(
        "xacro-arg",
        withNearest(fail(failures::kXacroArgUnused, {{"file", arg::Name{file}}, {"name", nameOf(name)}}), name, known));
  }
}

}  // namespace ww::io::worker
