// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/xacro_expression.h"

#include <array>
#include <cmath>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/urdf/xacro_operators.h"
#include "core/io/worker/urdf/xacro_tokens.h"

namespace ww::io::worker {
namespace {

constexpr int kMaxNesting = 30;
constexpr std::size_t kMaxExpression = 20'000;
constexpr std::array<std::string_view, 7> kKeywords = {"and", "or", "not", "if", "else", "in", "is"};

// Reads and works out at once. What is not chosen is read with `live` off: names and values there do not matter.
class XacroEvaluator {
 public:
  XacroEvaluator(std::string_view text, std::vector<XacroToken> tokens, arg::Place place, const XacroNames& names)
      : text_(text), tokens_(std::move(tokens)), place_(std::move(place)), names_(names) {}

  Result<XacroValue> run() {
    WW_ASSIGN(XacroValue out, choice(true));
    if (next().kind != XacroToken::Kind::kEnd) return notUnderstood();
    return out;
  }

 private:
  using Level = Result<XacroValue> (XacroEvaluator::*)(bool live);

  const XacroToken& next() const { return tokens_[at_]; }
  bool isSign(std::string_view text) const { return next().kind == XacroToken::Kind::kSign && next().text == text; }
  bool isWord(std::string_view text) const { return next().kind == XacroToken::Kind::kName && next().text == text; }
  bool take(std::string_view text) {
    if (!isSign(text) && !isWord(text)) return false;
    ++at_;
    return true;
  }

  arg::Words shown() const { return {cleanUtf8(text_, 200)}; }
  Status notUnderstood() const {
    const XacroToken& token = next();
    const std::string found = token.kind == XacroToken::Kind::kEnd      ? "}"
                              : token.kind == XacroToken::Kind::kNumber ? xacroText(token.number)
                                                                        : cleanUtf8(token.text, 60);
    return fail(failures::kXacroSyntax, {{"place", place_}, {"expression", shown()}, {"found", arg::Name{found}}});
  }
  Status unsound(Phrase reason) const {
    return fail(failures::kXacroValue, {{"place", place_}, {"expression", shown()}, {"reason", std::move(reason)}});
  }
  Status noFit() const { return unsound(phrase(WW_TEXT("Core", "its values do not go together"))); }

  // Where "if" stands in what begins here, before its bracket or comma ends it.
  std::optional<std::size_t> ifAhead() const {
    int depth = 0;
    for (std::size_t i = at_; i < tokens_.size(); ++i) {
      const XacroToken& t = tokens_[i];
      if (t.kind == XacroToken::Kind::kName && t.text == "if" && depth == 0) return i;
      if (t.kind == XacroToken::Kind::kName && t.text == "else" && depth == 0) return std::nullopt;
      if (t.kind != XacroToken::Kind::kSign) continue;
      if (t.text == "(" || t.text == "[" || t.text == "{") ++depth;
      if (t.text == ")" || t.text == "]" || t.text == "}") --depth;
      if (depth < 0 || (depth == 0 && (t.text == "," || t.text == ":"))) return std::nullopt;
    }
    return std::nullopt;
  }

  Result<XacroValue> choice(bool live) {
    if (++depth_ > kMaxNesting) return unsound(phrase(WW_TEXT("Core", "its brackets are nested too deep")));
    const auto condition_at = ifAhead();
    Result<XacroValue> out = condition_at ? ifElse(*condition_at, live) : either(live);
    --depth_;
    return out;
  }

  Result<XacroValue> ifElse(std::size_t condition_at, bool live) {
    const std::size_t start = at_;
    at_ = condition_at + 1;
    WW_ASSIGN(const XacroValue condition, either(live));
    if (!take("else")) return notUnderstood();
    const bool first = live && condition.isTrue();
    WW_ASSIGN(XacroValue other, choice(live && !first));
    const std::size_t end = at_;
    at_ = start;
    WW_ASSIGN(XacroValue chosen, either(first));
    if (at_ != condition_at) return notUnderstood();
    at_ = end;
    return first ? chosen : other;
  }

  Result<XacroValue> either(bool live) {
    WW_ASSIGN(XacroValue out, both(live));
    while (take("or")) {
      const bool decided = live && out.isTrue();
      WW_ASSIGN(XacroValue right, both(live && !decided));
      if (!decided) out = std::move(right);
    }
    return out;
  }

  Result<XacroValue> both(bool live) {
    WW_ASSIGN(XacroValue out, negation(live));
    while (take("and")) {
      const bool decided = live && !out.isTrue();
      WW_ASSIGN(XacroValue right, negation(live && !decided));
      if (!decided) out = std::move(right);
    }
    return out;
  }

