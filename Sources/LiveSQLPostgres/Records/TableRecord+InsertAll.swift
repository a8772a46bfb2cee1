import PostgreSQL
public import Records
import SQLiteDatabase
public import TypedSQL

// Insertion of many records with one call.

extension MutablePersistableRecord {
  /// Inserts several records, all of them or none.
  ///
  /// Each record receives the key that the database has generated for it, as with `insert`. On
  /// PostgreSQL, the records are sent in a pipeline, which is at least five times as fast as
  /// calling `insert` for each.
  ///
  /// ```swift
  /// var players = names.map { Player(id: nil, name: $0) }
  /// try Player.insertAll(db, &players)
  /// ```
  ///
  /// If it throws, no record is inserted. On PostgreSQL, callbacks are called for up to 1,000
  /// records before these are inserted, and for all of them afterwards. An error within a
  /// transaction aborts the transaction, as every error does there.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - records: The records.
  ///   - resolution: The resolution of conflicts; by default that of the record's policy.
  ///     PostgreSQL supports `.abort` and `.ignore`.
  /// - Throws: `DatabaseError` or `PostgresError`, `RecordError`, `PostgresRequestError` for
  ///   callbacks that receive SQLite's connection, or an error of a callback.
  public static func insertAll(
    _ db: any SQLConnection,
    _ records: inout [Self],
    onConflict resolution: ConflictResolution? = nil
  ) throws {
    var inserted = records
    if let db = db as? Database {
      try db.inSavepoint {
        for index in inserted.indices { try inserted[index].insert(db, onConflict: resolution) }
        return .commit
      }
    } else {
      try RecordBatch<Self>(db, resolution).insert(&inserted)
    }
    records = inserted
  }
}

extension PersistableRecord {
  /// Inserts several records, all of them or none.
  ///
  /// ```swift
  /// try Player.insertAll(db, players)
  /// ```
  ///
  /// It works as for records that change when they are inserted: see
  /// ``Records/MutablePersistableRecord/insertAll(_:_:onConflict:)``.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - records: The records.
  ///   - resolution: The resolution of conflicts; by default that of the record's policy.
  public static func insertAll(
    _ db: any SQLConnection,
    _ records: some Sequence<Self>,
    onConflict resolution: ConflictResolution? = nil
  ) throws {
    var inserted = Array(records)
    try insertAll(db, &inserted, onConflict: resolution)
  }
}
