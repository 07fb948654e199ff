// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/user_data_section.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>

#include "core/session/user_data.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/properties_panel.h"
#include "ui/widgets/section.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr qsizetype kLongestShown = 400;  // characters
constexpr const char* kOwnKeys = "WORLDWRIGHT_";

}  // namespace

Section* userDataSection(const world::Object& object, std::function<void(const QString&)> say) {
  auto entries = session::userData(object);
  // Our own are shown as what they mean.
  std::erase_if(entries, [](const auto& d) { return d.key.starts_with(kOwnKeys); });
  if (entries.empty()) return nullptr;
  auto* section = new Section(QStringLiteral("user-data"), PropertiesPanel::tr("User data"));
  section->setCount(static_cast<int>(entries.size()));
  QStringList all;
  for (const auto& d : entries) {
    const QString key = QString::fromStdString(d.key), type = QString::fromStdString(d.type), text = toText(d.text);
    all << QStringLiteral("%1 (%2): %3").arg(key, type, text);
    section->body()->addWidget(new WrapLabel(key));
    auto* dim = new WrapLabel(type);
    dim->setObjectName(QStringLiteral("dim"));
    section->body()->addWidget(dim);
    auto* value = new WrapText(text.size() > kLongestShown ? text.left(kLongestShown) + QStringLiteral("...") : text);
    value->setAccessibleName(PropertiesPanel::tr("Value of %1").arg(key));
    value->setToolTip(PropertiesPanel::tr("Set by programs; to be read only here"));
    section->body()->addWidget(value);
  }
  const QString text = PropertiesPanel::tr("Copy all");
  auto* copy = new ElidedButton(text);
  copy->setObjectName(QStringLiteral("link"));
  copy->setToolTip(PropertiesPanel::tr("Puts all keys, types and values on the clipboard"));
  copy->setAccessibleName(text);
  copy->setCursor(Qt::PointingHandCursor);
  QObject::connect(copy, &QPushButton::clicked, section, [all, say = std::move(say)] {
    QApplication::clipboard()->setText(all.join(QLatin1Char('\n')));
    say(PropertiesPanel::tr("User data copied."));
  });
  section->body()->addWidget(copy);
  return section;
}

}  // namespace ww::ui
