// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QFormLayout>

namespace ww::ui {

// The encoding of names that are not UTF-8: what fits them, or one that is chosen. A row of a form, which is seen only
// for files with such names.
class ImportEncoding : public QComboBox {
  Q_OBJECT
 public:
  // `last`: one of io::codePages(), or empty for what fits.
  explicit ImportEncoding(const std::string& last, QWidget* parent);

  void addTo(QFormLayout& form);
  // What names were read in, as io::ImportResult has it: empty where all are UTF-8.
  void setFound(const std::string& encoding);
  // Empty: what fits.
  std::string chosen() const { return currentData().toString().toStdString(); }

 private:
  QFormLayout* form_ = nullptr;
};

}  // namespace ww::ui
