// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <memory>

#include "core/io/importer.h"
#include "ui/bridge/job_bridge.h"
#include "ui/panels/import_encoding.h"
#include "ui/panels/import_fineness.h"
#include "ui/panels/import_origin.h"
#include "ui/panels/import_parts.h"
#include "ui/panels/import_preview.h"
#include "ui/panels/import_reading.h"
#include "ui/panels/import_shapes.h"
#include "ui/panels/import_summary.h"

namespace ww::ui {

// Reads a file with the options chosen, shows what came out, reads again when options change. Nothing
// enters the world before it is accepted. Not modal: who opens it copes with a world that changes
// meanwhile. It asks to be taken over, and stays open until accept() is called.
class ImportWizard : public QDialog {
  Q_OBJECT
 public:
  ImportWizard(JobBridge& jobs, std::shared_ptr<geometry::GeometryStore> store, const QString& file,
               QWidget* parent = nullptr);
  ~ImportWizard() override;

  const std::shared_ptr<const io::ImportResult>& result() const { return result_; }
  QString file() const { return file_; }
  QString objectName_() const { return name_->text().trimmed(); }
  QPushButton* importButton() const { return import_; }
  QComboBox* unitBox() const { return unit_; }
  QComboBox* placeBox() const { return place_; }
  // Where it can go, for the one who takes it over to know.
  void setPlaces(const QStringList& texts, int chosen);
  // Takes the unit, or of a file that names its unit the scale, that suits the size, or takes that back; hidden while
  // the size is plausible.
  QPushButton* unitButton() const { return use_unit_; }
  QPushButton* retryButton() const { return retry_; }
  ImportParts* parts() const { return parts_; }
  ImportPreview* preview() const { return preview_; }
  ImportFineness* fineness() const { return fineness_; }
  ImportEncoding* encodingBox() const { return encoding_; }
  ImportShapes* shapes() const { return shapes_; }
  QComboBox* upBox() const { return up_; }
  // How files like this one are read, by what is chosen here.
  io::ImportOptions options() const;
  // Only there while files wait.
  QPushButton* cancelAllButton() const { return cancel_all_; }
  QPushButton* importAllButton() const { return import_all_; }
  // Files that will be asked about after this one.
  void setWaiting(const QStringList& files);

 Q_SIGNALS:
  // result() is to enter the world.
  void importAsked();
  // This file and those that wait are to enter the world, each as files of its format were read last.
  void importAllAsked();
  // Neither this file nor those that wait are wanted.
  void cancelAllAsked();
  void failed(const ww::Status& status);
  // result() is another one, or none.
  void resultChanged();

 protected:
  void showEvent(QShowEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void growToFit();
  void build();
  void buildParts();
  void layOut();
  QLayout* buildOptions();
  void readSoon() { again_.start(); }
  void read();
  void forgetLast();
  void takeReading(Result<ImportReading> reading);
  ImportWish wish() const;
  void choose();
  void show_(Result<ImportChosen> chosen);
  void tellRefused(const Status& status);
  void turnUp();
  void showFailure(const Status& status);
  void showNothing(const QString& title, const QString& hint);
  void offerSize(const ImportSummary& summary);
  void repairSize();
  void takeUnit(double metres);
  void remember();
  // Tells why the name cannot be; true when it can.
  bool checkName();

  JobBridge& jobs_;
  std::shared_ptr<geometry::GeometryStore> store_;
  QString file_;
  std::shared_ptr<const ImportReading> reading_;    // all of the file
  std::shared_ptr<const io::ImportResult> result_;  // what of it is chosen
  double scale_ = 1.0;                              // of a file that names its unit, and is wrong
  quint64 job_ = 0;
  QTimer again_;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);

  QLabel *format_, *size_, *counts_, *checked_, *doubt_, *waiting_, *name_error_;
  QLineEdit* name_;
  QComboBox *unit_, *up_, *place_;
  ImportFineness* fineness_;
  ImportEncoding* encoding_;
  ImportShapes* shapes_;
  ImportPreview* preview_;
  ImportParts* parts_;
  ImportOrigin* origin_;
  QListWidget* warnings_;
  QProgressBar* bar_;
  QPushButton *import_, *import_all_, *cancel_, *cancel_all_, *retry_, *use_unit_;
};

}  // namespace ww::ui
