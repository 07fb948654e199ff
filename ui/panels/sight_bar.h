// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>
#include <vector>

#include "core/base/ids.h"

class QComboBox;
class QLabel;

namespace ww::ui {

// Which object is to be seen by the camera, as things are shown now or while a program runs, and whether it is.
class SightBar : public QWidget {
  Q_OBJECT
 public:
  explicit SightBar(QWidget* parent);
  // What is chosen stays so, as long as it is there.
  void setObjects(const std::vector<std::pair<ObjectId, QString>>& objects);
  void setPrograms(const QStringList& names);
  ObjectId watched() const;  // none: nothing is
  QString program() const;   // empty: as things are shown now
  void tell(const QString& words);
  QString told() const;

 Q_SIGNALS:
  void changed();

 private:
  QComboBox *objects_, *when_;
  QLabel* words_;
};

}  // namespace ww::ui
