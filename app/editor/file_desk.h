// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMessageBox>
#include <QPointer>
#include <QTimer>
#include <functional>
#include <memory>

#include "app/editor/window_parts.h"
#include "ui/actions/editor_commands.h"

namespace ww::editor {

// The dialogs and questions around world files, one question at a time; what is waited for, and damaged
// files. What may happen when is the Document's business.
class FileDesk : public QObject, public ui::FileCommands {
  Q_OBJECT
 public:
  explicit FileDesk(const WindowParts& parts);

  void newWorld() override { document_.reset(Document::Leave::kAsk); }
  void openWorld() override;
  void openSample() override;
  // One of the sample cells, by its name.
  void openSample(const QString& name);
  QString whyNotOpenSample() const override;
  void open(const QString& path, Document::Done done = {});
  void save() override;
  void saveAs() override;
  QString whyNotSave() const override;
  void compare() override { Q_EMIT compareAsked(); }
  // Puts what is sound in a damaged world file into another one, as a job.
  void recoverTo(const QString& path, const QString& to);
  // One world is open at a time: this one was not.
  void tellNotOpened(const QString& path);
  void saveCopyWithoutHistory() override;

 Q_SIGNALS:
  // The list of recent files is another one.
  void recentChanged();
  void compareAsked();
  // What others have changed in the file of this world is to be listed, for each to be taken over or left; or it is to
  // come in the place of what is here.
  void takeOverAsked(const QString& path);
  void anewAsked(const QString& path);

 private:
  struct Choice {
    QString file;             // empty: none
    std::string may_replace;  // the state of the file that the dialog has asked about
  };
  Choice chooseTarget(const QString& title, const QString& wish);
  // A file for a world without one: where the last world was, under a name that is free.
  QString proposedFile() const;
  void saveElsewhere(Document::What what = Document::What::kWorld);
  std::function<void()> forThisWorld(std::function<void()> todo) const;
  QString proposedCopy() const;
  void askToLeave();
  void wordQuestion();
  // What comes is the very file that is open, as others have changed it.
  bool opensAnew() const;
  void askToOverwrite(const QString& path, bool known);
  void saveBeforeLeaving();
  void openFailed(const QString& path, const Status& status);
  void damaged(const QString& path, const Status& status);
  void recover(const QString& path);
  void tellLost(const QString& to, const std::vector<Status>& lost);
  void tellRescued(const QString& to, const std::vector<Status>& lost);
  void tellSaved(const QString& path, bool kept_old);
  void follow();
  void showWait();
  void tellSlowSave();

  WindowParts parts_;
  Document& document_;
  Messages& messages_;
  QPointer<QMessageBox> question_;
  QPushButton* save_button_ = nullptr;  // of the question
  QPushButton* lose_button_ = nullptr;
  std::shared_ptr<char> world_ = std::make_shared<char>();  // while it is here
  QTimer soon_;                                             // what takes only a moment is not announced
  QTimer slow_;                                             // a save that takes so long is told
  QString slow_title_;                                      // of that notice
  QString wait_title_;                                      // of the notice that is shown
};

}  // namespace ww::editor
