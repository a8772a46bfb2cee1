import Foundation
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// The traits that give each test its own dependencies.
@Suite(
  .dependency(\.defaultDatabase, try remindersDatabase()),
  .dependency(\.date.now, Date(timeIntervalSince1970: 7)),
  .dependency(\.uuid, .incrementing),
  .dependency(Speech.self, Speech { "\($0)!" }),
  .dependencies { $0.context = .preview },
  .timeLimit(.hang)
)
struct DependencyTraitTests {
  @Dependency(\.defaultDatabase) private var database
  @Dependency(\.uuid) private var uuid

  @Test(arguments: [1, 2])
  func `each case of a test has its own values`(id: Int) async throws {
    @FetchAll(Reminder.order(by: \.id)) var reminders
    try await $reminders.load()
    #expect(reminders.count == 3)
    try await database.run("DELETE FROM reminders WHERE id = \(id)")
    #expect([uuid(), uuid()] == [UUID(0), UUID(1)])
  }

  @Test func `a test has the dependencies of its suite`() {
    @Dependency(\.date.now) var now
    @Dependency(Speech.self) var speech
    @Dependency(\.context) var context
    #expect(now == Date(timeIntervalSince1970: 7))
    #expect(speech.speak("Hi") == "Hi!")
    #expect(context == .preview)
  }

  @Test(.dependency(\.date.now, Date(timeIntervalSince1970: 8)), .dependency(Speech { "(\($0))" }))
  func `a test can replace dependencies of its suite`() {
    @Dependency(\.date.now) var now
    @Dependency(Speech.self) var speech
    #expect(now == Date(timeIntervalSince1970: 8))
    #expect(speech.speak("Hi") == "(Hi)")
    #expect(uuid() == UUID(0))
  }

  @Test func `a model keeps only the values that it was created with`() {
    let model = withDependencies {
      $0.context = .live
      $0[Other.self] = 8
    } operation: {
      Model()
    }
    #expect(model.other == 8)
    // The test sets the context where the model is used.
    #expect(model.context == .preview)
  }
}

@Suite(.timeLimit(.hang)) struct DependencyModelTests {
  @Test func `objects that a model creates have the values of the model`() async throws {
    let model = withDependencies {
      $0[Other.self] = 8
    } operation: {
      Submodel()
    }
    #expect(withDependencies(from: model) { Model() }.other == 8)
    let child = withDependencies(from: model) {
      $0.context = .live
    } operation: {
      Model()
    }
    #expect(child.other == 8)
    #expect(child.context == .live)
    let awaited = await withDependencies(from: model) {
      await Task.yield()
      return Model()
    }
    #expect(awaited.other == 8)
    let other = await withDependencies(from: model) {
      $0[Other.self] = 9
      await Task.yield()
    } operation: {
      await Task.yield()
      return Model()
    }
    #expect(other.other == 9)
    #expect(withDependencies(from: ErrorReporterLog()) { Model() }.other == 7)
  }

  @Test func `issues are reported`() {
    let log = ErrorReporterLog()
    withDependencies {
      $0.errorReporter = log.reporter
    } operation: {
      reportIssue("No list.")
      reportIssue(ReportedIssue("It failed."), "Loading")
      reportIssue(CancellationError())
      reportIssue()
    }
    #expect(
      log.lines == [
        "No list.", "Loading: It failed.", "An issue occurred.",
      ]
    )
  }

  @Test func `an unimplemented closure reports its calls`() async {
    let log = ErrorReporterLog()
    let load: @Sendable () async throws -> [Int] = unimplemented("load")
    let save: @Sendable (String, Int) -> Void = unimplemented("save")
    let count: @Sendable (String) async -> Int = unimplemented("count", placeholder: 7)
    await withDependencies {
      $0.errorReporter = log.reporter
    } operation: {
      await #expect(throws: UnimplementedError.self) { try await load() }
      save("a", 1)
      #expect(await count("a") == 7)
    }
    #expect(
      log.lines
        == ["load", "save", "count"].map {
          "\($0) was called, but is not implemented. Set it in the test, with withDependencies."
        }
    )
  }

  @Test func `a missing live value of a key is reported in an application`() {
    let log = ErrorReporterLog()
    withDependencies {
      $0.errorReporter = log.reporter
      $0.context = .live
    } operation: {
      #expect(DependencyValues.current[Speech.self].speak("a") == "a")
      #expect(DependencyValues.current[Other.self] == 6)
    }
    #expect(log.lines == ["Speech has no value for applications. Make it a `DependencyKey`."])
    #expect(DependencyValues.current[Other.self] == 7)
  }

  @Test func `a test can record reported issues as its own`() {
    withKnownIssue {
      withDependencies {
        $0.errorReporter = .recordingIssues
      } operation: {
        reportIssue("No list.")
      }
    } matching: { issue in
      (issue.error as? ReportedIssue)?.description == "No list."
    }
  }

  @Test func `a clock's timer ticks at its interval`() async throws {
    let time = ImmediateClock()
    try await withDependencies {
      $0.continuousClock = time
    } operation: {
      @Dependency(\.continuousClock) var clock
      var count = 0
      for await _ in clock.timer(interval: .seconds(60)) {
        count += 1
        if count == 3 { break }
      }
      #expect(count == 3)
      #expect(time.now.offset == .seconds(180))
      try await clock.sleep(for: .seconds(60))
      #expect(time.now.offset == .seconds(240))
    }
    @Dependency(\.suspendingClock) var suspending
    #expect(suspending is SuspendingClock)
  }

  @Test func `a timer ends with its task`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in ContinuousClock().timer(interval: .milliseconds(1)) { continuation.yield() }
      continuation.finish()
    }
    var times = stream.makeAsyncIterator()
    #expect(await times.next() != nil)
    task.cancel()
    while await times.next() != nil {}
    await task.value
  }
}

private struct Speech: TestDependencyKey {
  var speak: @Sendable (String) -> String
  static let testValue = Speech { $0 }
}

private enum Other: DependencyKey {
  static let liveValue = 6
  static let testValue = 7
}

private class Model {
  @Dependency(Other.self) var other
  @Dependency(\.context) var context
}

private final class Submodel: Model {
  let name = "A child that adds nothing"
}

/// A log of what a reporter was given.
private final class ErrorReporterLog: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }

  var reporter: ErrorReporter {
    ErrorReporter { error, message, _ in
      self.kept.withLock { $0.append(message.map { "\($0): \(error)" } ?? "\(error)") }
    }
  }
}
