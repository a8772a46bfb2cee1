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

  init() throws {
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
  /// - Returns: The last complaint, if it has not gone away by then.
  func wait(_ beats: Int, for complaint: () -> String?) async -> String? {
    for _ in 0..<beats {
      guard complaint() != nil else { return nil }
      // What cannot even be counted here is no verdict on a script.
      do { try await beat() } catch { return nil }
    }
    return complaint()
  }

  /// Commits, and waits until the live query shows it.
  private func beat() async throws {
    try await other.write { db in try db.execute(sql: "UPDATE tally SET n = n + 1") }
    count += 1
    await until { tally.fetched.value == count }
  }
}
