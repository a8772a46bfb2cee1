import LiveSQL
import LiveSQLTestSupport
import Testing

/// The time for which results that are due may be missing before that is a failure.
enum FuzzPatience {
  /// As long as a test waits for anything: for the verdict on a script.
  case hang
  /// Until so many commits of other databases were shown: for shorter scripts, of which many are
  /// tried. A machine that is slow is so for these commits, too.
  case beats(FuzzMetronome, count: Int)

  /// The patience after a fault, from which live queries recover in their own time.
  var afterFault: FuzzPatience {
    switch self {
    case .hang: .hang
    case .beats(let metronome, let count): .beats(metronome, count: 10 * count)
    }
  }
}

/// A live query on a database of its own, which shows the commits of another database object.
final class FuzzMetronome {
  private let scratch: ScratchDirectory
  private let here: DatabasePool
  private let other: DatabasePool
  private let tally: FetchOne<Int>
  /// The number of commits so far.
  private(set) var count = 0
  /// Why it commits no more; `nil` as long as it does.
  private(set) var end: String?
  private let limit: Int

  /// - Parameter limit: The number of commits after which it ends, whoever waits for how many.
  init(limit: Int = 40_000) throws {
    self.limit = limit
    scratch = try ScratchDirectory()
    var configuration = Configuration()
    configuration.synchronous = .off
    let path = scratch.path(of: "metronome.db")
    here = try DatabasePool(path: path, configuration: configuration)
    try here.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0)")
    }
    other = try DatabasePool(path: path, configuration: configuration)
    tally = FetchOne(
      wrappedValue: 0,
      #sql("SELECT n FROM tally", as: Int.self),
      database: here,
      delivery: .immediate
    )
  }

  /// Waits until there is no complaint.
  ///
  /// - Parameters:
  ///   - beats: The number of commits to wait for.
  ///   - complaint: Returns what is still wrong.
  /// - Returns: The last complaint, if it has not gone away by then; none once it has ended, since
  ///   what cannot even be counted is no verdict on a script.
  func wait(_ beats: Int, for complaint: () -> String?) async -> String? {
    for _ in 0..<beats {
      guard complaint() != nil else { return nil }
      await beat()
      if end != nil { return nil }
    }
    return complaint()
  }

  /// Commits, and waits until the live query shows it.
  private func beat() async {
    if end == nil, count >= limit { end = "\(limit) commits were waited for" }
    guard end == nil else { return }
    do {
      try await other.write { db in try db.execute(sql: "UPDATE tally SET n = n + 1") }
    } catch {
      end = Self.reason("a commit failed: \(error)")
      return
    }
    count += 1
    let isShown = await comesTrue { tally.fetched.value == count }
    if !isShown { end = Self.reason("a commit was not shown within five minutes") }
  }

  private static func reason(_ text: String) -> String {
    Task.isCancelled ? "the test's time was over" : text
  }
}
