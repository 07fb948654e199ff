// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractListModel>
#include <QList>
#include <QString>
#include <functional>
#include <vector>

#include "core/world/values/world.h"
#include "ui/models/log_model.h"

namespace ww::ui {

// A button that puts something right.
struct Remedy {
  QString text, tip;
  std::function<void()> run;
};

// Something that is wrong now.
struct Problem {
  LogLine::Level level = LogLine::Level::kError;
  QString text, hint;
  QString subject;                         // a file, or an object by its name
  std::vector<world::NodeRef> nodes = {};  // what it is about
  std::vector<Vec3> points = {};           // where, root frame
  bool lasts = false;                      // a state of the world: it goes when that does, not by the user's wish
  QString action = {};                     // of the editor, that does what the hint says; empty: none
  QString note = {};                       // the kind of a note, which its user may turn off; empty: no note
  QList<Remedy> remedies = {};             // or buttons of its own, the likeliest first
};

// What is wrong now, by what told it: each source says all that it finds wrong, and takes back what is no
// longer so. What was wrong once is in the log.
class ProblemsModel : public QAbstractListModel {
  Q_OBJECT
 public:
  using QAbstractListModel::QAbstractListModel;

  // Everything that the source finds wrong, errors first; the rows that stay keep their places.
  void set(const QString& source, const QList<Problem>& problems);
  void clear(const QString& source) { set(source, {}); }
  // Of all sources whose name begins so, but one.
  void clearAll(const QString& prefix, const QString& but = {});
  // Takes what does not last off the list.
  void dismiss(const QList<int>& rows);
  // Takes all notes of a kind off the list.
  void dismissNotes(const QString& code);
  QList<Problem> of(const QString& source) const;
  const Problem& problem(int row) const { return rows_[row].problem; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Row {
    QString source;
    Problem problem;
  };
  int firstOf(const QString& source) const;
  int placeFor(const QString& source, const QList<Problem>& problems) const;
  void remove(int row, int count);

  QList<Row> rows_;  // those of a source stand together
};

}  // namespace ww::ui
