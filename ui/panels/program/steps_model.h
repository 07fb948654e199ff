// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractTableModel>
#include <vector>

#include "core/session/step_change.h"
#include "ui/panels/program/step_text.h"

namespace ww::ui {

// The steps of a program, a row each. Rows are dragged, names, kinds, corners and speeds typed where they stand; the
// box of a row switches it off. It changes nothing itself: it tells what is asked for.
class StepsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kNumber, kStep, kKind, kBlend, kSpeed, kEnds, kState, kColumns };
  explicit StepsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void setRows(std::vector<StepRow> rows);
  const std::vector<StepRow>& steps() const { return rows_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 Q_SIGNALS:
  void rowsWillChange();
  void rowsChanged();
  void changeAsked(int row, const ww::session::StepChange& change);
  void switchAsked(int row, bool on);
  void moveAsked(const QList<int>& rows, int before);
  // What was typed is no value: why.
  void refused(const QString& reason);

 private:
  const session::MoveData* moveAt(int row) const;
  QVariant text(const StepRow& row, int column, bool editing) const;
  QStringList looks(const StepRow& row) const;
  bool take(int row, int column, const QString& text);

  std::vector<StepRow> rows_;
};

}  // namespace ww::ui
