// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QFile>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleHints>
#include <algorithm>
#include <array>
#include <cmath>

// Outside of any namespace, as its macro wants it.
static void loadResources() { Q_INIT_RESOURCE(editor); }

namespace ww::ui {
namespace {

struct Row {
  const char* name;
  const char* light;
  const char* dark;
};
constexpr std::array<Row, static_cast<std::size_t>(Role::kCount)> kRows{{
    {"ground", "#f4f5f7", "#1e1f22"},
    {"panel", "#ffffff", "#26282c"},
    {"field", "#eef0f3", "#2f3237"},
    {"line", "#d5d9df", "#3a3d43"},
    {"text", "#1c1f23", "#e6e7e9"},
    {"dim", "#5f6770", "#9da3aa"},
    {"accent", "#0b65d8", "#4c9aff"},
    {"on-accent", "#ffffff", "#0d1117"},
    {"hover", "#e3e7ec", "#383b41"},
    {"good", "#1a7f37", "#3fb950"},
    {"warning", "#9a6700", "#d29922"},
    {"error", "#cf222e", "#ff6a61"},
    {"good-ground", "#e3f4e7", "#1d2f23"},
    {"warning-ground", "#fbf2dc", "#332b1b"},
    {"error-ground", "#fdeaeb", "#3a2325"},
}};

double luminance(const QColor& color) {
  const auto channel = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

// Before Qt 6.5 the desktop's wish can only be read off its palette.
bool desktopIsDark() {
  const QPalette palette = QApplication::style()->standardPalette();
  return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

}  // namespace

Theme& Theme::instance() {
  static Theme theme;
  [[maybe_unused]] static const bool loaded = (loadResources(), true);
  return theme;
}

QColor Theme::color(Role role, bool dark) {
  const Row& row = kRows[static_cast<std::size_t>(role)];
  return QColor(QLatin1String(dark ? row.dark : row.light));
}

const char* Theme::name(Role role) { return kRows[static_cast<std::size_t>(role)].name; }

QPalette Theme::palette() const {
  const auto c = [this](Role role) { return color(role); };
  QPalette p;
  p.setColor(QPalette::Window, c(Role::kPanel));
  p.setColor(QPalette::WindowText, c(Role::kText));
  p.setColor(QPalette::Base, c(Role::kPanel));
  p.setColor(QPalette::AlternateBase, c(Role::kGround));
  p.setColor(QPalette::Text, c(Role::kText));
  p.setColor(QPalette::PlaceholderText, c(Role::kDim));
  p.setColor(QPalette::Button, c(Role::kField));
  p.setColor(QPalette::ButtonText, c(Role::kText));
  p.setColor(QPalette::BrightText, c(Role::kError));
  p.setColor(QPalette::Highlight, c(Role::kAccent));
  p.setColor(QPalette::HighlightedText, c(Role::kOnAccent));
  p.setColor(QPalette::Link, c(Role::kAccent));
  p.setColor(QPalette::LinkVisited, c(Role::kAccent));
  p.setColor(QPalette::ToolTipBase, c(Role::kField));
  p.setColor(QPalette::ToolTipText, c(Role::kText));
  p.setColor(QPalette::Mid, c(Role::kLine));
  p.setColor(QPalette::Midlight, c(Role::kHover));
  p.setColor(QPalette::Light, c(Role::kHover));
  p.setColor(QPalette::Dark, c(Role::kLine));
  p.setColor(QPalette::Shadow, c(Role::kGround));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, c(Role::kDim));
  p.setColor(QPalette::Disabled, QPalette::Highlight, c(Role::kLine));
  p.setColor(QPalette::Disabled, QPalette::HighlightedText, c(Role::kText));
  return p;
}

QString Theme::styleSheet() const {
  QFile file(QStringLiteral(":/themes/editor.qss"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QString sheet = QString::fromUtf8(file.readAll());
  // Longer names first, so that "@good" does not eat the start of "@good-ground".
  std::array<Row, kRows.size()> rows = kRows;
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return qstrlen(a.name) > qstrlen(b.name); });
  for (const Row& row : rows)
    sheet.replace(QLatin1Char('@') + QLatin1String(row.name), QLatin1String(dark_ ? row.dark : row.light));
  return sheet.replace(QLatin1String("@theme"), dark_ ? QLatin1String("dark") : QLatin1String("light"));
}

void Theme::setChoice(Choice choice) {
  choice_ = choice;
  dark_ = choice == Choice::kDark || (choice == Choice::kSystem && desktopIsDark());
  QApplication::setPalette(palette());
  qApp->setStyleSheet(styleSheet());
  Q_EMIT changed(dark_);
}

double Theme::contrast(const QColor& a, const QColor& b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace ww::ui
