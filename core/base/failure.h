// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/phrase.h"
#include "core/base/status.h"

// A folder lists its rows once, in its failures.inc, by
//   WW_FAILURE(kNameTaken, "world.name-taken", kAlreadyExists, WW_TEXT("Core", "title"), .hint = WW_TEXT("Core", ...))
// Its header includes the list with WW_FAILURE defined as the first of these, its source with the others.
#define WW_FAILURE_DECLARED(name, ...) extern const ::ww::FailureRow name;
#define WW_FAILURE_DEFINED(name, its_code, its_canonical, its_title, ...) \
  const ::ww::FailureRow name{                                            \
      .code = its_code, .canonical = ::ww::Code::its_canonical, .title = its_title __VA_OPT__(, ) __VA_ARGS__};
#define WW_FAILURE_LISTED(name, ...) &name,

namespace ww {

// A kind of failure, one row of the table of its folder. Texts are English; {name} is filled in from the arguments.
struct FailureRow {
  std::string_view code;  // stable, for scripts and the list of failures: "world.name-taken"
  Code canonical;
  const char* title;            // one sentence, without its full stop
  const char* hint = "";        // what to do, in words that hold on every way in
  const char* at_command = "";  // instead of `hint` on the command line; what stands in `` can be run as it is
  const char* in_window = "";   // instead of `hint` in the window
  const char* action = "";      // of the editor, which a button of the message does
};

struct Failure {
  const FailureRow* row = nullptr;
  std::vector<FailureArg> args;
  std::vector<Status> causes;     // what it comes from, the next one first
  std::vector<std::string> near;  // names that were perhaps meant; asked before the hint
  std::vector<Phrase> contexts;   // what was being done, outermost first
  std::vector<Phrase> details;    // further lines
  Phrase usual_hint;              // where no row says what to do

  // Null when there is none.
  const FailureValue* find(std::string_view key) const;
};

// A text of the row with its fields filled in.
std::string filledIn(const char* text, const Failure& failure, const Voice& voice);

// A failure of that kind. The texts of the status are those of the plain voice; its subject is the first node, name
// or place among the arguments.
Status fail(const FailureRow& row, std::initializer_list<FailureArg> args = {});
// The same with what it comes from, whose own text follows the title.
Status fail(const FailureRow& row, std::initializer_list<FailureArg> args, Status cause);

// Of the names there are, those that a person may have meant by `wanted`, the likeliest first, at most `most`.
std::vector<std::string> nearestNames(std::string_view wanted, std::span<const std::string> known,
                                      std::size_t most = 3);
// The failure of a look-up, with what may have been meant.
Status withNearest(Status status, std::string_view wanted, std::span<const std::string> known);

// What was being done when it failed: "link 'arm': ..."; the same for words that are not ours is Status::in.
Status within(Status status, Phrase context);
// With further lines, behind those that it has.
Status withDetails(Status status, std::vector<Phrase> lines);
// With what to do where neither the row nor what it comes from says it.
Status withUsualHint(Status status, Phrase hint);
// What a status says, for a line of another: its title, and what to do if that is asked for.
Phrase told(const Status& status, bool with_hint = false);

// The title: contexts, the row's own, and what it comes from.
std::string titleText(const Failure& failure, const Voice& voice);
// What to do, `own` being the row's text for the way in: "did you mean 'home'? ...".
std::string hintText(const Failure& failure, const char* own, const Voice& voice);

// That of the row, or where it has none, of what it comes from, as the voice says it.
std::string hintText(const Failure& failure, const Voice& voice);
// The further lines; those of what it comes from where it has none.
std::string detailsText(const Failure& failure, const Voice& voice);

// All rows of a folder, for lists and tests.
using FailureTable = std::span<const FailureRow* const>;

}  // namespace ww
