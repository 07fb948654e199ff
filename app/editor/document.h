// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <deque>
#include <functional>
#include <optional>

#include "app/editor/saved_file.h"
#include "app/editor/world_picture.h"
#include "ui/bridge/job_bridge.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/view_keeper.h"

namespace ww::editor {

// A world to be shown, and the file that it is in.
struct Arrival {
  world::World world;
  QString path = {};  // empty: it has no file
  FileState file = {};
  bool clean = true;
  QString wish = {};  // what a file of it may be called, without ending; empty: nothing special
  project::ViewState view = {};
  Status note = {};  // what people are to be told of it when it is shown; OK: nothing
  std::shared_ptr<const history::Opened> past = nullptr;  // what can be undone in it; null: nothing
  // What its file has, where the world differs from that; null: not known. One of which no state is known (FileState)
  // had that once, and has it no more.
  world::WorldPtr base = nullptr;
};

// The file behind the session: what it is called, whether the world differs from it, opening and saving
// as jobs. One thing at a time, in this order:
//   saves, each of the world that it was asked for, one after the other;
//   the world that comes next (opened, new, a sample; or the end of the window). The last one asked for
//   counts. It is read, and then shown, only when nothing is being saved and nobody decides about the
//   world that is here. What is not saved is left only when that was agreed to for the world as it is.
// So no save ends in another world than it began in, and an edit made while a file is read is asked about.
class Document : public QObject {
  Q_OBJECT
 public:
  enum class State { kIdle, kSaving, kAsking, kReading, kHeld };
  enum class Leave { kAgreed, kAsk };  // what is not saved may go as it is now; or is to be asked about
  // A file is opened to be changed, which nobody else may do meanwhile: else heldAsked() is emitted. Or to be looked
  // at; or when others have closed it; or what it holds as a world without a file, such as that of a backup.
  enum class How { kToChange, kToRead, kWhenFree, kAsCopy };
  enum class What { kWorld, kCopyWithoutHistory };  // a copy does not become the file of the world
  // In the place of this world.
  struct Coming {
    enum class Kind { kNothing, kNew, kFile, kMade, kEnd };
    Kind kind = Kind::kNothing;
    QString name;  // for the user: "Open B.wright"; empty: nothing
    QString file;  // that is read for it
  };
  using Done = std::function<void(bool)>;
  using Fetch = std::function<Result<Arrival>(std::stop_token, const Progress&)>;

  // The way the world is looked at is kept with it, where there is such a thing. A change of that alone marks nothing,
  // and nobody is asked about it: Save is on, and before another world comes, or the end, it is written to the file
  // quietly. A file that cannot be written, or that another program has changed, goes without. So it is with names of
  // past states, but that these are asked about where that could not be done.
  Document(ui::SessionBridge& bridge, ui::JobBridge& jobs, QObject* parent = nullptr, ui::ViewKeeper* view = nullptr);

  const QString& path() const { return path_; }
  // Undoing back to what was saved makes it clean again, as long as the file has it.
  bool isDirty() const;
  // The view of its world is another than its file has, or past states have names that are in no file.
  bool hasViewToSave() const;
  // Past states have names that are in no file. Who leaves is asked about them where they cannot be saved quietly.
  bool hasNamesToSave() const;
  State state() const;
  bool isBusy() const { return state() != State::kIdle; }
  // The save that is at hand: where to, and whether it waits until it is decided if it may replace what is there, or
  // for another program that is at the file.
  struct Saving {
    QString path = {};
    bool waits_for_answer = false, waits_for_others = false;
    What what = What::kWorld;
  };
  Saving saving() const;
  // A save of the world as it is now runs or waits.
  bool isBeingSaved() const;
  // The file that Save goes to, once the saves that wait are done; empty: none, or it is only looked at.
  QString target() const;
  // What a world without a file may be called, without ending; empty when nothing is known.
  const QString& wish() const { return wish_; }
  // What is known of its file.
  SavedFile& savedFile() const { return *saved_file_; }
  Keeping& keeping() { return keeping_; }

  void reset(Leave leave = Leave::kAgreed);  // an empty world without a file
  void open(const QString& path, Leave leave = Leave::kAgreed, Done done = {}, How how = How::kToChange);
  // A world that is there already, such as one that was recovered: it may have a file. `name`: for the user.
  void restore(Arrival arrival, const QString& name, Leave leave, Done done = {});
  // A world without a file that takes a while to make.
  void make(const QString& name, const std::function<Result<world::World>()>& made, Leave leave,
            const QString& wish = {});
  // `go` ends the window: nothing is being saved then, and the world is saved or may be lost.
  void leave(const QString& name, std::function<void()> go);
  Coming coming() const { return next_ ? static_cast<const Coming&>(*next_) : Coming(); }
  // Nothing comes next after all.
  void stay();
  // The answer to leaveAsked() beside save() and stay(): what is not saved is not wanted.
  void leaveAnyway();
  // As long as it is kept, this world stays: somebody decides about it.
  [[nodiscard]] std::shared_ptr<void> hold();

