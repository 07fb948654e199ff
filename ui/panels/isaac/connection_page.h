// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>
#include <functional>

#include "ui/bridge/isaac_exchange.h"
#include "ui/bridge/session_bridge.h"

class QFormLayout;

namespace ww::ui {

// The switch of the exchange, where it listens and reads, which sensors it streams; who is connected, and recording.
class ConnectionPage : public QWidget {
  Q_OBJECT
 public:
  ConnectionPage(IsaacExchange& exchange, SessionBridge& bridge, QWidget* parent = nullptr);
  // Is asked before others than this machine may connect; calls `go` when they may.
  using Question = std::function<void(const QString& host, std::function<void()> go)>;
  void setQuestion(Question question) { question_ = std::move(question); }
  QCheckBox* switchBox() const { return on_; }
  QTreeWidget* peers() const { return peers_; }
  QListWidget* sensors() const { return sensors_; }
  QPushButton* recordButton() const { return record_; }
  // Into that folder, or the one that is being written ends.
  void record(const QString& folder);

 private:
  void buildSwitch();
  void buildAddresses(QFormLayout& form);
  void buildSensors(QFormLayout& form);
  QWidget* buildMore();
  void readMore(IsaacSettings& next) const;
  void changeRole();
  QWidget* buildForm();
  QWidget* buildLists();
  void read();
  void turn(bool on);
  void askWhereToRecord();
  void listSensors();
  void listRight();
  QString notesText() const;
  void showState();
  void showReport();

  IsaacExchange& exchange_;
  SessionBridge& bridge_;
  Question question_;
  QCheckBox* on_;
  QLabel *state_, *problem_, *counts_, *log_;
  QLineEdit *host_, *source_;
  QSpinBox* port_;
  QListWidget* sensors_;
  QComboBox *rate_, *contents_, *role_, *right_, *release_;
  QLineEdit *base_, *units_, *channels_, *udp_to_;
  QSpinBox* udp_port_;
  QCheckBox* collisions_;
  QPushButton* tree_;
  QTreeWidget *peers_, *streams_;
  QPushButton* record_;
  bool listing_ = false;
};

}  // namespace ww::ui
