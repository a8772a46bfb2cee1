import Foundation
import SQLiteDatabase

/// A database file that a command writes under another name, and renames at the end, so that its
/// path never has half a file.
///
/// Only regular files are ever removed, and links are not followed: a path with anything else is
/// refused.
struct WrittenFile: Sendable {
  let path: String
  /// Whether an existing file at the path is replaced.
  let replaces: Bool

  /// The path under which the file is written.
  var partialPath: String { path + ".partial" }

  /// The ends of the names of the files that SQLite puts beside a database.
  static let sideSuffixes = ["-wal", "-shm", "-journal"]

  /// Checks that the file can be written, and removes what an interrupted command has left.
  ///
  /// - Throws: ``CommandFailure`` with a remedy.
  func prepare() throws {
    try check()
    try checkAreRegular(Self.all(partialPath))
    try remove(Self.all(partialPath))
  }

  /// Checks that the path is not a part of a database, and that no part of it would be removed.
  ///
  /// Files are compared as the system does it, so that links and letter cases do not matter.
  ///
  /// - Throws: ``CommandFailure`` with a remedy.
  func checkIsApart(from source: String) throws(CommandFailure) {
    let written = DatabaseFileNames(writing: path, partial: partialPath)
    guard written.isApart(from: DatabaseFileNames(reading: source)) else {
      throw CommandFailure(message: "A database cannot be copied onto itself. Give another path.")
    }
  }

  /// A step of ``finish(after:)``, between which a crash may come.
  enum Step: CaseIterable { case merged, cleared }

  /// Gives the file its name, in place of the file that is replaced.
  ///
  /// The next program would apply a journal or a write-ahead log of an earlier file to this one,
  /// and no system renames two files at once. So these are not moved, but made superfluous first:
  ///
  /// 1. SQLite merges them into the earlier database, which survives a crash in itself. After a
  ///    crash here, that database stands with its log, or needs none.
  /// 2. What is left beside it has no content, and is removed. Where no database is at the path, a
  ///    log belongs to none, and is removed as SQLite does it for a new file. After a crash here,
  ///    the earlier database is whole in one file.
  /// 3. The new file gets the name. After a crash here, it is whole in one file.
  ///
  /// After a crash before the last step, ``prepare()`` of the next command removes the new file.
  ///
  /// - Parameter reached: Is called after each step, for tests.
  /// - Throws: ``CommandFailure`` with a remedy; then the earlier database is at the path.
  func finish(after reached: (Step) throws -> Void = { _ in }) throws {
    try check()
    try mergeLog()
    try reached(.merged)
    try remove(Self.sideSuffixes.map { path + $0 })
    try reached(.cleared)
    // It replaces the earlier file in one step: there is always one of the two.
    guard rename(partialPath, path) == 0 else {
      let reason = String(cString: strerror(errno))
      throw CommandFailure(message: "The copy cannot get the name \(path): \(reason).")
    }
  }

  /// Whether a journal or a log with content stands beside the earlier file.
  private var hasLog: Bool {
    guard Self.kind(of: path) == .typeRegular else { return false }
    return ["-wal", "-journal"].contains { suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return (attributes?[.size] as? Int ?? 0) > 0
    }
  }

  /// Makes the earlier database a single file, if it has a journal or a log.
  private func mergeLog() throws {
    guard hasLog else { return }
    var reason = "another program uses it"
    do {
      var configuration = Configuration()
      configuration.journalMode = .unchanged
      configuration.createsFiles = false
      configuration.observesExternalChanges = false
      configuration.sharesChangedKeys = false
      let database = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? database.close() }
      // Leaving PERSIST removes the journal that this mode keeps.
      try database.writeWithoutTransaction { db in
        for mode in ["PERSIST", "DELETE"] {
          _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = \(mode)")
        }
      }
    } catch let error as DatabaseError {
      reason = error.message
    }
    guard hasLog else { return }
    throw CommandFailure(
      message:
        "The database at \(path) has a journal or a log that cannot be merged into it (\(reason)), so it is not "
        + "replaced. Close the programs that use it, move it away with its -wal and -journal, or give another path."
    )
  }

  /// Removes what was written, if the file has not got its name.
  func discard() { try? remove(Self.all(partialPath)) }

  private func check() throws(CommandFailure) {
    if Self.kind(of: path) == .typeRegular, !replaces {
      throw CommandFailure(
        message: "A file already exists at \(path). Give another path, or --replace."
      )
    }
    try checkAreRegular(Self.all(path))
  }

  private func checkAreRegular(_ paths: [String]) throws(CommandFailure) {
    for path in paths {
      guard let kind = Self.kind(of: path), kind != .typeRegular else { continue }
      throw CommandFailure(
        message:
          "There is \(Self.name(of: kind)) at \(path), which is not replaced. Give another path."
      )
    }
  }

  private func remove(_ paths: [String]) throws {
    for path in paths where Self.kind(of: path) == .typeRegular {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// Returns the paths of a database and of the files beside it.
  private static func all(_ path: String) -> [String] { [path] + sideSuffixes.map { path + $0 } }

  /// Returns the kind of what has a path, without following a link; `nil` if nothing has it.
  private static func kind(of path: String) -> FileAttributeType? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType
  }

  private static func name(of kind: FileAttributeType) -> String {
    switch kind {
    case .typeDirectory: "a folder"
    case .typeSymbolicLink: "a link"
    case .typeBlockSpecial, .typeCharacterSpecial: "a device"
    default: "a special file"
    }
  }
}
