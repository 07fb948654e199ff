// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QFrame>
#include <QHash>
#include <QImage>
#include <QVBoxLayout>
#include <QWidget>

#include "app/editor/welcome_card.h"

namespace ww::editor {

// What is shown in the place of the view while there is no world: recent files, sample cells, how to begin. At the very
// first start also how one likes to work.
class WelcomePage : public QWidget {
  Q_OBJECT
 public:
  explicit WelcomePage(QWidget* parent = nullptr);

  void setRecent(const QStringList& files);
  void setPicture(const QString& file, const QImage& picture);
  // What an editor has left behind, which comes first; null: nothing. Takes it.
  void setLeft(QWidget* list);
  // Whether it asks for units, mouse and theme.
  void setFirst(bool first);

 Q_SIGNALS:
  void actionAsked(const QString& id);  // of the table of actions
  void fileAsked(const QString& file);
  void sampleAsked(const QString& name);
  void closeAsked();
  void chosen();  // how one likes to work

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void buildHead(QVBoxLayout* box);
  void buildStart(QVBoxLayout* box);
  void buildChoices(QVBoxLayout* box);
  void buildSamples(QVBoxLayout* box);
  QComboBox* unitBox();
  QComboBox* mouseBox();
  QComboBox* themeBox();

  QFrame* choices_;
  QWidget* left_;
  QWidget* recent_;
  QWidget* no_recent_;
  QHash<QString, WelcomeCard*> cards_;  // by file
};

}  // namespace ww::editor