  Result<XacroValue> negation(bool live) {
    bool turned = false, any = false;
    while (take("not")) {
      turned = !turned;
      any = true;
    }
    WW_ASSIGN(XacroValue out, comparison(live));
    if (!any) return out;
    return XacroValue{turned != out.isTrue()};
  }

  std::string comparisonSign() {
    for (const char* sign : {"==", "!=", "<=", ">=", "<", ">", "in", "is"}) {
      if (!take(sign)) continue;
      if (std::string_view(sign) != "is") return sign;
      return take("not") ? "!=" : "==";
    }
    if (isWord("not") && tokens_[at_ + 1].text == "in") {
      at_ += 2;
      return "not in";
    }
    return {};
  }

  Result<XacroValue> comparison(bool live) {
    WW_ASSIGN(XacroValue left, sum(live));
    bool all = true, any = false;
    for (std::string sign = comparisonSign(); !sign.empty(); sign = comparisonSign()) {
      WW_ASSIGN(XacroValue right, sum(live && all));
      if (live && all) {
        const auto holds = compareXacro(sign, left, right);
        if (!holds) return noFit();
        all = *holds;
      }
      left = std::move(right);
      any = true;
    }
    if (!any) return left;
    return XacroValue{all};
  }

  Result<XacroValue> chain(bool live, Level level, std::initializer_list<const char*> signs) {
    WW_ASSIGN(XacroValue out, (this->*level)(live));
    while (true) {
      const char* sign = nullptr;
      for (const char* s : signs) {
        if (sign == nullptr && isSign(s)) sign = s;
      }
      if (sign == nullptr) return out;
      ++at_;
      WW_ASSIGN(XacroValue right, (this->*level)(live));
      if (live) {
        WW_ASSIGN(out, combined(sign, out, right));
      }
    }
  }

  Result<XacroValue> combined(std::string_view sign, const XacroValue& left, const XacroValue& right) const {
    const bool divides = sign == "/" || sign == "//" || sign == "%";
    if (divides && right.isNumber() && right.number() == 0.0)
      return unsound(phrase(WW_TEXT("Core", "it divides by 0")));
    const auto out = combineXacro(sign, left, right);
    if (!out) return noFit();
    return *out;
  }

  Result<XacroValue> sum(bool live) { return chain(live, &XacroEvaluator::product, {"+", "-"}); }
  Result<XacroValue> product(bool live) { return chain(live, &XacroEvaluator::signedValue, {"*", "//", "/", "%"}); }

  Result<XacroValue> signedValue(bool live) {
    int signs = 0;
    bool minus = false;
    for (; isSign("-") || isSign("+"); ++at_, ++signs) minus = minus != isSign("-");
    WW_ASSIGN(XacroValue out, power(live));
    if (signs == 0 || !live) return out;
    if (!out.isNumber()) return noFit();
    return minus ? combined("-", XacroValue{std::int64_t{0}}, out) : Result<XacroValue>(out);
  }

  Result<XacroValue> power(bool live) {
    WW_ASSIGN(XacroValue out, entry(live));
    if (!take("**")) return out;
    if (++depth_ > kMaxNesting) return notUnderstood();
    WW_ASSIGN(const XacroValue right, signedValue(live));
    --depth_;
    if (!live) return out;
    return combined("**", out, right);
  }

  // table['key'], table.key, list[0].
  Result<XacroValue> entry(bool live) {
    WW_ASSIGN(XacroValue out, atom(live));
    while (isSign("[") || isSign(".")) {
      XacroValue key;
      if (take("[")) {
        WW_ASSIGN(key, choice(live));
        if (!take("]")) return notUnderstood();
      } else {
        ++at_;
        if (next().kind != XacroToken::Kind::kName) return notUnderstood();
        key = {tokens_[at_++].text};
        if (isSign("(")) return noFunction("." + *key.words());
      }
      if (!live) continue;
      const auto found = entryOfXacro(out, key);
      if (!found)
        return fail(failures::kXacroNoEntry,
                    {{"place", place_}, {"expression", shown()}, {"key", arg::Name{cleanUtf8(xacroText(key), 100)}}});
      out = *found;
    }
    return out;
  }

  Result<XacroValue> atom(bool live) {
    const XacroToken token = next();
    switch (token.kind) {
      case XacroToken::Kind::kNumber: ++at_; return token.number;
      case XacroToken::Kind::kWords: ++at_; return XacroValue{token.text};
      case XacroToken::Kind::kName: return named(live);
      default: break;
    }
    if (take("(")) return bracketed(live);
    if (take("[")) {
      WW_ASSIGN(XacroList items, listed("]", live));
      return XacroValue{std::make_shared<const XacroList>(std::move(items))};
    }
    if (take("{")) return tableRows(live);
    return notUnderstood();
  }

