// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>

#include "core/exchange/exporter.h"

namespace ww::ui {

// Asks what goes out of the world, in which format and to which file, and shows how far it is. It writes nothing: who
// opens it does that, and closes it.
class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  // `selected`: what the selection is called; empty: nothing is selected, so that there is no choice.
  ExportDialog(const QString& selected, const QString& folder, QWidget* parent = nullptr);

  bool isWholeWorld() const { return what_->currentData().toBool(); }
  QString format() const { return format_->currentData().toString(); }
  QString file() const;
  double unitsInMetre() const { return unit_->currentIndex() == 1 ? 1000.0 : 1.0; }
  // The name that is proposed: of the world, or of what is selected.
  void setNames(const QString& world, const QString& selected);
  // It was chosen in a dialog that asks before a file is replaced.
  bool mayReplace() const { return !browsed_.isEmpty() && browsed_ == file(); }

  void setRunning(bool running);
  void setProgress(double fraction, const QString& text);
  // What is wrong, until something is changed.
  void tell(const QString& problem);

  QComboBox* whatBox() const { return what_; }
  QComboBox* formatBox() const { return format_; }
  QComboBox* unitBox() const { return unit_; }
  QCheckBox* zipBox() const { return zip_; }
  QLineEdit* fileEdit() const { return file_; }
  QLabel* noteLabel() const { return note_; }
  QLabel* problemLabel() const { return problem_; }
  QProgressBar* progressBar() const { return progress_; }
  QPushButton* exportButton() const { return export_; }
  QPushButton* cancelButton() const { return cancel_; }

 Q_SIGNALS:
  void exportAsked();
  // While it runs.
  void stopAsked();

 public Q_SLOTS:
  // Stops what runs, else closes.
  void reject() override;

 private:
  void build(const QString& selected);
  void propose();
  void follow();
  void browse();
  const exchange::ExportFormat& row() const;

  QComboBox* what_;
  QComboBox* format_;
  QComboBox* unit_;
  QCheckBox* zip_;
  QLineEdit* file_;
  QPushButton* browse_;
  QLabel* note_;
  QLabel* problem_;
  QProgressBar* progress_;
  QPushButton* export_;
  QPushButton* cancel_;
  QLabel* unit_label_ = nullptr;
  QString folder_, world_name_, selected_name_, browsed_;
  bool own_name_ = false;  // the name was typed, and stays
  bool running_ = false;
};

}  // namespace ww::ui
