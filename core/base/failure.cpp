// SPDX-License-Identifier: Apache-2.0
#include "core/base/failure.h"

#include <algorithm>
#include <cctype>
#include <tuple>

#include "core/base/letters.h"

namespace ww {
namespace {

constexpr std::size_t kShownCauses = 400;  // bytes
constexpr const char* kDidYouMean = WW_TEXT("Core", "did you mean {names}?");

// What an error line names as its subject.
std::string subjectOf(const Failure& failure) {
  for (const FailureArg& a : failure.args) {
    if (const auto* node = std::get_if<arg::Node>(&a.value)) return node->display;
    if (const auto* name = std::get_if<arg::Name>(&a.value)) return name->text;
    if (const auto* place = std::get_if<arg::Place>(&a.value)) return place->file;
  }
  return {};
}

}  // namespace

const FailureValue* Failure::find(std::string_view key) const {
  for (const FailureArg& a : args) {
    if (key == a.key) return &a.value;
  }
  return nullptr;
}

std::string filledIn(const char* text, const Failure& failure, const Voice& voice) {
  return filledIn(text, std::span(failure.args), voice);
}

namespace {

// Sentences of others end with a full stop, ours do not.
std::string withoutStop(std::string title) {
  if (title.ends_with('.') && !title.ends_with("..")) title.pop_back();
  return title;
}

}  // namespace

std::string titleText(const Failure& failure, const Voice& voice) {
  std::string title;
  for (const Phrase& context : failure.contexts) title += textOf(context, voice) + ": ";
  title += filledIn(failure.row->title, failure, voice);
  std::string causes;
  for (const Status& cause : failure.causes) {
    const std::string text = cause.failure ? titleText(*cause.failure, voice) : cause.title;
    if (!causes.empty() && causes.size() + text.size() > kShownCauses) return title + ": " + causes + "; ...";
    causes += (causes.empty() ? "" : "; ") + text;
  }
  return withoutStop(causes.empty() ? title : title + ": " + causes);
}

static std::string withQuestion(const Failure& failure, std::string hint, const Voice& voice) {
  if (failure.near.empty()) return hint;
  const std::string question = textOf(phrase(kDidYouMean, {{"names", arg::Names{failure.near}}}), voice);
  return hint.empty() ? question : question + " " + hint;
}

std::string hintText(const Failure& failure, const char* own, const Voice& voice) {
  std::string hint = filledIn(own, failure, voice);
  if (hint.empty() && !failure.causes.empty()) {
    const Status& cause = failure.causes.front();
    hint = cause.failure ? hintText(*cause.failure, cause.failure->row->hint, voice) : cause.hint;
  }
  return withQuestion(failure, std::move(hint), voice);
}

std::string hintText(const Failure& failure, const Voice& voice) {
  std::string hint = filledIn(voice.ownHint(*failure.row), failure, voice);
  for (const Status& cause : failure.causes)
    if (hint.empty()) hint = cause.failure ? hintText(*cause.failure, voice) : cause.hint;
  if (hint.empty()) hint = textOf(failure.usual_hint, voice);
  return withQuestion(failure, std::move(hint), voice);
}

std::string detailsText(const Failure& failure, const Voice& voice) {
  std::string out;
  for (const Phrase& line : failure.details) out += (out.empty() ? "" : "\n") + textOf(line, voice);
  for (const Status& cause : failure.causes) {
    if (out.empty() && cause.failure) out = detailsText(*cause.failure, voice);
    if (out.empty()) out = cause.message;
  }
  return out;
}

namespace {

// The further lines as data; those of what it comes from where it has none.
std::vector<Phrase> detailsOf(const Status& status) {
  if (status.failure && !status.failure->details.empty()) return status.failure->details;
  if (status.failure) {
    for (const Status& cause : status.failure->causes)
      if (std::vector<Phrase> below = detailsOf(cause); !below.empty()) return below;
  }
  return status.message.empty() ? std::vector<Phrase>() : std::vector<Phrase>{status.message};
}

// The texts of a status in the plain voice.
void write(Status& status, const Failure& failure) {
  const FailureRow& row = *failure.row;
  status.code = row.canonical;
  status.title = titleText(failure, plainVoice());
  const char* own = plainVoice().ownHint(row);
  if (*own || !failure.near.empty()) status.hint = hintText(failure, own, plainVoice());
  status.subject = subjectOf(failure);
  for (const Status& cause : failure.causes) {
    if (status.hint.empty()) status.hint = cause.hint;
    if (status.subject.empty()) status.subject = cause.subject;
  }
  status.message = detailsText(failure, plainVoice());
}

Status statusOf(Failure failure) {
  Status status;
  write(status, failure);
  status.failure = std::make_shared<const Failure>(std::move(failure));
  return status;
}

}  // namespace

Status fail(const FailureRow& row, std::initializer_list<FailureArg> args) {
  return statusOf({&row, args, {}, {}, {}, {}, {}});
}

Status fail(const FailureRow& row, std::initializer_list<FailureArg> args, Status cause) {
  Failure failure{&row, args, {}, {}, {}, {}, {}};
  failure.causes.push_back(std::move(cause));
  return statusOf(std::move(failure));
}

Status within(Status status, Phrase context) {
  status.title = plain(context) + ": " + status.title;
  if (!status.failure) return status;
  auto inner = std::make_shared<Failure>(*status.failure);
  inner->contexts.insert(inner->contexts.begin(), std::move(context));
  status.failure = std::move(inner);
  return status;
}

Status withDetails(Status status, std::vector<Phrase> lines) {
  std::vector<Phrase> before = detailsOf(status);
  for (const Phrase& line : lines) status.message += (status.message.empty() ? "" : "\n") + plain(line);
  if (!status.failure) return status;
  auto told = std::make_shared<Failure>(*status.failure);
  told->details = std::move(before);
  std::ranges::move(lines, std::back_inserter(told->details));
  status.failure = std::move(told);
  return status;
}

Status withUsualHint(Status status, Phrase hint) {
  if (!status.hint.empty()) return status;
  status.hint = plain(hint);
  if (!status.failure) return status;
  auto changed = std::make_shared<Failure>(*status.failure);
  changed->usual_hint = std::move(hint);
  status.failure = std::move(changed);
  return status;
}

Phrase told(const Status& status, bool with_hint) {
  if (status.failure) return phrase("{what}", {{"what", arg::Told{status.failure, with_hint}}});
  return with_hint && !status.hint.empty() ? status.title + ": " + status.hint : status.title;
}

Status withNearest(Status status, std::string_view wanted, std::span<const std::string> known) {
  if (!status.failure) return status;
  Failure failure = *status.failure;
  failure.near = nearestNames(wanted, known);
  return statusOf(std::move(failure));
}

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Letters to put in, take out, exchange or swap, whatever their case.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) row[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const bool same = lower(a[i - 1]) == lower(b[k - 1]);
      next[k] = std::min({row[k] + 1, next[k - 1] + 1, row[k - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && k > 1 && lower(a[i - 1]) == lower(b[k - 2]) && lower(a[i - 2]) == lower(b[k - 1]);
      if (swapped) next[k] = std::min(next[k], before[k - 2] + 1);
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row[b.size()];
}

bool holds(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

}  // namespace

namespace {

// What stands before an ending that both have: in "vis.wright" and "dir.wright" it is no likeness.
std::size_t commonEnding(std::string_view a, std::string_view b) {
  const std::size_t dot = a.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || !b.ends_with(a.substr(dot))) return 0;
  return b.size() == a.size() - dot ? 0 : a.size() - dot;
}

}  // namespace

namespace {

// Letters and digits alone, as imports write letters of other alphabets: "UR 5/e" and "UR_5_e" are one.
std::string lettersOf(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = nextLetter(text, at);
    if (c >= 0x80) out += plainLetters(c);
    else if (std::isalnum(static_cast<int>(c)) != 0) out += static_cast<char>(c);
  }
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

// Whether only letters are left out: "robt" of "robot".
bool isWithin(std::string_view given, std::string_view name) {
  std::size_t at = 0;
  for (const char c : name)
    if (at < given.size() && lower(c) == lower(given[at])) ++at;
  return at == given.size();
}

}  // namespace

std::vector<std::string> nearestNames(std::string_view given, std::span<const std::string> known, std::size_t most) {
  constexpr std::size_t kLongest = 64, kLeastPart = 3, kPartIs = 1, kMostCompared = 5000;
  // How far, another start, not only left out, other length.
  std::vector<std::tuple<std::size_t, bool, bool, std::size_t, std::string_view>> found;
  if (given.empty() || given.size() > kLongest) return {};
  const std::string letters = lettersOf(given);
  for (const std::string& whole : known.first(std::min(known.size(), kMostCompared))) {
    if (whole.size() > kLongest || whole.empty()) continue;
    // Of a file, all but its ending.
    const bool unended = whole.starts_with(given) && whole.find('.') == given.size();
    if (unended || (!letters.empty() && lettersOf(whole) == letters)) {
      found.emplace_back(0, false, false, 0, whole);
      continue;
    }
    const std::size_t ending = commonEnding(given, whole);
    const std::string_view wanted = given.substr(0, given.size() - ending);
    const std::string_view name = std::string_view(whole).substr(0, whole.size() - ending);
    const std::size_t usual = std::max<std::size_t>(1, wanted.size() / 3);
    const bool other_start = lower(name.front()) != lower(wanted.front());
    // Of two letters one is half of the name.
    if (other_start && wanted.size() < kLeastPart && lower(name.back()) != lower(wanted.back())) continue;
    // One slip more in a name whose ends agree: "ruut" and "root".
    const bool ends = wanted.size() > kLeastPart && lower(name.front()) == lower(wanted.front()) &&
                      lower(name.back()) == lower(wanted.back());
    const std::size_t allowed = usual + (ends && usual == 1 ? 1 : 0);
    const std::size_t shorter = std::min(name.size(), wanted.size());
    const bool part = shorter >= kLeastPart && (holds(name, wanted) || holds(wanted, name));
    const std::size_t longer = std::max(name.size(), wanted.size());
    if (!part && longer - shorter > allowed) continue;
    const std::size_t distance = editDistance(wanted, name);
    const bool other = !part && !isWithin(wanted, name);
    if (part) found.emplace_back(kPartIs + std::min(distance, allowed), other_start, other, longer - shorter, whole);
    else if (distance <= allowed && distance < wanted.size())
      found.emplace_back(distance, other_start, other, longer - shorter, whole);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string> names;
  // What is much less like it than the best was not meant; beside one of the same letters nothing else.
  const std::size_t best = found.empty() ? 0 : std::get<0>(found.front()), far = best == 0 ? 0 : best + 1;
  for (std::size_t i = 0; i < found.size() && i < most && std::get<0>(found[i]) <= far; ++i)
    names.emplace_back(std::get<4>(found[i]));
  return names;
}

}  // namespace ww
