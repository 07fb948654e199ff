// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/code_sizes.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <algorithm>
#include <map>
#include <set>

namespace ww::guards {
namespace {

constexpr int kWidth = 120;

struct Tag {
  std::string name, kind, path, scope, access, signature;
  int line = 0, lines = 0;
  bool isClass() const { return kind == "class" || kind == "struct"; }
  bool isMember() const { return !scope.empty(); }
};

Tag toTag(const QJsonObject& o) {
  const auto text = [&](const char* key) { return o[QLatin1String(key)].toString().toStdString(); };
  Tag tag{text("name"), text("kind"), text("path"), {}, text("access"), text("signature"), o["line"].toInt(), 0};
  const std::string scope_kind = text("scopeKind");
  if (scope_kind == "class" || scope_kind == "struct" || tag.isClass()) tag.scope = text("scope");
  if (o.contains(QLatin1String("end"))) tag.lines = o["end"].toInt() - tag.line + 1;
  return tag;
}

std::vector<Tag> parse(const QByteArray& tags) {
  std::vector<Tag> out;
  for (const QByteArray& line : tags.split('\n'))
    if (!line.isEmpty()) out.push_back(toTag(QJsonDocument::fromJson(line).object()));
  return out;
}

struct Class {
  std::string path;
  int line = 0, lines = 0;
  std::set<std::string> functions;  // public ones, each overload
};

std::map<std::string, Class> classesOf(const std::vector<Tag>& tags) {
  std::map<std::string, Class> classes;
  for (const Tag& tag : tags) {
    if (!tag.isClass()) continue;
    Class& c = classes[tag.scope.empty() ? tag.name : tag.scope + "::" + tag.name];
    c.path = tag.path;
    c.line = tag.line;
    c.lines += tag.lines;
  }
  for (const Tag& tag : tags) {
    const auto owner = tag.isClass() ? classes.end() : classes.find(tag.scope);
    if (owner == classes.end()) continue;
    if (tag.access == "public") owner->second.functions.insert(tag.name + tag.signature);
    // Those within the class were counted with it.
    if (tag.kind == "function" && tag.access.empty()) owner->second.lines += tag.lines;
  }
  return classes;
}

bool rawTextIsOpen(const std::string& line, bool open) {
  for (std::size_t at = 0;;) {
    at = line.find(open ? ")\"" : "R\"(", at);
    if (at == std::string::npos) return open;
    open = !open;
    at += 2;
  }
}

std::size_t characters(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

Findings checkFunctions(const QByteArray& tags) {
  Findings findings;
  for (const Tag& tag : parse(tags))
    if (tag.kind == "function" && tag.lines > kFunctionLines)
      findings.push_back({"function", tag.path, tag.line, tag.name + " has " + std::to_string(tag.lines) + " lines"});
  return findings;
}

Findings checkClasses(const QByteArray& tags) {
  Findings findings;
  for (const auto& [name, c] : classesOf(parse(tags))) {
    const int functions = static_cast<int>(c.functions.size());
    if (c.lines > kClassLines)
      findings.push_back({"class", c.path, c.line, name + " has " + std::to_string(c.lines) + " lines"});
    if (functions > kClassFunctions)
      findings.push_back({"class", c.path, c.line, name + " has " + std::to_string(functions) + " public functions"});
  }
  return findings;
}

QByteArray tagsOf(const std::string& root, const std::vector<std::string>& files) {
  QProcess ctags;
  ctags.setWorkingDirectory(QString::fromStdString(root));
  ctags.start(QStringLiteral("ctags"),
              {QStringLiteral("--languages=C++"), QStringLiteral("--kinds-C++=+fpcs"),
               QStringLiteral("--fields=+neaKS"), QStringLiteral("--output-format=json"), QStringLiteral("-f"),
               QStringLiteral("-"), QStringLiteral("-L"), QStringLiteral("-")});
  if (!ctags.waitForStarted()) return {};
  for (const std::string& file : files) ctags.write((file + "\n").c_str());
  ctags.closeWriteChannel();
  return ctags.waitForFinished(60000) ? ctags.readAllStandardOutput() : QByteArray();
}

Findings checkWidths(const SourceTree& tree) {
  Findings findings;
  for (const auto& [file, lines] : tree) {
    if (!isCpp(file)) continue;
    bool raw = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool text = raw || lines[i].find("R\"(") != std::string::npos;
      raw = rawTextIsOpen(lines[i], raw);
      if (!text && characters(lines[i]) > kWidth)
        findings.push_back({"width", file, static_cast<int>(i + 1), std::to_string(characters(lines[i])) + " wide"});
    }
  }
  return findings;
}

}  // namespace ww::guards
