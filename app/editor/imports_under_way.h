// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <memory>

namespace ww::editor {

// Which files a window is importing, kept beside the journals: what a program did not come to the end of is offered
// again by the next. Reads and writes on a thread of its own.
class ImportsUnderWay : public QObject {
  Q_OBJECT
 public:
  explicit ImportsUnderWay(QObject* parent);
  // What is kept stays, unless there is nothing any more.
  ~ImportsUnderWay() override;

  // From now on, in a folder that need not be there yet. Tells of what others have left in it.
  void keepIn(const QString& folder);
  // `world`: what they are put into, by its name.
  void set(const QStringList& files, const QString& world);
  // What others have left was decided about: it is not offered again.
  void settle();

 Q_SIGNALS:
  // Files that programs were importing which were ended; by each program that starts, until it is decided.
  void left(const QStringList& files, const QStringList& worlds);

 private:
  class Keeper;
  void write();

  std::shared_ptr<Keeper> keeper_;  // used on the thread alone
  QString world_;
  QStringList files_, left_, left_worlds_;
  QThreadPool thread_;
};

}  // namespace ww::editor
