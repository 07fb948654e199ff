// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/xacro.h"

#include <tinyxml.h>

#include <algorithm>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/urdf/xacro_macros.h"
#include "core/io/worker/urdf/xacro_scope.h"

namespace ww::io::worker {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxTemplateBytes = 16u << 20;
constexpr std::size_t kMaxMadeElements = 500'000;
constexpr std::size_t kMaxIncludes = 1000;
constexpr int kMaxTemplateDepth = 250;
constexpr std::string_view kPrefix = "xacro:";

std::string attributeOf(const TiXmlElement& e, const char* name) {
  const char* text = e.Attribute(name);
  return text != nullptr ? text : "";
}

// Where the expander is: whose names hold, and in which file.
struct At {
  XacroScope* scope;
  std::string file;  // for messages
  fs::path folder;
};

class XacroExpander {
 public:
  explicit XacroExpander(ReadContext& context) : context_(context), texts_(context, context.options.arguments) {}

  Result<std::string> run(const std::string& text) {
    const At at{&global_, context_.path.filename().string(), context_.path.parent_path()};
    WW_ASSIGN(const TiXmlElement* root, load(text, at.file));
    TiXmlElement out(root->Value());
    WW_TRY(putAttributes(*root, out, at));
    WW_TRY(expandChildren(*root, out, at));
    texts_.tellUnusedArgs(at.file);
    TiXmlPrinter printer;
    printer.SetIndent(" ");
    out.Accept(&printer);
    return printer.Str();
  }

 private:
  using Handler = Status (XacroExpander::*)(const TiXmlElement&, TiXmlElement&, const At&);
  struct Row {
    std::string_view name;
    Handler handler;
  };

  static arg::Place placeOf(const TiXmlElement& e, const At& at) { return {at.file, e.Row(), 0}; }
  static arg::Name shown(const std::string& name) { return {cleanUtf8(name, 200)}; }

  Status lacks(const TiXmlElement& e, const At& at, const char* attribute) const {
    return fail(failures::kXacroLacks, {{"place", placeOf(e, at)},
                                        {"element", arg::Words{cleanUtf8(e.Value(), 60)}},
                                        {"attribute", arg::Words{attribute}}});
  }

