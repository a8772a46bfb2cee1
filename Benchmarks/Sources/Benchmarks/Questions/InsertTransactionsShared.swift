import DatabaseTypes
import Foundation
import SQLiteDatabase

/// One insert per transaction while another process watches the table: the cost of sharing the keys
/// with it.
///
/// 2,000 rows of ten integers. The baseline is the library while no one watches.
struct InsertTransactionsShared: Question {
  static let name = "insert-transactions-shared"
  static let work =
    "2,000 one-row transactions while another process watches; baseline: no one does"
  /// Two microseconds of about thirteen.
  static let bar: Double? = 1.15

  private let alone: DatabaseQueue
  private let shared: DatabaseQueue
  private let watcher: Watcher

  init(in folder: String) throws {
    for name in ["alone", "shared"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)",
        withIntermediateDirectories: true
      )
    }
    alone = try Items.open(folder + "/alone/items.db")
    shared = try Items.open(folder + "/shared/items.db")
    watcher = try Watcher(of: folder + "/shared/items.db")
  }

  func baseline() throws -> Int { try Self.insert(alone) }
  func ours() throws -> Int { try Self.insert(shared) }

  private static func insert(_ database: DatabaseQueue) throws -> Int {
    let before = try database.read { db in db.totalChangesCount }
    return try Items.insertOneByOne(InsertTransactions.count, database) - before
  }
}

/// Another process that watches a table like live queries do, until this object is released.
final class Watcher: Sendable {
  /// The argument that makes this program the other process.
  static let childArgument = "--watch"
  private let child: Process
  private let input = Pipe()

  init(of path: String) throws {
    child = Process()
    child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    child.arguments = [Self.childArgument, path]
    let output = Pipe()
    child.standardInput = input
    child.standardOutput = output
    try child.run()
    // It reports that it watches.
    _ = output.fileHandleForReading.availableData
  }

  deinit {
    try? input.fileHandleForWriting.close()
    child.waitUntilExit()
  }

  /// The work of the other process.
  static func watch(_ path: String) throws {
    let database = try DatabaseQueue(path: path)
    let subscription = database.changeSource.subscribe(
      to: Region(table: "items"),
      detail: .keys
    ) { _ in }
    // By then its thread has announced that it watches.
    Thread.sleep(forTimeInterval: 0.2)
    print("ready")
    fflush(nil)
    while readLine() != nil {}
    withExtendedLifetime(subscription) {}
  }
}
