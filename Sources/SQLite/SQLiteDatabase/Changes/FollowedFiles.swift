package import DatabaseTypes
import SQLite
import Synchronization

/// The files of a database object, with those that it can no longer follow.
struct FollowedFiles: Sendable {
  /// The schemas of the connection that writes; `nil` until it has attached a database.
  private var schemas: [String]?
  /// The schemas that it had attached at any time.
  private var pastSchemas: Set<ByteText> = []
  /// The errors of files that are no longer at their paths, by schema.
  private var misplaced: [ByteText: DatabaseError] = [:]

  /// Returns the error of reading a region whose changes are no longer reported.
  func fault(in region: Region) -> DatabaseError? {
    if misplaced.isEmpty, schemas == nil { return nil }
    if region.isFullDatabase { return misplaced.values.first }
    for schema in region.tables.keys.lazy.map(\.schema) {
      if let error = misplaced.first(where: { isSameIdentifier($0.key.text, schema) }) {
        return error.value
      }
      if !isFollowed(schema) {
        let wasAttached = pastSchemas.contains(ByteText.foldingASCII(schema))
        return wasAttached ? .detached(schema) : .ofReaders(schema)
      }
    }
    return nil
  }

  private func isFollowed(_ schema: String) -> Bool {
    guard let schemas else { return true }
    return (["main", "temp"] + schemas).contains { isSameIdentifier($0, schema) }
  }

  /// Records the schemas after a database was attached or detached.
  ///
  /// - Returns: The names of detached schemas, and those of attached ones.
  mutating func note(schemas new: [String]) -> (detached: [String], attached: [String]) {
    let old = schemas ?? []
    schemas = new
    pastSchemas.formUnion(new.map { ByteText.foldingASCII($0) })
    func isMissing(_ schema: String, in others: [String]) -> Bool {
      !others.contains { isSameIdentifier($0, schema) }
    }
    return (old.filter { isMissing($0, in: new) }, new.filter { isMissing($0, in: old) })
  }

  /// Records the files that are no longer at their paths.
  ///
  /// - Returns: The errors that are new; `nil` if nothing has changed.
  mutating func note(misplaced new: [ByteText: DatabaseError]) -> [DatabaseError]? {
    let old = misplaced
    guard Set(new.keys) != Set(old.keys) else { return nil }
    misplaced = new
    return new.filter { old[$0.key] == nil }.map(\.value)
  }
}

extension DatabaseError {
  /// Creates the error of a database that live queries read and that was detached.
  fileprivate static func detached(_ schema: String) -> DatabaseError {
    DatabaseError(
      code: .notFound,
      message:
        "The database “\(schema)” was detached from the connection that writes, so live queries that read it no longer "
        + "follow its changes. Attach it again, or end these queries."
    )
  }

  /// Creates the error of a database that live queries read and that only readers attached.
  fileprivate static func ofReaders(_ schema: String) -> DatabaseError {
    DatabaseError(
      code: .notFound,
      message:
        "The database “\(schema)” is not attached to the connection that writes, so live queries that read it do not "
        + "follow its changes. Attach it to all connections in `Configuration.prepareDatabase`, or end these queries."
    )
  }

  /// Creates the error of a file that is no longer at its path.
  fileprivate static func misplaced(_ path: String) -> DatabaseError {
    let isReplaced = SharedFile.identity(ofPath: path) != nil
    return DatabaseError(
      code: .notFound,
      message:
        "The database file was \(isReplaced ? "replaced by another file" : "moved or deleted") while it was open. This "
        + "object still reads and writes the file that it opened, which others no longer see. Close it, and open the "
        + "database again.",
      path: path
    )
  }
}

extension Database {
  /// Checks that the open files are still at their paths; if one is not, notifies subscribers and
  /// the log once.
  ///
  /// SQLite compares the file at the path with the open one, which takes a microsecond.
  ///
  /// - Parameter source: The source whose subscribers read the files.
  func checkPlaces(for source: ChangeSource) {
    var misplaced: [ByteText: DatabaseError] = [:]
    for schema in fileSchemas(source) where connection.hasMoved(schema: schema) {
      misplaced[ByteText(schema)] = .misplaced(filePath(of: schema) ?? path)
    }
    guard let errors = source.files.withLock({ $0.note(misplaced: misplaced) }) else { return }
    for error in errors { configuration.log(.error, "\(error)") }
    source.publishExternal { ChangeSet(unknownWith: $0) }
  }

  /// Returns the schemas that may be stored in files.
  private func fileSchemas(_ source: ChangeSource) -> [String] {
    guard source.hasAttachedDatabases else { return ["main"] }
    return ((try? schemas()) ?? ["main"]).filter { $0 != "temp" }
  }

  private func filePath(of schema: String) -> String? {
    let rows = try? internalRows(
      "SELECT file FROM pragma_database_list WHERE name = ?1",
      [.text(schema)]
    )
    return rows?.first?[0].text(at: 0)
  }

  /// Notifies subscribers and the log if a database that they read was attached or detached.
  func noteAttachments() {
    guard let source = capture.source, let schemas = try? schemas() else { return }
    let (detached, attached) = source.files.withLock { $0.note(schemas: schemas) }
    let region = source.interest.region
    func isRead(_ schema: String) -> Bool {
      region.tables.keys.contains { isSameIdentifier($0.schema, schema) }
    }
    for schema in detached where isRead(schema) {
      configuration.log(.error, "\(DatabaseError.detached(schema))")
    }
    if (detached + attached).contains(where: isRead) || region.isFullDatabase && !detached.isEmpty {
      reportOtherResults()
    }
  }
}

extension ChangeSource {
  /// Returns the error of reading a region whose changes are no longer reported.
  ///
  /// A file was replaced, moved or deleted while it was open, or detached from the connection that
  /// writes.
  package func fault(in region: Region) -> DatabaseError? {
    files.withLock { $0.fault(in: region) }
  }
}