  // One value in brackets, or a list of several.
  Result<XacroValue> bracketed(bool live) {
    WW_ASSIGN(XacroValue first, choice(live));
    if (take(")")) return first;
    if (!take(",")) return notUnderstood();
    WW_ASSIGN(XacroList items, listed(")", live));
    items.insert(items.begin(), std::move(first));
    return XacroValue{std::make_shared<const XacroList>(std::move(items))};
  }

  Result<XacroList> listed(std::string_view end, bool live) {
    XacroList out;
    while (!take(end)) {
      WW_ASSIGN(XacroValue item, choice(live));
      out.push_back(std::move(item));
      if (!take(",") && !isSign(end)) return notUnderstood();
    }
    return out;
  }

  Result<XacroValue> tableRows(bool live) {
    XacroTable rows;
    while (!take("}")) {
      WW_ASSIGN(const XacroValue key, choice(live));
      if (!take(":")) return notUnderstood();
      WW_ASSIGN(rows[xacroText(key)], choice(live));
      if (!take(",") && !isSign("}")) return notUnderstood();
    }
    return XacroValue{std::make_shared<const XacroTable>(std::move(rows))};
  }

  // dict(a=1, b=2)
  Result<XacroValue> madeTable(bool live) {
    XacroTable rows;
    while (!take(")")) {
      if (next().kind != XacroToken::Kind::kName) return notUnderstood();
      const std::string key = tokens_[at_++].text;
      if (!take("=")) return notUnderstood();
      WW_ASSIGN(rows[key], choice(live));
      if (!take(",") && !isSign(")")) return notUnderstood();
    }
    return XacroValue{std::make_shared<const XacroTable>(std::move(rows))};
  }

  Result<XacroValue> named(bool live) {
    std::string name = next().text;
    for (const std::string_view keyword : kKeywords) {
      if (name == keyword) return notUnderstood();
    }
    ++at_;
    if (name == "True" || name == "False") return XacroValue{name == "True"};
    if (name == "None") return XacroValue{};
    // The modules of functions: math.pi, xacro.load_yaml().
    if ((name == "math" || name == "xacro" || name == "python") && isSign(".") &&
        tokens_[at_ + 1].kind == XacroToken::Kind::kName) {
      name += "." + tokens_[at_ + 1].text;
      at_ += 2;
    }
    if (take("(")) return called(name, live);
    if (!live) return XacroValue{};
    WW_ASSIGN(std::optional<XacroValue> found, names_.property(name));
    if (found) return *std::move(found);
    const std::string_view bare = name.starts_with("math.") ? std::string_view(name).substr(5) : name;
    if (bare == "pi") return XacroValue{M_PI};
    if (bare == "e") return XacroValue{M_E};
    if (bare == "tau") return XacroValue{2.0 * M_PI};
    return fail(failures::kXacroNoName,
                {{"place", place_}, {"expression", shown()}, {"name", arg::Name{cleanUtf8(name, 100)}}});
  }

  Result<XacroValue> called(const std::string& name, bool live) {
    if (name == "dict") return madeTable(live);
    if (++depth_ > kMaxNesting) return notUnderstood();
    WW_ASSIGN(const XacroList args, listed(")", live));
    --depth_;
    if (!live) return XacroValue{};
    const bool loads = name == "xacro.load_yaml" || name == "load_yaml";
    if (loads && args.size() == 1 && args[0].words() != nullptr) return names_.yaml(*args[0].words());
    XacroCall call = callXacro(name, args);
    if (!call.known) return noFunction(name);
    if (!call.value) return unsound(phrase(WW_TEXT("Core", "a function has no value for what it is given")));
    return *std::move(call.value);
  }

  Status noFunction(const std::string& name) const {
    return fail(failures::kXacroNoFunction,
                {{"place", place_}, {"expression", shown()}, {"name", arg::Name{cleanUtf8(name, 100)}}});
  }

  std::string_view text_;
  std::vector<XacroToken> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  arg::Place place_;
  const XacroNames& names_;
};

}  // namespace

Result<XacroValue> evaluateXacro(std::string_view expression, const arg::Place& place, const XacroNames& names) {
  const arg::Words shown{cleanUtf8(expression, 200)};
  if (expression.size() > kMaxExpression)
    return fail(failures::kXacroValue, {{"place", place},
                                        {"expression", shown},
                                        {"reason", phrase(WW_TEXT("Core", "it is longer than is worked out"))}});
  std::string bad;
  auto tokens = xacroTokens(expression, bad);
  if (!tokens)
    return fail(failures::kXacroSyntax, {{"place", place}, {"expression", shown}, {"found", arg::Name{bad}}});
  return XacroEvaluator(expression, *std::move(tokens), place, names).run();
}

}  // namespace ww::io::worker
