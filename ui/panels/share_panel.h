// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QWidget>

#include "ui/bridge/share.h"

namespace ww::ui {

class ShareLists;

// The switch "Share this world" with what belongs to it: where clients may come from, the address to
// give them, and beside it who is there and what they did.
class SharePanel : public QWidget {
  Q_OBJECT
 public:
  explicit SharePanel(Share& share, QWidget* parent = nullptr);

 private:
  QWidget* buildSwitch();
  QWidget* buildForm();
  void buildAddress();
  QWidget* withButtons(QLineEdit* edit, const std::vector<QPushButton*>& buttons);
  QLineEdit* field(const char* object_name, const QString& name, const QString& tip);
  QPushButton* button(const QString& text, const QString& name, const QString& tip);
  QPushButton* fileButton(QLineEdit* edit, const QString& name, const QString& title);
  void copy(const QString& text);
  void read();
  void showState();

  Share& share_;
  QCheckBox* on_;
  QLabel* problem_;
  QLineEdit *address_, *example_;
  QWidget *address_row_, *example_row_;
  QFormLayout* form_;
  QComboBox* where_;
  QSpinBox* port_;
  QLineEdit *socket_, *host_, *certificate_, *key_, *token_;
  QWidget *certificate_row_, *key_row_, *token_row_;
  QPushButton *make_token_, *show_token_, *copy_token_;
};

}  // namespace ww::ui
