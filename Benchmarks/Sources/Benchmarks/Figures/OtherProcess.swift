import Foundation
import LiveSQL
import Observation
import Synchronization

/// The time from a commit of another process to the property.
enum OtherProcess: Figure {
  static let name = "live-other-process"
  static let work = "From another process's commit to the property; none of 2,000 commits is lost"
  static let unit = "ms"
  static let bar = FigureBar.atMost(1)
  /// The argument that makes this program the other process.
  static let childArgument = "--commit-to"
  private static let commits = 2_000

  static func measure(in folder: String) throws -> Double {
    let path = folder + "/stamps.db"
    let database = try DatabasePool(path: path)
    try database.write { db in
      try db.execute(sql: "CREATE TABLE stamps (id INTEGER PRIMARY KEY, time REAL NOT NULL)")
    }
    @FetchOne(
      Stamp.order { $0.id.desc() },
      database: database,
      delivery: .immediate
    ) var newest: Stamp?
    let child = Process()
    child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    child.arguments = [childArgument, path]
    try child.run()
    var latencies: [Double] = []
    var last = 0
    let limit = Date().addingTimeInterval(60)
    while last < commits {
      let seen = Moment()
      withObservationTracking {
        last = newest?.id ?? 0
      } onChange: {
        seen.set()
      }
      if last >= commits { break }
      let time = seen.wait()
      if let stamp = newest, stamp.id > last { latencies.append(time - stamp.time) }
      guard Date() < limit else { throw NothingHappened() }
    }
    child.waitUntilExit()
    return latencies.median
  }

  /// The work of the other process.
  static func commit(to path: String) throws {
    let database = try DatabaseQueue(path: path)
    for number in 1...commits {
      try database.write { db in
        try db.execute(
          sql: "INSERT INTO stamps VALUES (?, ?)",
          arguments: [number, Clock.wall.milliseconds]
        )
      }
      Thread.sleep(forTimeInterval: 0.003)
    }
  }
}

@Table("stamps") struct Stamp: Equatable, Sendable {
  let id: Int
  var time: Double
}
