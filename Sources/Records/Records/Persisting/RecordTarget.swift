import DatabaseTypes
package import DynamicColumns
import SQLiteDatabase
package import TypedSQL

/// A connection to which records are written, from the point of view of their callbacks and
/// statements.
///
/// SQLite's `Database` is one; PostgreSQL's is in a separate module. Each operation of a record is
/// written once for both, in `RecordSteps.swift`.
package protocol RecordTarget: RecordSource {
  // MARK: Callbacks

  /// Returns what is known of the callbacks of a type; `nil` if nothing is.
  func knownCallbacks<Record: TableRecord>(of type: Record.Type) -> KnownCallbacks?

  func willSave(_ record: some MutablePersistableRecord) throws
  func aroundSave(
    _ record: some MutablePersistableRecord,
    save: () throws -> PersistenceSuccess
  ) throws
  func willInsert(_ record: inout some MutablePersistableRecord) throws
  func aroundInsert(
    _ record: some MutablePersistableRecord,
    insert: () throws -> InsertionSuccess
  ) throws
  func willUpdate(_ record: some MutablePersistableRecord, columns: Set<String>) throws
  func aroundUpdate(
    _ record: some MutablePersistableRecord,
    columns: Set<String>,
    update: () throws -> PersistenceSuccess
  ) throws
  func willDelete(_ record: some MutablePersistableRecord) throws
  func aroundDelete(_ record: some MutablePersistableRecord, delete: () throws -> Bool) throws

  /// Returns whether a callback of updates may need the columns.
  func needsColumns(_ record: some MutablePersistableRecord) -> Bool

  // MARK: Statements

  /// Throws if the database cannot resolve the conflicts of an insertion in a way.
  func checkInsertion(_ resolution: ConflictResolution) throws

  /// Throws if the database cannot resolve the conflicts of an update in a way.
  func checkUpdate(_ resolution: ConflictResolution) throws

  /// Inserts a record.
  func insert(_ record: some MutablePersistableRecord, or resolution: ConflictResolution) throws
    -> InsertionSuccess

  /// Inserts a record, and fetches a value from the row.
  func insert<Value>(
    _ record: some MutablePersistableRecord,
    or resolution: ConflictResolution,
    fetching fetch: RecordFetch<Value>,
    as fetched: inout Value?
  ) throws -> InsertionSuccess

  /// Inserts records with their callbacks: all of them, or none.
  func insertAll<Record: MutablePersistableRecord>(
    _ records: inout [Record],
    or resolution: ConflictResolution
  ) throws

  /// Inserts a record, or updates the conflicting row.
  func upsert(_ record: some MutablePersistableRecord) throws -> InsertionSuccess

  /// Inserts a record or updates the conflicting row, and fetches a record of the row.
  func upsert<Fetched: FetchableRecord & TableRecord>(
    _ record: some MutablePersistableRecord,
    onConflict target: [String],
    _ assignments: [ColumnAssignment],
    excluded: RequestAlias,
    as fetched: inout Fetched?
  ) throws -> InsertionSuccess

  /// Updates the row of a record.
  ///
  /// - Parameter columns: The columns to write; `nil` for all.
  /// - Throws: ``RecordError`` if there is no row.
  func update(
    _ record: some MutablePersistableRecord,
    or resolution: ConflictResolution,
    columns: [String]?
  ) throws -> PersistenceSuccess

  /// Updates the row of a record, and fetches a value from it.
  func update<Value>(
    _ record: some MutablePersistableRecord,
    or resolution: ConflictResolution,
    columns: [String]?,
    fetching fetch: RecordFetch<Value>,
    as fetched: inout Value?
  ) throws -> PersistenceSuccess

  /// Deletes the row of a record.
  ///
  /// - Returns: Whether there was a row.
  func delete(_ record: some MutablePersistableRecord) throws -> Bool

  /// Returns the error that an update throws if the record's key has no row; `nil` if the record
  /// has no key.
  func notFound(_ record: some MutablePersistableRecord) throws -> RecordError?

  /// Returns the columns for which a record has values.
  func columnNames(of record: some MutablePersistableRecord) throws -> Set<String>

  /// Encodes records, to find the columns in which they differ.
  func comparing<Result>(_ body: () throws -> Result) rethrows -> Result
}
