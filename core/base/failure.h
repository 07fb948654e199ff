// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/status.h"

// Marks a text of a row for translation: lupdate takes it for QT_TRANSLATE_NOOP.
#define WW_TEXT(context, text) text

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

// What a row is filled in with, by kind: each voice writes it its own way.
namespace arg {
struct Name {  // of a thing that is no node, or not there; quoted
  std::string text;
};
struct Node {  // of an object, entity or frame
  std::string display;
  std::uint64_t id = 0;  // 0: not in the world
};
struct Words {  // as they are: a formula, a type, what a file says
  std::string text;
};
struct Length {
  double m = 0;
};
struct Angle {
  double rad = 0;
};
struct Seconds {
  double s = 0;
};
struct Bytes {
  std::uint64_t count = 0;
};
struct Number {
  double value = 0;  // of no unit
};
struct Count {
  std::uint64_t count = 0;
};
struct Names {  // quoted; only the first few are shown
  std::vector<std::string> texts;
};
struct Place {  // in a file; 0 where it is not known
  std::string file;
  int line = 0, column = 0;
};
}  // namespace arg

using FailureValue = std::variant<arg::Name, arg::Node, arg::Words, arg::Length, arg::Angle, arg::Seconds, arg::Bytes,
                                  arg::Number, arg::Count, arg::Names, arg::Place>;
struct FailureArg {
  const char* key;
  FailureValue value;
};

struct Failure {
  const FailureRow* row = nullptr;
  std::vector<FailureArg> args;
  std::vector<Status> causes;         // what it comes from, the next one first
  std::vector<std::string> near;      // names that were perhaps meant; asked before the hint
  std::vector<std::string> contexts;  // what was being done, outermost first

  // Null when there is none.
  const FailureValue* find(std::string_view key) const;
};

// How one way in writes texts and figures. The plain one is that of the command line and of the wire.
class Voice {
 public:
  virtual ~Voice() = default;
  virtual std::string text(const char* english) const { return english; }
  // A sentence that is no data (yet): of a library, or of a context.
  virtual std::string finished(const std::string& sentence) const { return sentence; }
  virtual std::string quoted(const std::string& name) const;
  virtual std::string length(double m) const;
  virtual std::string angle(double rad) const;
  virtual std::string number(double value) const;  // of no unit
  virtual std::string seconds(double s) const;
  virtual std::string bytes(std::uint64_t count) const;
};
const Voice& plainVoice();

// The text of the row with its fields filled in. A field without an argument stays as it is.
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

// The title: contexts, the row's own, and what it comes from.
std::string titleText(const Failure& failure, const Voice& voice);
// What to do, `own` being the row's text for the way in: "did you mean 'home'? ...".
std::string hintText(const Failure& failure, const char* own, const Voice& voice);

// A figure in metres, with the digits that matter: "0.0445 m", "0.021 mm", "less than 0.001 mm", "0 m".
std::string lengthText(double m);
// In degrees: "12.5 deg".
std::string angleText(double rad);

// All rows of a folder, for lists and tests.
using FailureTable = std::span<const FailureRow* const>;

}  // namespace ww
