import DatabaseTypes
import Foundation
import SQLiteDatabase

/// A copy of a database into a file, which gets its name when it is whole and verified.
struct FileCopy: Sendable {
  let path: String
  /// Whether an existing file at the path is replaced.
  let replaces: Bool
  /// Whether the copy has no free space.
  let vacuums: Bool
  let encryption: FileCopyEncryption
  let progress: @Sendable (DatabaseBackupProgress) throws -> Void

  /// Opens and checks files, which no thread of the cooperative pool should wait for.
  private let executor = ConnectionExecutor(label: "LiveSQL.copy")

  init(
    path: String,
    replaces: Bool,
    vacuums: Bool,
    encryption: FileCopyEncryption,
    progress: @escaping @Sendable (DatabaseBackupProgress) throws -> Void
  ) {
    (self.path, self.replaces, self.vacuums) = (path, replaces, vacuums)
    (self.encryption, self.progress) = (encryption, progress)
  }

  /// Writes the copy.
  func run(from source: any DatabaseReader) async throws -> FileCopySummary {
    let written = try await executor.run { try begin(source) }
    defer { written.discard() }
    switch encryption {
    case .unchanged: try await copyPages(of: source, to: written.partialPath)
    case .key(let key): try await DatabaseExport(key: key).write(source, to: written.partialPath)
    case .none: try await DatabaseExport(key: nil).write(source, to: written.partialPath)
    }
    let pageCount = try await complete(written.partialPath, configuration(for: source))
    try Task.checkCancellation()
    return try await executor.run {
      try written.finish()
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return FileCopySummary(pageCount: pageCount, byteCount: attributes[.size] as? Int ?? 0)
    }
  }

  private func begin(_ source: any DatabaseReader) throws -> WrittenFile {
    var changesKey = true
    if case .unchanged = encryption { changesKey = false }
    return try WrittenFile(
      at: path,
      copying: source.filePath,
      replaces: replaces,
      isPrivate: changesKey,
      advice: WrittenFile.adviceToReplace
    )
  }

  private func copyPages(of source: any DatabaseReader, to path: String) async throws {
    guard !vacuums else { return try await source.vacuum(into: path) }
    let configuration = configuration(for: source)
    let copy = try await executor.run {
      try DatabaseQueue(path: path, configuration: configuration)
    }
    do { try await source.backup(to: copy, progress: progress) } catch {
      try? copy.close()
      throw error
    }
    try copy.close()
  }

  /// Returns the configuration that opens the copy.
  private func configuration(for source: any DatabaseReader) -> Configuration {
    var configuration = Configuration()
    switch encryption {
    // It has the database's key, and functions and collations that its indexes may need.
    case .unchanged: configuration = source.configuration
    case .key(let key): configuration.prepareDatabase { db in try db.use(key) }
    case .none: break
    }
    configuration.synchronous = nil
    configuration.foreignKeysEnabled = false
    return configuration.unobserved
  }
}

// MARK: - Verification

extension FileCopy {
  /// Makes the copy a single file, and verifies it.
  ///
  /// - Returns: The number of its pages.
  private func complete(_ path: String, _ configuration: Configuration) async throws -> Int {
    let copy = try await executor.run {
      try DatabaseQueue(path: path, configuration: configuration)
    }
    defer { try? copy.close() }
    let pageCount = try await copy.writeWithoutTransaction { db in
      // A copy in WAL mode would have a log next to it.
      _ = try db.pragma("journal_mode = DELETE")
      return try db.pragma("page_count").integer(at: 0)
    }
    guard let damage = try await firstDamage(in: copy) else { return Int(pageCount) }
    throw DatabaseError(
      code: .corrupt,
      message: "The copy would be damaged, so there is none: \(damage). "
        + "Run `integrityCheck` and restore a backup."
    )
  }

  private func firstDamage(in copy: DatabaseQueue) async throws -> String? {
    do {
      guard try await copy.integrityCheck(isQuick: true).contains(where: \.isDamageOfFile) else {
        return nil
      }
      // The quick check of some versions of SQLite is wrong about some tables without rowids.
      return try await copy.integrityCheck().first(where: \.isDamageOfFile)?.description
    } catch let error as DatabaseError where error.code == .sql {
      // It needs a collation or a module that only the database's own program has.
      return nil
    }
  }
}

extension IntegrityProblem {
  /// Whether the file is damaged, and not only a row that breaks a constraint of its table.
  fileprivate var isDamageOfFile: Bool {
    guard kind == .damage else { return false }
    let isOfRow =
      message.hasPrefix("CHECK constraint failed in ")
      || ["NULL", "NUMERIC", "TEXT", "non-"].contains { message.hasPrefix($0) }
        && message.contains(" value in ")
    return !isOfRow
  }
}

extension DatabaseReader {
  /// The path of the database; `nil` if it is not a file, but memory.
  var filePath: String? {
    ["", ":memory:"].contains(path) || path.hasPrefix("file:") ? nil : path
  }
}
