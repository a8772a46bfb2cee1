package import DatabaseTypes
import SQLite

/// Writes that are made without a statement: those of blobs and changesets.
extension Database {
  /// Runs a closure that writes, all or nothing.
  ///
  /// It uses a savepoint, or a transaction if none is open.
  package func writingDirectly<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkAccess()
    guard !isReadOnlyAccess else {
      throw DatabaseError(
        code: .readOnly,
        message: "The access is read-only: write within `write`.",
        resultCode: .readOnly,
        path: path
      )
    }
    var result: Result?
    try inSavepoint {
      result = try body(self)
      return .commit
    }
    guard let result else { throw DatabaseError.aborted(sql: nil) }
    return result
  }

  /// Prepares change capture for writes to some tables.
  package func prepareCapture(ofDirectWrites writes: Region) throws {
    capture.willWrite()
    writesOfMigration?.formUnion(writes)
    guard capture.isRecording || capture.hasObservers else { return }
    if capture.isRecording { capture.willWrite(to: writes) }
    // SQLite may read a schema that another process changed, without compiling a statement that
    // would reveal it.
    schemaCache.mayBeStale = true
    // The schema version of an attached database is not compared.
    if writes.tables.keys.contains(where: { $0.schema != "main" }) { capture.shapes = [:] }
    try loadShapes(of: writes)
    if capture.hasObservers { prepareEvents(ofDirectWrites: writes) }
  }
}
