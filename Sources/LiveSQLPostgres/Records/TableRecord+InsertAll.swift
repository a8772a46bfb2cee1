import PostgreSQL
public import Records
import SQLiteDatabase
public import TypedSQL

// Insertion of many records with one call.

extension MutablePersistableRecord {
  /// Inserts several records, all of them or none.
  ///
  /// Each record receives the key that the database has generated for it, as with `insert`.
  ///
  /// ```swift
  /// var players = names.map { Player(id: nil, name: $0) }
  /// try Player.insertAll(db, &players)
  /// ```
  ///
  /// On PostgreSQL, 32 or more records are copied (`COPY`), the fastest way to insert many rows, if
  /// they have the same columns and values for their key, and no conflict is ignored. They are sent
  /// in a pipeline from the first record on that has other columns, no key, or a value that the
  /// server converts from text; and if the table has row security, rules or triggers
  /// `BEFORE INSERT … FOR EACH ROW`. That is at least five times as fast as calling `insert` for
  /// each. A trigger `FOR EACH STATEMENT` runs once for all records that are copied together.
  ///
  /// If it throws, no record is inserted. On PostgreSQL, callbacks before insertions are called for
  /// up to 1,000 records before these are inserted, and those after insertions for all of them
  /// afterwards. An error within a transaction aborts the transaction, as every error does there.
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
      var batch = try RecordBatch<Self>(db, resolution)
      try batch.insert(&inserted)
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
