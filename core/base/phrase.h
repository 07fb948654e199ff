// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// Marks a text for translation: lupdate takes it for QT_TRANSLATE_NOOP.
#define WW_TEXT(context, text) text

namespace ww {

struct Failure;
struct FailureArg;
struct FailureRow;

// A text that people read, as data, so that no way in has to take a sentence apart to write it in its own language:
// what an edit is called, what a job is at, a reason. Or words that are no text of ours, shown as they are.
struct Phrase {
  Phrase() = default;
  // The words of a person, a file or a library.
  template <std::convertible_to<std::string> Text>
  Phrase(Text&& words) : text(std::forward<Text>(words)) {}

  std::string text;  // English, with {fields}; or the words
  std::vector<FailureArg> args;
  bool is_ours = false;  // marked by WW_TEXT: to be translated and filled in

  bool empty() const { return text.empty(); }
};

// What texts are filled in with, by kind: each voice writes it its own way.
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
struct Told {  // what a failure says, with what to do if that is asked for
  std::shared_ptr<const Failure> failure;
  bool with_hint = false;
};
}  // namespace arg

using FailureValue = std::variant<arg::Name, arg::Node, arg::Words, arg::Length, arg::Angle, arg::Seconds, arg::Bytes,
                                  arg::Number, arg::Count, arg::Names, arg::Place, arg::Told, Phrase>;
struct FailureArg {
  std::string key;
  FailureValue value;
};

// phrase(WW_TEXT("Core", "Move {node}"), {{"node", arg::Words{"gripper"}}}); a guard looks that the text is marked.
Phrase phrase(const char* text, std::initializer_list<FailureArg> args = {});

// How one way in writes texts and figures. The plain one is that of the command line and of the wire.
class Voice {
 public:
  virtual ~Voice() = default;
  virtual std::string text(const char* english) const { return english; }
  // The row's own text of what to do.
  virtual const char* ownHint(const FailureRow& row) const;
  virtual std::string quoted(const std::string& name) const;
  virtual std::string length(double m) const;
  virtual std::string angle(double rad) const;
  virtual std::string number(double value) const;  // of no unit
  virtual std::string seconds(double s) const;
  virtual std::string bytes(std::uint64_t count) const;
};
const Voice& plainVoice();

// The text with its fields filled in. A field without an argument stays as it is.
std::string filledIn(const char* text, std::span<const FailureArg> args, const Voice& voice);
std::string textOf(const Phrase& phrase, const Voice& voice);
// In the plain voice.
std::string plain(const Phrase& phrase);

// A figure in metres, with the digits that matter: "0.0445 m", "0.021 mm", "less than 0.001 mm", "0 m", "50,000 km".
std::string lengthText(double m);
// In degrees: "12.5 deg".
std::string angleText(double rad);

}  // namespace ww