  // Saves the world as it is now. No path: to target(). Other programs are waited for, and kept waiting.
  // A file that was not read or saved here is replaced only in the state `may_replace`, and kept as
  // `path~`; else overwriteAsked() is emitted, as for one that another program has changed.
  void save(const QString& path = {}, Done done = {}, const std::string& may_replace = {}, What what = What::kWorld);
  // Answers to overwriteAsked(), beside cancelSave(); all else waits for one of them.
  struct Instead {
    QString path;
    std::string may_replace;
  };
  void overwrite(const std::optional<Instead>& elsewhere = {});
  // Gives up the save that was asked about, or stops the one that runs, unless it is done already. Asked once more, it
  // is waited for no longer: a drive may never answer.
  void cancelSave();
  // A save is likely: its picture can be drawn meanwhile.
  void preparePicture() { picture_ = WorldPicture::of(bridge_.snapshot().world, picture_); }

 Q_SIGNALS:
  void stateChanged();
  void opened(const QString& path);
  void saved(const QString& path, bool kept_old);
  void failed(const QString& title, const ww::Status& status);
  void openFailed(const QString& path, const ww::Status& status);
  // Another program has it open: open() again, or nothing.
  void heldAsked(const QString& path, const ww::Status& status);
  // `name` was to come next and does not.
  void dropped(const QString& name, const QString& reason);
  // The world has changes that are not saved: save(), leaveAnyway() or stay().
  void leaveAsked();
  // Nothing was written. `known`: it is the file of this world, and another program has changed it.
  void overwriteAsked(const QString& path, bool known);

 private:
  struct Order {
    QString path;
    world::WorldPtr world;
    quint64 of = 0;  // the world shown when it was asked for
    Done done;
    std::string may_replace;
    project::ViewState view;
    bool quiet = false;  // only the view: nobody is told
    What what = What::kWorld;
    std::shared_ptr<history::States> past;
    std::uint64_t names = 0;  // of past states, as they were then
  };
  struct Next : Coming {
    Fetch fetch;               // none: `arrival` is there
    std::function<void()> go;  // the end of the window
    Done done;
    std::optional<Arrival> arrival;
    world::WorldPtr agreed;  // may be lost
    quint64 reading = 0, read_job = 0;
    bool asked = false;
    std::optional<std::uint64_t> names_tried;  // a quiet save began with these
  };
  void startSave();
  void saveEnded(const std::shared_ptr<SaveJob>& job, const Result<project::FileInfo>& info);
  void endOrder(bool written);
  bool hasFile() const;  // that a save may go to
  void saveViewQuietly();
  void take(Next next, Leave leave);
  void drop(const QString& reason);
  bool mayLeave() const;
  bool keepsNamesFirst();
  void advance();
  void read();
  void readAgain(const QString& saved_path);
  void readEnded(Result<Arrival> arrived);
  void arrive();
  Order orderOf(const QString& path, What what) const;
  void show(Arrival arrival);

  ui::SessionBridge& bridge_;
  ui::JobBridge& jobs_;
  QString path_, wish_;
  SavedFile* saved_file_;
  QPointer<ui::ViewKeeper> view_;  // the window goes in pieces
  project::ViewState clean_view_;
  quint64 shown_ = 1;  // counts the worlds shown
  std::deque<Order> orders_;
  bool save_runs_ = false;
  std::shared_ptr<const SaveJob> saving_;
  std::string in_the_way_;  // the state of the file that is asked about
  quint64 save_job_ = 0, save_number_ = 0;
  bool save_stopping_ = false;
  std::optional<Next> next_;
  quint64 readings_ = 0;
  int holds_ = 0;
  std::shared_ptr<WorldPicture> picture_;  // of this world, as it was last drawn
  Keeping keeping_;
};

QString titleOf(const Document& document);  // file name or "Untitled"
// What would be lost without a save, `here` being its world.
QString unsavedText(const Document& document, const world::WorldPtr& here);

// The last files, newest first; missing ones are kept (a drive may come back).
class RecentFiles {
 public:
  static QStringList list();
  static void add(const QString& path);
  static void remove(const QString& path);
  static void clear();
};

}  // namespace ww::editor
