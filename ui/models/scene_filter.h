// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSortFilterProxyModel>

namespace ww::ui {

// Shows the rows that fit, and the way to them. Words must all fit: part of a name, or "type:robot"
// (object, robot, link, joint, sensor, frame).
class SceneFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit SceneFilter(QObject* parent = nullptr);
  void setText(const QString& text);
  bool isActive() const { return !words_.isEmpty(); }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList words_;
};

}  // namespace ww::ui
