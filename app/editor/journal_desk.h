// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDialog>
#include <QHash>
#include <QImage>
#include <QMessageBox>
#include <QPointer>
#include <QSet>
#include <QTimer>
#include <memory>
#include <string>
#include <vector>

#include "app/editor/journal_picture.h"
#include "app/editor/left_list.h"
#include "app/editor/window_parts.h"
#include "core/journal/journal.h"

namespace ww::editor {

// Keeps what is done in a window for the case of a crash, and offers what another one has left behind.
class JournalDesk : public QObject {
  Q_OBJECT
 public:
  explicit JournalDesk(const WindowParts& parts);
  // What is not saved stays to be recovered, unless end() was called.
  ~JournalDesk() override;

  // Journals are below this folder; until it is told, nothing is kept.
  void keepIn(const std::string& root);
  // Looks for what was left behind, off the Qt thread, and again as long as another program holds something: one that
  // has crashed does so until all of it is gone, which takes a while where its memory is written down.
  void look();
  // The window closes, and all is saved or unwanted.
  void end();

  // A list to be shown, which takes the place of the notice; null when nothing was left.
  LeftList* makeList(QWidget* parent);
  void showLeft();
  const std::vector<journal::Summary>& left() const { return left_; }
  // Null while nothing is kept.
  const journal::Journal* journal() const { return journal_.get(); }

 Q_SIGNALS:
  void keeps(const std::string& root);
  void leftChanged();
  // What was recovered is shown, and the file that it belongs to is to be compared with it.
  void compareAsked(const QString& file);

 private:
  struct Restored;
  using RestoredPtr = std::shared_ptr<Restored>;
  static Result<RestoredPtr> restore(const std::string& root, const std::string& id, bool older, const Keeping& keeping,
                                     geometry::GeometryStore& store, const Progress& progress);
  const journal::Summary* find(const QString& id) const;
  void begin();
  void tellSaved();
  void showState();
  void take(std::vector<journal::Summary> left, const QHash<QString, QImage>& pictures, bool is_held);
  bool isAsBefore(const std::vector<journal::Summary>& left) const;
  void offer();
  enum class Then { kNothing, kCompare };
  void recover(const QString& id, bool older, Then then = Then::kNothing);
  void arrive(const RestoredPtr& restored, const QString& name, Then then);
  void openSaved(const QString& id);
  void forget(const QString& id);
  void askToDiscard(const QString& id);
  void discard(const QString& id, int tries = 10);

  WindowParts parts_;
  std::string root_;
  std::unique_ptr<journal::Journal> journal_;
  JournalPicture* picture_;
  RestoredPtr restored_;  // whose journal goes on
  std::vector<journal::Summary> left_;
  QHash<QString, QImage> pictures_;
  QSet<QString> later_;              // not to be shown again in this window
  QHash<QString, quint64> offered_;  // with how many edits
  QStringList told_;                 // of these, by the notice
  QPointer<QDialog> shown_;
  QPointer<QMessageBox> question_;
  bool failing_ = false;
  QTimer again_;
  int looks_ = 0;  // since something was held
};

}  // namespace ww::editor