  Result<const TiXmlElement*> load(const std::string& text, const std::string& file) {
    WW_TRY(scanXml(text, {kMaxTemplateBytes, 100, 200'000}).status());
    auto document = std::make_unique<TiXmlDocument>();
    document->Parse(std::string(withoutBom(text)).c_str(), nullptr, TIXML_ENCODING_UTF8);
    if (document->Error() || document->RootElement() == nullptr)
      return fail(failures::kUrdfNoXml, {{"place", arg::Place{file, document->ErrorRow(), 0}},
                                         {"reason", arg::Words{cleanUtf8(document->ErrorDesc(), 200)}}});
    documents_.push_back(std::move(document));
    return std::as_const(*documents_.back()).RootElement();
  }

  Result<std::string> textOf(const TiXmlElement& e, const char* attribute, const At& at) {
    const char* text = e.Attribute(attribute);
    if (text == nullptr) return lacks(e, at, attribute);
    return texts_.text(text, *at.scope, placeOf(e, at));
  }

  Status putAttributes(const TiXmlElement& from, TiXmlElement& to, const At& at) {
    for (const TiXmlAttribute* a = from.FirstAttribute(); a != nullptr; a = a->Next()) {
      const std::string name = a->Name();
      if (name.starts_with(kPrefix) || name == "xmlns:xacro") continue;
      WW_ASSIGN(const std::string text, texts_.text(a->Value(), *at.scope, placeOf(from, at)));
      to.SetAttribute(name, text);
    }
    return okStatus();
  }

  Status expandChildren(const TiXmlElement& from, TiXmlElement& into, const At& at) {
    if (++depth_ > kMaxTemplateDepth)
      return fail(failures::kXacroTooDeep, {{"place", placeOf(from, at)}, {"name", shown(from.Value())}});
    for (const TiXmlNode* child = from.FirstChild(); child != nullptr; child = child->NextSibling()) {
      if (const TiXmlText* text = child->ToText()) {
        WW_ASSIGN(const std::string made, texts_.text(text->Value(), *at.scope, placeOf(from, at)));
        into.LinkEndChild(std::make_unique<TiXmlText>(made.c_str()).release());
      }
      if (const TiXmlElement* e = child->ToElement()) WW_TRY(expand(*e, into, at));
    }
    --depth_;
    return okStatus();
  }

  Status expand(const TiXmlElement& e, TiXmlElement& into, const At& at) {
    if (++elements_ > kMaxMadeElements) return fail(failures::kXacroTooMuch, {{"place", placeOf(e, at)}});
    const std::string_view name = e.Value();
    if (!name.starts_with(kPrefix)) return plain(e, e.Value(), into, at);
    static constexpr Row kOwn[] = {{"property", &XacroExpander::property},
                                   {"arg", &XacroExpander::arg},
                                   {"macro", &XacroExpander::macro},
                                   {"include", &XacroExpander::include},
                                   {"if", &XacroExpander::condition},
                                   {"unless", &XacroExpander::condition},
                                   {"insert_block", &XacroExpander::insertBlock},
                                   {"element", &XacroExpander::element},
                                   {"attribute", &XacroExpander::attribute},
                                   {"call", &XacroExpander::callByText}};
    for (const Row& row : kOwn) {
      if (row.name == name.substr(kPrefix.size())) return (this->*row.handler)(e, into, at);
    }
    return call(std::string(name.substr(kPrefix.size())), e, into, at);
  }

  Status plain(const TiXmlElement& e, const std::string& name, TiXmlElement& into, const At& at) {
    auto made = std::make_unique<TiXmlElement>(name);
    WW_TRY(putAttributes(e, *made, at));
    WW_TRY(expandChildren(e, *made, at));
    into.LinkEndChild(made.release());
    return okStatus();
  }

  Status property(const TiXmlElement& e, TiXmlElement&, const At& at) {
    WW_ASSIGN(const std::string name, textOf(e, "name", at));
    XacroScope* scope = at.scope;
    const std::string where = attributeOf(e, "scope");
    if (where == "parent" && scope->outer != nullptr) scope = scope->outer;
    if (where == "global") scope = &scope->outermost();
    if (attributeOf(e, "remove") == "true") {
      scope->properties.erase(name);
      return okStatus();
    }
    const char* usual = e.Attribute("default");
    if (usual != nullptr && at.scope->holderOf(name) != nullptr) return okStatus();
    const char* text = usual != nullptr ? usual : e.Attribute("value");
    if (text == nullptr) {
      scope->blocks[name] = {&e, at.file, {}};
      return okStatus();
    }
    XacroScope::Entry entry{{}, text, placeOf(e, at), true, false};
    // What is made of its own former value, or belongs to another scope, is worked out now.
    const bool at_once = scope != at.scope || attributeOf(e, "lazy_eval") == "false" ||
                         (entry.text.find(name) != std::string::npos && at.scope->holderOf(name) != nullptr);
    if (at_once) {
      WW_ASSIGN(entry.value, texts_.value(text, *at.scope, entry.place));
      entry.is_open = false;
    }
    scope->properties[name] = std::move(entry);
    return okStatus();
  }

  Status arg(const TiXmlElement& e, TiXmlElement&, const At& at) {
    WW_ASSIGN(const std::string name, textOf(e, "name", at));
    texts_.declareArg(name);
    const char* usual = e.Attribute("default");
    if (texts_.hasArg(name) || usual == nullptr) return okStatus();
    WW_ASSIGN(std::string text, texts_.text(usual, *at.scope, placeOf(e, at)));
    texts_.setArg(name, std::move(text));
    return okStatus();
  }

  Status macro(const TiXmlElement& e, TiXmlElement&, const At& at) {
    std::string name = attributeOf(e, "name");
    if (name.starts_with(kPrefix)) name.erase(0, kPrefix.size());
    if (name.empty()) return lacks(e, at, "name");
    auto params = xacroParams(attributeOf(e, "params"));
    if (!params)
      return fail(failures::kXacroParams, {{"place", placeOf(e, at)},
                                           {"macro", shown(name)},
                                           {"text", arg::Words{cleanUtf8(attributeOf(e, "params"), 200)}}});
    macros_[name] = {*std::move(params), &e, at.file};
    return okStatus();
  }

  Status include(const TiXmlElement& e, TiXmlElement& into, const At& at) {
    WW_ASSIGN(const std::string name, textOf(e, "filename", at));
    if (e.Attribute("ns") != nullptr) return fail(failures::kXacroNamespace, {{"place", placeOf(e, at)}});
    if (++includes_ > kMaxIncludes) return fail(failures::kXacroTooMuch, {{"place", placeOf(e, at)}});
    const auto path = context_.files.resolve(name, at.folder);
    if (!path.ok() && attributeOf(e, "optional") == "true") return okStatus();
    const FailureArg place{"place", placeOf(e, at)}, file{"file", shown(name)};
    if (!path.ok()) return fail(failures::kXacroInclude, {place, file}, path.status());
    const auto text = readWhole(*path, kMaxTemplateBytes);
    if (!text.ok()) return fail(failures::kXacroInclude, {place, file}, text.status());
    const At inside{at.scope, path->filename().string(), path->parent_path()};
    const auto root = load(*text, inside.file);
    if (!root.ok()) return fail(failures::kXacroInclude, {place, file}, root.status());
    return expandChildren(**root, into, inside);
  }

  Status condition(const TiXmlElement& e, TiXmlElement& into, const At& at) {
    const char* value = e.Attribute("value");
    if (value == nullptr) return lacks(e, at, "value");
    WW_ASSIGN(const bool holds, texts_.condition(value, *at.scope, placeOf(e, at)));
    const bool wanted = std::string_view(e.Value()) == "xacro:if";
    return holds == wanted ? expandChildren(e, into, at) : okStatus();
  }

  Status insertBlock(const TiXmlElement& e, TiXmlElement& into, const At& at) {
    WW_ASSIGN(const std::string name, textOf(e, "name", at));
    const XacroBlock* block = at.scope->block(name);
    if (block == nullptr) return fail(failures::kXacroNoBlock, {{"place", placeOf(e, at)}, {"name", shown(name)}});
    if (block->source != nullptr) return expandChildren(*block->source, into, {at.scope, block->file, at.folder});
    for (const auto& node : block->made) {
      elements_ += sizeOf(*node);
      if (elements_ > kMaxMadeElements) return fail(failures::kXacroTooMuch, {{"place", placeOf(e, at)}});
      into.LinkEndChild(node->Clone());
    }
    return okStatus();
  }

  static std::size_t sizeOf(const TiXmlNode& node) {
    std::size_t out = 1;
    for (const TiXmlNode* child = node.FirstChild(); child != nullptr; child = child->NextSibling())
      out += sizeOf(*child);
    return out;
  }

  Status element(const TiXmlElement& e, TiXmlElement& into, const At& at) {
    WW_ASSIGN(const std::string name, textOf(e, "xacro:name", at));
    return plain(e, name, into, at);
  }

  Status attribute(const TiXmlElement& e, TiXmlElement& into, const At& at) {
    WW_ASSIGN(const std::string name, textOf(e, "name", at));
    WW_ASSIGN(const std::string value, textOf(e, "value", at));
    into.SetAttribute(name, value);
    return okStatus();
  }

  Status callByText(const TiXmlElement& e, TiXmlElement& into, const At& at) {
    WW_ASSIGN(const std::string name, textOf(e, "macro", at));
    return call(name, e, into, at);
  }

  Status call(const std::string& name, const TiXmlElement& e, TiXmlElement& into, const At& at) {
    const auto found = macros_.find(name);
    if (found == macros_.end()) {
      std::vector<std::string> known;
      for (const auto& [key, macro] : macros_) known.push_back(key);
      return withNearest(fail(failures::kXacroNoMacro, {{"place", placeOf(e, at)}, {"name", shown(name)}}), name,
                         known);
    }
    const XacroMacro macro = found->second;
    XacroScope scope;
    scope.outer = at.scope;
    WW_TRY(putParams(name, macro, e, at, scope));
    WW_TRY(putBlocks(name, macro, e, at, scope));
    return expandChildren(*macro.body, into, {&scope, macro.file, at.folder});
  }

  Status putParams(const std::string& name, const XacroMacro& macro, const TiXmlElement& e, const At& at,
                   XacroScope& scope) {
    const arg::Place place = placeOf(e, at);
    for (const TiXmlAttribute* a = e.FirstAttribute(); a != nullptr; a = a->Next()) {
      const std::string key = a->Name();
      if (key == "macro" && std::string_view(e.Value()) == "xacro:call") continue;
      const bool wanted =
          std::ranges::any_of(macro.params, [&](const XacroParam& p) { return p.name == key && !p.is_block; });
      if (!wanted)
        return fail(failures::kXacroExtraParam, {{"place", place}, {"macro", shown(name)}, {"name", shown(key)}});
      WW_ASSIGN(scope.properties[key].value, texts_.value(a->Value(), *at.scope, place));
    }
    for (const XacroParam& p : macro.params) {
      if (p.is_block || p.is_content || scope.properties.contains(p.name)) continue;
      // What is of the outer scope is found there by itself.
      if (p.is_outer && at.scope->holderOf(p.name) != nullptr) continue;
      if (!p.usual)
        return fail(failures::kXacroParamLacks, {{"place", place}, {"macro", shown(name)}, {"name", shown(p.name)}});
      WW_ASSIGN(scope.properties[p.name].value, texts_.value(*p.usual, scope, place));
    }
    return okStatus();
  }

  // Blocks are worked out with the names of who calls, and taken in the order of the parameters.
  Status putBlocks(const std::string& name, const XacroMacro& macro, const TiXmlElement& e, const At& at,
                   XacroScope& scope) {
    TiXmlElement made("blocks");
    WW_TRY(expandChildren(e, made, at));
    const TiXmlElement* next = made.FirstChildElement();
    for (const XacroParam& p : macro.params) {
      if (!p.is_block && !p.is_content) continue;
      if (next == nullptr)
        return fail(failures::kXacroParamLacks,
                    {{"place", placeOf(e, at)}, {"macro", shown(name)}, {"name", shown(p.name)}});
      XacroBlock& block = scope.blocks[p.name];
      if (p.is_block) block.made.emplace_back(next->Clone());
      for (const TiXmlNode* child = next->FirstChild(); p.is_content && child != nullptr; child = child->NextSibling())
        block.made.emplace_back(child->Clone());
      next = next->NextSiblingElement();
    }
    if (next == nullptr) return okStatus();
    return fail(failures::kXacroExtraParam,
                {{"place", placeOf(e, at)}, {"macro", shown(name)}, {"name", shown(next->Value())}});
  }

  ReadContext& context_;
  XacroTexts texts_;
  XacroScope global_;
  std::map<std::string, XacroMacro> macros_;
  std::vector<std::unique_ptr<TiXmlDocument>> documents_;
  std::size_t elements_ = 0, includes_ = 0;
  int depth_ = 0;
};

}  // namespace

bool isXacro(const fs::path& path, bool has_elements) {
  return has_elements || toLowerAscii(path.extension().string()) == ".xacro";
}

Result<std::string> expandXacro(ReadContext& context, const std::string& text) {
  context.report.stage(phrase(WW_TEXT("Core", "expanding the template")));
  context.files.allowOwnPackage();
  return XacroExpander(context).run(text);
}

}  // namespace ww::io::worker
