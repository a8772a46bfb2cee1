import DatabaseTypes
import Foundation
package import SQLiteDatabase
import Synchronization

/// A database file that is written under another name, and renamed at the end, so that its path
/// never has half a file.
///
/// Only regular files are ever removed, and links are not followed: a path with anything else is
/// refused.
///
/// State: the open file.
package final class WrittenFile: Sendable {
  /// The path that the file gets at the end.
  package let path: String
  /// The path under which the file is written; it exists, and is empty at first.
  package let partialPath: String
  /// Whether an existing file at the path is replaced.
  private let replaces: Bool
  /// The end of a message about a file that exists.
  private let advice: String
  /// The identity of the file as it was created: another copy to the same path removes the file,
  /// and creates its own.
  private let identity: FileIdentity?
  /// The open file, so that the system gives its identity to no other one, until it is finished.
  private let descriptor: Mutex<Int32?>

  /// Checks that a file can be written, removes what an interrupted copy has left, and creates an
  /// empty file under the other name.
  ///
  /// - Parameters:
  ///   - path: The path that the file gets at the end.
  ///   - source: The path of the database that is copied, if it is a file: nothing of it is ever
  ///     removed, or written.
  ///   - replaces: Whether an existing file at the path is replaced.
  ///   - isPrivate: Whether only the user may read the file.
  ///   - advice: The end of the message about a file that exists.
  /// - Throws: ``DatabaseError`` with `.cannotOpen` and a remedy.
  package init(
    at path: String,
    copying source: String? = nil,
    replaces: Bool = false,
    isPrivate: Bool = false,
    advice: String = "Remove it, or choose another path."
  ) throws {
    (self.path, partialPath) = (path, Self.partialPath(of: path))
    (self.replaces, self.advice) = (replaces, advice)
    guard !path.isEmpty else { throw Self.error("The path of the new file is empty.") }
    if let source { try Self.checkIsApart(path, from: source) }
    try Self.check(path, replaces: replaces, advice)
    try Self.checkAreRegular(Self.all(partialPath))
    try Self.remove(Self.all(partialPath))
    descriptor = Mutex(try Self.create(partialPath, isPrivate: isPrivate))
    identity = FileIdentity(path: partialPath)
  }

  deinit { release() }

  /// The end of the message about a file that exists, if the caller could replace it.
  package static let adviceToReplace =
    "Remove it, choose another path, or copy with `replacesFile: true`."

  private static func partialPath(of path: String) -> String { path + ".partial" }

  /// The ends of the names of the files that SQLite puts beside a database.
  static let sideSuffixes = ["-wal", "-shm", "-journal"]

  /// A step of ``finish(after:)``, between which a crash may come.
  package enum Step: CaseIterable, Sendable {
    /// The log of the earlier database is merged into it.
    case merged
    /// The files beside the earlier database are removed.
    case cleared
  }

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
  /// After a crash before the last step, the next copy to the path removes the new file.
  ///
  /// - Parameter reached: Is called after each step, for tests.
  /// - Throws: ``DatabaseError`` with a remedy; then the earlier database is at the path.
  package func finish(after reached: (Step) throws -> Void = { _ in }) throws {
    try Self.check(path, replaces: replaces, advice)
    guard isOurs else {
      throw Self.error(
        "Another copy to \(path) has begun since, so this one ended. Write one copy at a time."
      )
    }
    release()
    try mergeLog()
    try reached(.merged)
    try Self.remove(Self.sideSuffixes.map { path + $0 })
    try reached(.cleared)
    // It replaces the earlier file in one step: there is always one of the two.
    guard rename(partialPath, path) == 0 else {
      throw Self.error("The copy cannot get the name \(path): \(Self.systemError).")
    }
  }

  /// Removes what was written, if the file has not got its name.
  package func discard() {
    if isOurs { try? Self.remove(Self.all(partialPath)) }
    release()
  }

  /// Whether the file under the other name is the one that was created.
  private var isOurs: Bool { identity != nil && FileIdentity(path: partialPath) == identity }

  /// Closes the file.
  ///
  /// It must not happen later than this: SQLite would lose its locks of the file.
  private func release() {
    descriptor.withLock { descriptor in
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }
}

// MARK: - The earlier database

extension WrittenFile {
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
      let database = try DatabaseQueue(path: path, configuration: Configuration().unobserved)
      defer { try? database.close() }
      // Leaving PERSIST removes the journal that this mode keeps.
      try database.writeWithoutTransaction { db in
        for mode in ["PERSIST", "DELETE"] { _ = try db.pragma("journal_mode = \(mode)") }
      }
    } catch let error as DatabaseError {
      reason = error.explanation
    }
    guard hasLog else { return }
    throw Self.error(
      "The database at \(path) has a journal or a log that cannot be merged into it (\(reason)), so it is not "
        + "replaced. Close the programs that use it, move it away with its -wal and -journal, or give another path."
    )
  }
}

// MARK: - Files

extension WrittenFile {
  /// Checks that the path is not a part of a database, and that no part of it would be removed.
  ///
  /// Files are compared as the system does it, so that links and letter cases do not matter.
  ///
  /// - Throws: ``DatabaseError`` with `.cannotOpen` and a remedy.
  package static func checkIsApart(_ path: String, from source: String) throws(DatabaseError) {
    let written = DatabaseFileNames(writing: path, partial: partialPath(of: path))
    guard written.isApart(from: DatabaseFileNames(reading: source)) else {
      throw error("A database cannot be copied onto itself. Give another path.")
    }
  }

  private static func check(_ path: String, replaces: Bool, _ advice: String)
    throws(DatabaseError)
  {
    if kind(of: path) == .typeRegular, !replaces {
      throw error("There is a file at \(path) already. \(advice)")
    }
    try checkAreRegular(all(path))
  }

  private static func checkAreRegular(_ paths: [String]) throws(DatabaseError) {
    for path in paths {
      guard let kind = kind(of: path), kind != .typeRegular else { continue }
      throw error(
        "There is \(name(of: kind)) at \(path), which is not replaced. Give another path."
      )
    }
  }

  /// Creates an empty file; it fails if another copy has just created it.
  ///
  /// - Returns: The open file.
  private static func create(_ path: String, isPrivate: Bool) throws(DatabaseError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = open(path, flags, isPrivate ? 0o600 : 0o644)
    guard descriptor >= 0 else {
      throw error(
        "No file can be created at \(path): \(systemError). Check that its folder exists and may be written."
      )
    }
    return descriptor
  }

  private static func remove(_ paths: [String]) throws {
    for path in paths where kind(of: path) == .typeRegular {
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

  private static var systemError: String { String(cString: strerror(errno)) }

  private static func error(_ message: String) -> DatabaseError {
    DatabaseError(code: .cannotOpen, message: message)
  }
}
