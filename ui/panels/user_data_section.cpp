// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/user_data_section.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include "core/session/user_data.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/properties_panel.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/section.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

using session::UserDatum;

constexpr qsizetype kLongestShown = 400;  // characters
constexpr const char* kOwnKeys = "WORLDWRIGHT_";

QToolButton* removal(SessionBridge& bridge, ObjectId id, const UserDatum& datum) {
  const QString key = QString::fromStdString(datum.key);
  auto* remove = new QToolButton;
  remove->setIcon(icon(QStringLiteral("close"), Role::kDim));
  remove->setIconSize(QSize(12, 12));
  remove->setToolTip(PropertiesPanel::tr("Remove the user data \"%1\"").arg(key));
  remove->setAccessibleName(remove->toolTip());
  QObject::connect(remove, &QToolButton::clicked, remove, [&bridge, id, datum, key] {
    bridge.commit(PropertiesPanel::tr("Remove user data %1").arg(key), session::removeUserDatum(id, datum.key));
  });
  return remove;
}

void addEntry(Section& section, SessionBridge& bridge, ObjectId id, const UserDatum& d) {
  const QString key = QString::fromStdString(d.key), text = toText(d.text);
  auto* row = new QHBoxLayout;
  row->addWidget(new WrapLabel(key), 1);
  if (!d.is_reserved) row->addWidget(removal(bridge, id, d));
  section.body()->addLayout(row);
  auto* dim = new WrapLabel(QString::fromStdString(d.type));
  dim->setObjectName(QStringLiteral("dim"));
  section.body()->addWidget(dim);
  auto* value = new WrapText(text.size() > kLongestShown ? text.left(kLongestShown) + QStringLiteral("...") : text);
  value->setAccessibleName(PropertiesPanel::tr("Value of %1").arg(key));
  value->setToolTip(d.is_text ? PropertiesPanel::tr("To change it, enter its key and the new text below")
                              : PropertiesPanel::tr("Set by programs; to be read only here"));
  section.body()->addWidget(value);
}

QPushButton* copyButton(const std::vector<UserDatum>& entries, std::function<void(const QString&)> say) {
  QStringList all;
  for (const auto& d : entries)
    all << QStringLiteral("%1 (%2): %3")
               .arg(QString::fromStdString(d.key), QString::fromStdString(d.type), toText(d.text));
  const QString text = PropertiesPanel::tr("Copy all");
  auto* copy = new ElidedButton(text);
  copy->setObjectName(QStringLiteral("link"));
  copy->setToolTip(PropertiesPanel::tr("Puts all keys, types and values on the clipboard"));
  copy->setAccessibleName(text);
  copy->setCursor(Qt::PointingHandCursor);
  QObject::connect(copy, &QPushButton::clicked, copy, [all, say = std::move(say)] {
    QApplication::clipboard()->setText(all.join(QLatin1Char('\n')));
    say(PropertiesPanel::tr("User data copied."));
  });
  return copy;
}

QLineEdit* entryField(const QString& name) {
  auto* field = new QLineEdit;
  field->setPlaceholderText(name);
  field->setAccessibleName(name);
  return field;
}

void addAdder(Section& section, SessionBridge& bridge, ObjectId id) {
  auto* key = entryField(PropertiesPanel::tr("Key of user data"));
  auto* text = entryField(PropertiesPanel::tr("Text of user data"));
  text->setToolTip(PropertiesPanel::tr("Enter keeps the text under this key"));
  auto* row = new QHBoxLayout;
  row->addWidget(key, 1);
  row->addWidget(text, 2);
  section.body()->addLayout(row);
  QObject::connect(key, &QLineEdit::returnPressed, text, [text] { text->setFocus(); });
  QObject::connect(text, &QLineEdit::returnPressed, text, [&bridge, id, key, text] {
    if (key->text().isEmpty()) return key->setFocus();
    bridge.commit(PropertiesPanel::tr("Set user data %1").arg(key->text()),
                  session::setUserText(id, key->text().toStdString(), text->text().toStdString()));
  });
}

}  // namespace

Section* userDataSection(SessionBridge& bridge, const world::Object& object, std::function<void(const QString&)> say) {
  auto entries = session::userData(object);
  std::erase_if(entries, [](const auto& d) { return d.key.starts_with(kOwnKeys); });
  auto* section = new Section(QStringLiteral("user-data"), PropertiesPanel::tr("User data"));
  if (entries.empty()) section->foldAtFirst();
  else section->setCount(static_cast<int>(entries.size()));
  for (const auto& d : entries) addEntry(*section, bridge, object.id, d);
  section->whenOpen([section, &bridge, id = object.id, entries, say = std::move(say)] {
    addAdder(*section, bridge, id);
    if (!entries.empty()) section->body()->addWidget(copyButton(entries, say));
  });
  return section;
}

}  // namespace ww::ui
