// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/io/worker/context.h"
#include "core/io/worker/urdf/xacro_expression.h"

class TiXmlElement;
class TiXmlNode;

namespace ww::io::worker {

// A piece of markup that a name stands for: of the template, worked out where it is put in, or worked out already.
struct XacroBlock {
  const TiXmlElement* source = nullptr;  // its children
  std::string file;
  std::vector<std::shared_ptr<TiXmlNode>> made;
};

// The names that hold at a place of a template: those of a macro, then those of who calls it.
struct XacroScope {
  struct Entry {
    XacroValue value;
    std::string text;  // of what is worked out when it is first asked for
    arg::Place place;
    bool is_open = false;     // `text` counts
    bool is_working = false;  // is being worked out: who asks now asks in a circle
  };
  XacroScope* outer = nullptr;
  std::map<std::string, Entry> properties;
  std::map<std::string, XacroBlock> blocks;

  // The scope that holds it; null when none does.
  XacroScope* holderOf(const std::string& name);
  const XacroBlock* block(const std::string& name) const;
  XacroScope& outermost();
  std::vector<std::string> allNames() const;
};

// Texts of a template with ${...}, $(arg ...) and $(find ...) in them.
class XacroTexts {
 public:
  XacroTexts(ReadContext& context, const std::map<std::string, std::string>& given)
      : context_(context), args_(given), given_(given) {}

  // A text that is one expression keeps its kind. INVALID_ARGUMENT, with the place, when it has no value; NOT_FOUND for
  // a file or a package.
  Result<XacroValue> evaluate(std::string_view text, XacroScope& scope, const arg::Place& place);
  Result<std::string> text(std::string_view text, XacroScope& scope, const arg::Place& place);
  Result<bool> condition(std::string_view text, XacroScope& scope, const arg::Place& place);
  // The value of a property or parameter that is written so. The same errors.
  Result<XacroValue> value(std::string_view text, XacroScope& scope, const arg::Place& place);

  bool hasArg(const std::string& name) const { return args_.contains(name); }
  void declareArg(const std::string& name) { declared_.insert(name); }
  void setArg(const std::string& name, std::string value) { args_[name] = std::move(value); }
  // Those given that no template declares.
  void tellUnusedArgs(const std::string& file) const;

 private:
  // All with the errors of evaluate().
  Result<std::optional<XacroValue>> property(const std::string& name, XacroScope& scope);
  Result<XacroValue> pieces(std::string_view text, XacroScope& scope, const arg::Place& place);
  Result<XacroValue> computed(std::string_view inside, XacroScope& scope, const arg::Place& place);
  Result<XacroValue> called(std::string_view inside, XacroScope& scope, const arg::Place& place);
  Result<std::string> extension(std::string_view inside, const arg::Place& place);
  Result<std::string> argument(const std::string& name, const arg::Place& place);
  Result<XacroValue> yaml(const std::string& name, const arg::Place& place);
  Result<std::string> package(const std::string& name, const arg::Place& place);

  ReadContext& context_;
  std::map<std::string, std::string> args_;
  std::map<std::string, std::string> given_;
  std::set<std::string> declared_, asked_;
  int depth_ = 0, nested_ = 0;
};

}  // namespace ww::io::worker
