// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHash>
#include <QImage>
#include <QSet>
#include <QWidget>
#include <vector>

#include "core/journal/recovery.h"

class QVBoxLayout;

namespace ww::editor {

// Documents that an editor has left behind without saving: what each is, its last edits by name, and what can be done.
class LeftList : public QWidget {
  Q_OBJECT
 public:
  // `unfinished`: those whose recovery did not come to an end the last time.
  LeftList(const std::vector<journal::Summary>& left, const QHash<QString, QImage>& pictures,
           const QSet<QString>& unfinished, QWidget* parent);
  // What such a document is called: that of its file, or what a file of it would be.
  static QString nameOf(const journal::Summary& summary);

 Q_SIGNALS:
  void recoverAsked(const QString& id);
  void olderAsked(const QString& id);    // the last state that was written whole, without edits
  void compareAsked(const QString& id);  // recovered, and against what its file has
  void savedAsked(const QString& id);    // what its file has is to be opened
  void laterAsked(const QString& id);
  void discardAsked(const QString& id);

 private:
  QWidget* card(const journal::Summary& summary, const QImage& picture);
  QWidget* buttons(const journal::Summary& summary, QWidget* parent);

  QSet<QString> unfinished_;
};

}  // namespace ww::editor
