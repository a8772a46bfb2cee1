import CSQLite
import Foundation
import LiveSQL
import Observation

/// The processor time that the process needs for a commit and for showing it in live queries,
/// compared with a commit by raw calls.
///
/// It is measured in a process of its own, so that no other thread works, and so that the process
/// can be kept on one processor from its start.
protocol ProcessorTimeFigure: Figure {
  /// The number of live queries, one of which each commit touches.
  static var count: Int { get }
  /// Whether the process may use only one processor.
  static var isPinned: Bool { get }
}

extension ProcessorTimeFigure {
  static var unit: String { "×" }
  static var bar: FigureBar { .none }
  static var work: String {
    let queries = count == 1 ? "1 live query" : "\(count) live queries"
    return "Processor time of a commit with \(queries), compared to a raw one"
      + (isPinned ? ", on one processor" : "")
  }

  static func measure(in folder: String) throws -> Double {
    let child = Process()
    let command = [
      CommandLine.arguments[0], ProcessorTime.childArgument + String(count), folder,
    ]
    child.executableURL = URL(fileURLWithPath: isPinned ? ProcessorTime.pinning : command[0])
    child.arguments = isPinned ? ["-c", "0"] + command : Array(command.dropFirst())
    if isPinned, !FileManager.default.isExecutableFile(atPath: ProcessorTime.pinning) {
      throw MissingTool(path: ProcessorTime.pinning)
    }
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    guard let ratio = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw NothingHappened()
    }
    return ratio
  }
}

enum ProcessorTimeOfOne: ProcessorTimeFigure {
  static let name = "live-processor-1"
  static let count = 1
  static let isPinned = false
}

enum ProcessorTimeOf50: ProcessorTimeFigure {
  static let name = "live-processor-50"
  static let count = 50
  static let isPinned = false
}

enum ProcessorTimeOf1000: ProcessorTimeFigure {
  static let name = "live-processor-1000"
  static let count = 1_000
  static let isPinned = false
}

enum PinnedTimeOfOne: ProcessorTimeFigure {
  static let name = "live-pinned-1"
  static let count = 1
  static let isPinned = true
}

enum PinnedTimeOf50: ProcessorTimeFigure {
  static let name = "live-pinned-50"
  static let count = 50
  static let isPinned = true
}

enum PinnedTimeOf1000: ProcessorTimeFigure {
  static let name = "live-pinned-1000"
  static let count = 1_000
  static let isPinned = true
}

/// The work of the process that is measured.
enum ProcessorTime {
  /// The beginning of the argument that makes this program that process; the number of live queries
  /// follows.
  static let childArgument = "--processor-time-of-"
  /// The program that keeps another one on given processors (util-linux).
  static let pinning = "/usr/bin/taskset"
  private static let update = "UPDATE members SET name = 'new ' || ?1 WHERE id = 7"
  private static let commits = 500

  /// Prints how much more processor time commits with live queries need than raw ones.
  static func print(_ count: Int, in folder: String) throws {
    let database = try FiftyQueries.members(in: folder + "/live")
    let plain = try FiftyQueries.members(in: folder + "/plain")
    let raw = try RawConnection(plain.path)
    let properties = (0..<count).map { number in
      // The updated row is in list 8.
      FetchAll(Member.where { $0.list == 8 + number }, database: database, delivery: .immediate)
    }
    while properties.contains(where: \.isLoading) { Thread.sleep(forTimeInterval: 0.001) }
    var ratios: [Double] = []
    // The first round fills caches.
    for round in 0...9 {
      let first = 1_000 + round * commits
      let alone = try timeOfRaw(first..<first + commits, raw)
      let together = try time(first..<first + commits, database, shownBy: properties[0])
      if round > 0 { ratios.append(together / alone) }
    }
    withExtendedLifetime((properties, plain)) {}
    Swift.print(ratios.median)
  }

  private static func timeOfRaw(_ numbers: Range<Int>, _ raw: RawConnection) throws -> Double {
    let statement = try raw.prepare(update)
    defer { sqlite3_finalize(statement) }
    let start = Clock.process.milliseconds
    for number in numbers {
      try raw.check(sqlite3_bind_int64(statement, 1, Int64(number)))
      try raw.check(sqlite3_step(statement), is: SQLITE_DONE)
      try raw.check(sqlite3_reset(statement))
    }
    return Clock.process.milliseconds - start
  }

  /// Commits, and waits after each commit until the property shows it.
  private static func time(
    _ numbers: Range<Int>,
    _ database: DatabasePool,
    shownBy property: FetchAll<Member>
  ) throws -> Double {
    let property = property.projectedValue
    let start = Clock.process.milliseconds
    for number in numbers {
      let seen = Moment()
      withObservationTracking {
        _ = property.count
      } onChange: {
        seen.set()
      }
      try database.write { db in try db.execute(sql: update, arguments: [number]) }
      _ = try seen.waitBriefly()
    }
    return Clock.process.milliseconds - start
  }
}

/// An error: a program that a figure needs is not installed.
struct MissingTool: Error, CustomStringConvertible {
  let path: String

  var description: String { "There is no \(path)." }
}
