// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_encoding.h"

#include <algorithm>

#include "core/io/code_page.h"

namespace ww::ui {
namespace {

struct Page {
  const char* id;
  const char* languages;
};
// Of io::codePages(), for those who do not know them by their names.
constexpr Page kPages[] = {
    {"windows-1252", QT_TRANSLATE_NOOP("ww::ui::ImportEncoding", "Western European")},
    {"windows-1250", QT_TRANSLATE_NOOP("ww::ui::ImportEncoding", "Central European")},
    {"windows-1251", QT_TRANSLATE_NOOP("ww::ui::ImportEncoding", "Cyrillic")},
    {"windows-1253", QT_TRANSLATE_NOOP("ww::ui::ImportEncoding", "Greek")},
    {"gb18030", QT_TRANSLATE_NOOP("ww::ui::ImportEncoding", "Chinese")},
    {"shift_jis", QT_TRANSLATE_NOOP("ww::ui::ImportEncoding", "Japanese")},
    {"euc-kr", QT_TRANSLATE_NOOP("ww::ui::ImportEncoding", "Korean")},
};

QString pageText(std::string_view id) {
  const QString name = QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
  const auto known = std::ranges::find(kPages, id, [](const Page& page) { return std::string_view(page.id); });
  if (known == std::end(kPages)) return name;
  return ImportEncoding::tr("%1 (%2)").arg(ImportEncoding::tr(known->languages), name);
}

}  // namespace

ImportEncoding::ImportEncoding(const std::string& last, QWidget* parent) : QComboBox(parent) {
  setAccessibleName(tr("Encoding of names"));
  setToolTip(tr("Names in the file are not UTF-8. Where they look wrong in the tree, choose another encoding"));
  addItem(tr("what fits"), QString());
  for (const std::string_view id : io::codePages())
    if (id != "utf-8") addItem(pageText(id), QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size())));
  setCurrentIndex(std::max(0, findData(QString::fromStdString(last))));
}

void ImportEncoding::addTo(QFormLayout& form) {
  form_ = &form;
  form.addRow(tr("Names"), this);
  form.setRowVisible(this, false);  // until the file is read
}

void ImportEncoding::setFound(const std::string& encoding) {
  form_->setRowVisible(this, !encoding.empty());
  if (chosen().empty() && !encoding.empty()) setItemText(0, tr("what fits: %1").arg(pageText(encoding)));
}

}  // namespace ww::ui
