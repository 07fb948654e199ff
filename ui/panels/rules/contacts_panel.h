// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStringList>
#include <QTreeView>
#include <QWidget>
#include <optional>

#include "ui/bridge/session_bridge.h"
#include "ui/models/contacts_model.h"

class QLabel;

namespace ww::ui {

// What collides now, as a list: which pair, how deep, which margin by which rule. One of them can be chosen, to be
// seen, excluded or explained; it stays chosen while the figures change, and when it goes and comes again.
class ContactsPanel : public QWidget {
  Q_OBJECT
 public:
  using Pair = ContactsModel::Pair;
  explicit ContactsPanel(SessionBridge& bridge, QWidget* parent = nullptr);

  // `nothing` is said in the place of an empty list.
  void setContacts(const std::vector<Collision>& contacts, const QString& nothing);
  // From elsewhere: nothing is told.
  void choose(const std::optional<Pair>& pair);
  const std::optional<Pair>& chosen() const { return chosen_; }
  // None while the chosen pair does not collide.
  const Collision* chosenContact() const;

  ContactsModel* model() const { return model_; }
  QTreeView* list() const { return list_; }
  QPushButton* zoomButton() const { return zoom_; }
  QPushButton* excludeButton() const { return exclude_; }
  QPushButton* explainButton() const { return explain_; }
  QPlainTextEdit* story() const { return story_; }

 Q_SIGNALS:
  void chosenChanged();
  // The chosen contact shall be seen.
  void zoomAsked();
  void message(const QString& text);

 private:
  void build();
  void takeChoice();
  void showChoice();
  void exclude();
  void update_();

  SessionBridge& bridge_;
  ContactsModel* model_;
  QTreeView* list_;
  QPlainTextEdit* story_;
  QLabel* nothing_;
  QPushButton *zoom_, *exclude_, *explain_;
  std::optional<Pair> chosen_;
  bool taking_ = false;  // the list is brought to what is chosen
  // What was said last about which pair: that costs the world.
  QStringList told_;
  std::optional<Pair> told_of_;
  world::WorldPtr told_in_;
};

}  // namespace ww::ui
