import DatabaseTypes
import Testing

@testable import SQLiteDatabase

/// Tests of how transactions end: those without writes, and those that SQLite rolled back.
@Suite struct TransactionEndTests {
  private static let schema = """
    CREATE TABLE t (a INTEGER UNIQUE);
    INSERT INTO t VALUES (1);
    CREATE TABLE own (id INTEGER REFERENCES t (a) DEFERRABLE INITIALLY DEFERRED);
    """

  /// The transactions in which nothing is written.
  static let empty: [(String, @Sendable (Database) throws -> Void)] = [
    ("immediate", { try $0.inTransaction(.immediate) { .commit } }),
    ("deferred", { try $0.inTransaction(.deferred) { .commit } }),
    (
      "deferred, which reads",
      { db in
        try db.inTransaction(.deferred) {
          _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM t")
          return .commit
        }
      }
    ),
    (
      "begun and committed",
      { db in
        try db.beginTransaction(.deferred)
        try db.commit()
      }
    ),
    ("in SQL", { try $0.execute(sql: "BEGIN; SELECT * FROM t; COMMIT") }),
    ("in SQL, immediate", { try $0.execute(sql: "BEGIN IMMEDIATE; END") }),
    (
      "a savepoint in SQL",
      { try $0.execute(sql: "SAVEPOINT x; SAVEPOINT y; RELEASE y; RELEASE x") }
    ),
    ("a savepoint", { try $0.inSavepoint { .commit } }),
    ("nothing changed", { try $0.execute(sql: "UPDATE t SET a = 2 WHERE 0") }),
  ]

  @Test(arguments: DatabaseKind.allCases, empty.indices)
  func `callbacks for the next transaction run after one without writes`(
    kind: DatabaseKind,
    index: Int
  ) throws {
    let db = try TestDatabase(kind, Self.schema)
    let told = Log<String>()
    let note: @Sendable (Database) -> Void = { db in
      db.afterNextTransaction(
        onCommit: { db in told.append("commit \(db.isInsideTransaction)") },
        onRollback: { _ in told.append("rollback") }
      )
    }
    try db.writer.writeWithoutTransaction { db throws in
      note(db)
      #expect(told.all.isEmpty)
      try Self.empty[index].1(db)
      #expect(told.all == ["commit false"])
      try db.execute(sql: "INSERT INTO t VALUES (3)")
      #expect(told.all == ["commit false"])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `callbacks for an open transaction run at its end and not before`(
    kind: DatabaseKind
  ) throws {
    let db = try TestDatabase(kind, Self.schema)
    let told = Log<String>()
    try db.writer.write { db throws in
      db.afterNextTransaction { _ in told.append("write") }
      try db.inSavepoint { .commit }
      #expect(told.all.isEmpty)
    }
    try db.writer.writeWithoutTransaction { db throws in
      try db.inTransaction(.deferred) {
        db.afterNextTransaction { _ in told.append("deferred") }
        #expect(told.all == ["write"])
        return .commit
      }
      try db.inTransaction(.deferred) {
        db.afterNextTransaction(
          onCommit: { _ in told.append("wrong") },
          onRollback: { _ in told.append("rollback") }
        )
        return .rollback
      }
    }
    #expect(told.all == ["write", "deferred", "rollback"])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a read runs its own callbacks and no others`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, Self.schema)
    let told = Log<String>()
    try db.writer.writeWithoutTransaction { db throws in
      db.afterNextTransaction { _ in told.append("write") }
    }
    try db.writer.read { db throws in
      db.afterNextTransaction { _ in told.append("read") }
      #expect(try Int.fetchOne(db, sql: "SELECT a FROM t") == 1)
    }
    #expect(told.all == ["read"])
    try db.execute("INSERT INTO t VALUES (4)")
    #expect(told.all == ["read", "write"])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a failed commit does not end the transaction`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, Self.schema)
    let told = Log<String>()
    try db.writer.writeWithoutTransaction { db throws in
      try db.beginTransaction()
      db.afterNextTransaction(
        onCommit: { _ in told.append("commit") },
        onRollback: { _ in told.append("rollback") }
      )
      try db.execute(sql: "INSERT INTO own VALUES (99)")
      #expect(throws: DatabaseError.self) { try db.commit() }
      #expect(told.all.isEmpty)
      try db.rollback()
    }
    #expect(told.all == ["rollback"])
  }

  // MARK: Rolled back by SQLite

  private static let conflict = "INSERT OR ROLLBACK INTO t VALUES (1)"

  /// Runs a statement that must fail.
  private func refused(_ db: Database, _ sql: String) {
    #expect(throws: DatabaseError.self) { try db.execute(sql: sql) }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a rollback succeeds even if SQLite has already rolled back`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, Self.schema)
    let told = Log<String>()
    try db.writer.writeWithoutTransaction { db throws in
      try db.inTransaction {
        db.afterNextTransaction(onCommit: { _ in }, onRollback: { _ in told.append("rollback") })
        try db.execute(sql: "INSERT INTO t VALUES (2)")
        refused(db, Self.conflict)
        return .rollback
      }
      #expect(!db.isInsideTransaction)
      try db.inSavepoint {
        refused(db, Self.conflict)
        return .rollback
      }
      try db.beginTransaction()
      refused(db, Self.conflict)
      try db.rollback()
    }
    #expect(told.all == ["rollback"])
    #expect(try db.count() == 1)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a commit fails after SQLite rolled back, also around a savepoint`(
    kind: DatabaseKind
  ) throws {
    let db = try TestDatabase(kind, Self.schema)
    try db.writer.writeWithoutTransaction { db throws in
      let error = #expect(throws: DatabaseError.self) {
        try db.inTransaction {
          try db.inSavepoint {
            refused(db, Self.conflict)
            return .rollback
          }
          // The surrounding transaction is gone as well.
          refused(db, "INSERT INTO t VALUES (7)")
          return .commit
        }
      }
      #expect(error?.code == .transactionAborted)
      try db.inTransaction {
        try db.inSavepoint {
          refused(db, Self.conflict)
          return .rollback
        }
        return .rollback
      }
      #expect(throws: DatabaseError.self) {
        try db.inTransaction {
          try db.inSavepoint {
            refused(db, Self.conflict)
            return .commit
          }
          return .rollback
        }
      }
    }
    #expect(try db.count() == 1)
  }
}
