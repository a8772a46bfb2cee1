import DatabaseTypes
import Testing

@testable import SQLiteDatabase

/// Tests of what a read may do, and of how NULL differs from no row.
@Suite struct ReadingRuleTests {
  /// The pragmas that change nothing.
  static let pragmas = [
    "journal_mode", "main.journal_mode", "JOURNAL_MODE", "synchronous", "user_version",
    "foreign_keys",
    "page_size", "encoding", "auto_vacuum", "wal_autocheckpoint", "journal_size_limit",
    "data_version",
    "table_info(t)", "table_list", "index_list(t)", "database_list", "integrity_check",
    "quick_check",
    "foreign_key_check", "application_id", "schema_version", "cache_size", "compile_options",
    "locking_mode", "secure_delete", "freelist_count", "max_page_count",
  ]

  @Test(arguments: DatabaseKind.allCases, pragmas)
  func `a pragma that only reads is allowed in a read`(kind: DatabaseKind, pragma: String) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); CREATE INDEX i ON t (a)")
    let rows = try db.writer.read { try Row.fetchAll($0, sql: "PRAGMA \(pragma)") }
    let written = try db.writer.write { try Row.fetchAll($0, sql: "PRAGMA \(pragma)") }
    #expect(rows.count == written.count)
    #expect(
      try db.writer.unsafeRead { try Row.fetchAll($0, sql: "PRAGMA \(pragma)") }.count == rows.count
    )
  }

  @Test(
    arguments: DatabaseKind.allCases,
    [
      "journal_mode = delete", "journal_mode(delete)", "user_version = 3", "wal_checkpoint",
      "incremental_vacuum",
    ]
  )
  func `a pragma that writes is refused in a read`(kind: DatabaseKind, pragma: String) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let error = #expect(throws: DatabaseError.self) {
      try db.writer.read { try $0.execute(sql: "PRAGMA \(pragma)") }
    }
    #expect(error?.code == .readOnly)
  }

  // MARK: NULL

  @Test(arguments: DatabaseKind.allCases)
  func `a type that accepts NULL distinguishes it from no row`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); INSERT INTO t VALUES (NULL)")
    try db.writer.read { db throws in
      let (null, none) = ("SELECT a FROM t", "SELECT a FROM t WHERE 0")
      #expect(try DatabaseValue.fetchOne(db, sql: null) == .some(.null))
      #expect(try DatabaseValue.fetchOne(db, sql: none) == nil)
      #expect(try DatabaseValue.fetchOne(db.makeStatement(sql: null)) == .some(.null))
      #expect(try DatabaseValue.fetchOne(db.makeStatement(sql: none)) == nil)
      #expect(try Int?.fetchOne(db, sql: null) == .some(nil))
      #expect(try Int?.fetchOne(db, sql: none) == nil)
      #expect(try Int?.fetchOne(db.makeStatement(sql: null)) == .some(nil))
      #expect(try Int.fetchOne(db, sql: null) == nil)
      #expect(try Int.fetchOne(db.makeStatement(sql: null)) == nil)
    }
  }
}
