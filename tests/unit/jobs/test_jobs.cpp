// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <atomic>
#include <stdexcept>

#include "core/jobs/runner.h"

using namespace ww;
using namespace ww::jobs;
using namespace std::chrono_literals;

namespace {

// Works until told to stop.
Result<int> untilStopped(std::stop_token stop, const Progress&) {
  while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
  return fail(Code::kCancelled, "stopped");
}

}  // namespace

class TestJobs : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void valueErrorAndCancelledAreTold();
  void doneIsCalledOnceOnAWorker();
  void jobsRunInOrder();
  void queuedJobIsCancelledAtOnce();
  void runningJobIsToldAtOnce();
  void lateValueIsDroppedUnlessKept();
  void exceptionBecomesAnError();
  void listShowsProgress();
  void observerHearsEveryState();
  void endOfRunnerStopsWork();
};

void TestJobs::valueErrorAndCancelledAreTold() {
  JobRunner runner;
  const auto value = runner.run<int>("value", [](std::stop_token, const Progress&) -> Result<int> { return 7; }).wait();
  QCOMPARE(std::get<int>(value), 7);
  const auto error = runner
                         .run<int>("error",
                                   [](std::stop_token, const Progress&) -> Result<int> {
                                     return fail(Code::kNotFound, "no such thing");
                                   })
                         .wait();
  QCOMPARE(std::get<Status>(error).code, Code::kNotFound);
  auto job = runner.run<int>("long", untilStopped);
  QVERIFY(job.cancel());
  QVERIFY(std::holds_alternative<Cancelled>(job.wait()));
  QVERIFY(job.info().state == JobState::kCancelled);
  QVERIFY(job.info().error.ok());
}

void TestJobs::doneIsCalledOnceOnAWorker() {
  std::atomic<int> calls = 0;
  std::atomic<bool> elsewhere = false;
  const auto here = std::this_thread::get_id();
  {
    JobRunner runner;
    runner
        .run<int>(
            "one", [](std::stop_token, const Progress&) -> Result<int> { return 1; },
            [&](const Outcome<int>& outcome) {
              ++calls;
              elsewhere = std::this_thread::get_id() != here && std::get<int>(outcome) == 1;
            })
        .wait();
  }
  QCOMPARE(calls.load(), 1);
  QVERIFY(elsewhere);
}

void TestJobs::jobsRunInOrder() {
  JobRunner runner;
  std::vector<int> order;
  std::vector<Job<int>> jobs;
  for (int i = 0; i < 20; ++i) {
    jobs.push_back(runner.run<int>("n", [i, &order](std::stop_token, const Progress&) -> Result<int> {
      order.push_back(i);
      return i;
    }));
  }
  for (const auto& job : jobs) job.wait();
  for (int i = 0; i < 20; ++i) QCOMPARE(order[static_cast<std::size_t>(i)], i);
  QVERIFY(runner.idle());
}

void TestJobs::queuedJobIsCancelledAtOnce() {
  JobRunner runner;
  auto running = runner.run<int>("running", untilStopped);
  std::atomic<bool> ran = false, told = false;
  auto queued = runner.run<int>(
      "queued",
      [&ran](std::stop_token, const Progress&) -> Result<int> {
        ran = true;
        return 0;
      },
      [&told](const Outcome<int>& outcome) { told = std::holds_alternative<Cancelled>(outcome); });
  QVERIFY(queued.cancel());
  QVERIFY(queued.waitFor(0ms));
  QVERIFY(queued.info().state == JobState::kCancelled);
  running.cancel();
  running.wait();
  QTRY_VERIFY(told);
  QVERIFY(!ran);
}

void TestJobs::runningJobIsToldAtOnce() {
  JobRunner runner;
  std::atomic<bool> started = false;
  auto job = runner.run<int>("slow", [&started](std::stop_token stop, const Progress& p) -> Result<int> {
    started = true;
    return untilStopped(stop, p);
  });
  while (!started) std::this_thread::sleep_for(1ms);
  QElapsedTimer timer;
  timer.start();
  job.cancel();
  QVERIFY(job.info().state >= JobState::kCancelling);
  QVERIFY(job.waitFor(1000ms));
  QVERIFY2(timer.elapsed() < 100, "the cancel took too long");
  QVERIFY(job.cancel());  // still true: it did end as cancelled
}

void TestJobs::lateValueIsDroppedUnlessKept() {
  JobRunner runner;
  const Work<int> deaf = [](std::stop_token stop, const Progress&) -> Result<int> {
    while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
    return 5;
  };
  auto dropped = runner.run<int>("dropped", deaf);
  std::this_thread::sleep_for(5ms);
  dropped.cancel();
  QVERIFY(std::holds_alternative<Cancelled>(dropped.wait()));
  std::atomic<bool> started = false;
  auto kept = runner.run<int>(
      "kept",
      [&](std::stop_token stop, const Progress& p) {
        started = true;
        return deaf(stop, p);
      },
      {}, true);
  while (!started) std::this_thread::sleep_for(1ms);
  kept.cancel();
  QCOMPARE(std::get<int>(kept.wait()), 5);
}

void TestJobs::exceptionBecomesAnError() {
  JobRunner runner;
  const auto outcome =
      runner
          .run<int>("thrower",
                    [](std::stop_token, const Progress&) -> Result<int> { throw std::runtime_error("boom"); })
          .wait();
  QCOMPARE(std::get<Status>(outcome).code, Code::kInternal);
  QVERIFY(std::get<Status>(outcome).title.find("boom") != std::string::npos);
}

void TestJobs::listShowsProgress() {
  JobRunner runner;
  std::atomic<bool> reported = false;
  auto job = runner.run<int>("import a.step", [&reported](std::stop_token stop, const Progress& progress) {
    progress.report(0.4);
    progress.text("meshing");
    reported = true;
    return untilStopped(stop, progress);
  });
  while (!reported) std::this_thread::sleep_for(1ms);
  const auto list = runner.list();
  QCOMPARE(list.size(), 1u);
  QCOMPARE(list[0].name, std::string("import a.step"));
  QCOMPARE(list[0].fraction, 0.4);
  QCOMPARE(plain(list[0].text), std::string("meshing"));
  QVERIFY(runner.cancel(list[0].id));
  job.wait();
  runner.forgetFinished();
  QVERIFY(runner.list().empty());
  QVERIFY(!runner.cancel(list[0].id));
}

void TestJobs::observerHearsEveryState() {
  std::mutex mutex;
  std::vector<JobState> seen;
  JobRunner runner(1, [&](const JobInfo& info) {
    const std::scoped_lock lock(mutex);
    seen.push_back(info.state);
  });
  runner
      .run<int>("one",
                [](std::stop_token, const Progress&) -> Result<int> {
                  std::this_thread::sleep_for(20ms);
                  return 1;
                })
      .wait();
  QTRY_VERIFY([&] {
    const std::scoped_lock lock(mutex);
    return std::ranges::count(seen, JobState::kRunning) == 1 && std::ranges::count(seen, JobState::kDone) == 1;
  }());
}

void TestJobs::endOfRunnerStopsWork() {
  QElapsedTimer timer;
  timer.start();
  std::atomic<int> told = 0;
  {
    JobRunner runner(2);
    for (int i = 0; i < 5; ++i) {
      runner.run<int>("long", untilStopped,
                      [&told](const Outcome<int>& o) { told += std::holds_alternative<Cancelled>(o); });
    }
  }
  QVERIFY(timer.elapsed() < 1000);
  QCOMPARE(told.load(), 5);
}

QTEST_GUILESS_MAIN(TestJobs)
#include "test_jobs.moc"
