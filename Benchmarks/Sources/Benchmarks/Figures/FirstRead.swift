import Foundation
import SQLiteDatabase

/// Opening a database in a process that has just started, up to its first row.
enum FirstRead: Figure {
  static let name = "first-read"
  static let work = "A new process opens a pool and reads a row"
  static let unit = "ms"
  static let bar = FigureBar.atMost(5)
  /// The argument that makes this program the new process.
  static let childArgument = "--read-first"
  private static let processes = 21

  static func measure(in folder: String) throws -> Double {
    let path = folder + "/items.db"
    let database = try Items.open(path)
    try database.write { db in try Items.insert(100, db) }
    try database.close()
    return try (0..<processes).map { _ in try time(path) }.median
  }

  private static func time(_ path: String) throws -> Double {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    child.arguments = [childArgument, path]
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    child.waitUntilExit()
    guard let time = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw NothingHappened()
    }
    return time
  }

  /// The work of the new process.
  static func read(_ path: String) throws {
    let start = Clock.wall.milliseconds
    let database = try DatabasePool(path: path)
    _ = try database.read { db in try Int.fetchOne(db, sql: "SELECT i0 FROM items") }
    print(Clock.wall.milliseconds - start)
  }
}
