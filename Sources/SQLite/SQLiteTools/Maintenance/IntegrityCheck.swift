import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension DatabaseReader {
  /// Checks the whole file for damage, table by table.
  ///
  /// ```swift
  /// let problems = try database.integrityCheck {
  ///   print($0.completedStepCount, "of", $0.totalStepCount)
  /// }
  /// for problem in problems { print(problem) }
  /// ```
  ///
  /// The check reads one snapshot; writes to a pool continue meanwhile.
  ///
  /// - Parameters:
  ///   - isQuick: Whether to skip comparing indexes with their tables, which takes most of the
  ///     time.
  ///   - checksForeignKeys: Whether to find rows that refer to rows that do not exist.
  ///   - progress: Called before each step and at the end. If it throws, the check ends.
  /// - Returns: The problems, at most 100 for each table; none for a sound database.
  /// - Throws: ``DatabaseError`` if the schema itself cannot be read, or an error of `progress`.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_integrity_check
  public func integrityCheck(
    isQuick: Bool = false,
    checksForeignKeys: Bool = false,
    progress: (IntegrityCheckProgress) throws -> Void = { _ in }
  ) throws -> [IntegrityProblem] {
    try unsafeRead { db in
      let check = IntegrityCheck(db, isQuick: isQuick, checksForeignKeys: checksForeignKeys)
      return try check.run(progress)
    }
  }

  /// Checks the whole file for damage, table by table.
  ///
  /// See the synchronous form for details. Cancelling the task ends the check.
  ///
  /// - Parameters:
  ///   - isQuick: Whether to skip comparing indexes with their tables, which takes most of the
  ///     time.
  ///   - checksForeignKeys: Whether to find rows that refer to rows that do not exist.
  ///   - progress: Called before each step and at the end, on another thread. If it throws, the
  ///     check ends.
  /// - Returns: The problems, at most 100 for each table; none for a sound database.
  /// - Throws: ``DatabaseError`` if the schema itself cannot be read, `CancellationError`, or an
  ///   error of `progress`.
  public func integrityCheck(
    isQuick: Bool = false,
    checksForeignKeys: Bool = false,
    progress: @escaping @Sendable (IntegrityCheckProgress) throws -> Void = { _ in }
  ) async throws -> [IntegrityProblem] {
    try await unsafeRead { db in
      let check = IntegrityCheck(db, isQuick: isQuick, checksForeignKeys: checksForeignKeys)
      return try check.run(progress)
    }
  }
}

/// A run of an integrity check.
///
/// SQLite checks either the whole file or one table. Checking table by table shows the progress and
/// the table of a problem, but only the check of the whole file finds pages that belong to no
/// table. So that check comes last, if no damage was found before.
private struct IntegrityCheck {
  let db: Database
  let isQuick: Bool
  let checksForeignKeys: Bool

  init(_ db: Database, isQuick: Bool, checksForeignKeys: Bool) {
    self.db = db
    self.isQuick = isQuick
    self.checksForeignKeys = checksForeignKeys
  }

  func run(_ progress: (IntegrityCheckProgress) throws -> Void) throws -> [IntegrityProblem] {
    // `read` is not usable here: it reads what may be damaged before damage can be reported.
    try db.inReadTransaction { try runInSnapshot(progress) }
  }

  private func runInSnapshot(_ progress: (IntegrityCheckProgress) throws -> Void) throws
    -> [IntegrityProblem]
  {
    let tables = try tables()
    var problems: [IntegrityProblem] = []
    for (index, table) in (tables + [nil]).enumerated() {
      try progress(step(index, of: tables.count, table, problems))
      problems += try table.map(check) ?? checkFile(tables, problems)
    }
    try progress(step(tables.count + 1, of: tables.count, nil, problems))
    return problems
  }

  private func step(_ index: Int, of count: Int, _ table: String?, _ problems: [IntegrityProblem])
    -> IntegrityCheckProgress
  {
    IntegrityCheckProgress(
      table: table,
      completedStepCount: index,
      totalStepCount: count + 1,
      problemCount: problems.count
    )
  }

  /// Returns the tables that have pages, beginning with that of the schema.
  private func tables() throws -> [String?] {
    let names = try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name"
    )
    return ["sqlite_schema"] + names.map { $0[0].text(at: 0) }
  }

  private func check(_ table: String) throws -> [IntegrityProblem] {
    var problems: [IntegrityProblem] = []
    // SQLite takes a table name that parses as a number for the maximum number of problems.
    if Int(table) == nil { problems = try damage(in: table, isQuick: isQuick) }
    if checksForeignKeys, table != "sqlite_schema" { problems += try brokenForeignKeys(of: table) }
    return problems
  }

  private func checkFile(_ tables: [String?], _ problems: [IntegrityProblem]) throws
    -> [IntegrityProblem]
  {
    guard problems.allSatisfy({ $0.kind != .damage }) else { return [] }
    let areAllChecked = tables.allSatisfy { $0.map { Int($0) == nil } ?? false }
    return try damage(in: nil, isQuick: areAllChecked || isQuick)
  }

  private func damage(in table: String?, isQuick: Bool) throws -> [IntegrityProblem] {
    let pragma = isQuick ? "pragma_quick_check" : "pragma_integrity_check"
    do {
      let rows = try rows(
        "SELECT * FROM \(pragma)(\(table == nil ? "" : "?1"))",
        table.map { [.text($0)] } ?? []
      )
      return rows.flatMap { Self.messages($0[0].text(at: 0) ?? "") }.map {
        IntegrityProblem(kind: .damage, table: table, message: $0)
      }
    } catch let error as DatabaseError where error.code == .corrupt {
      return [IntegrityProblem(kind: .damage, table: table, message: error.explanation)]
    }
  }

  /// Returns the problems in one of SQLite's answers, which can have several lines and a headline.
  private static func messages(_ answer: String) -> [String] {
    answer.split(separator: "\n").filter { $0 != "ok" && !$0.hasPrefix("***") }.map(String.init)
  }

  private func brokenForeignKeys(of table: String) throws -> [IntegrityProblem] {
    do {
      let rows = try rows(
        "SELECT rowid, parent FROM pragma_foreign_key_check(?1) LIMIT 100",
        [.text(table)]
      )
      return rows.map { row in
        let name = row[0].isNull ? "A row" : "Row \(row[0].integer(at: 0))"
        let message =
          "\(name) refers to a row of \(row[1].text(at: 0) ?? "a table") that does not exist."
        return IntegrityProblem(kind: .foreignKey, table: table, message: message)
      }
    } catch let error as DatabaseError where error.code == .sql || error.code == .corrupt {
      // The schema refers to a table or to columns that cannot be referred to.
      return [IntegrityProblem(kind: .foreignKey, table: table, message: error.explanation)]
    }
  }

  private func rows(_ sql: String, _ arguments: [DatabaseValue] = []) throws -> [[DatabaseValue]] {
    if db.cancellation?.isCancelled == true { throw CancellationError() }
    do { return try db.internalRows(sql, arguments) } catch {
      if db.cancellation?.isCancelled == true { throw CancellationError() }
      throw error
    }
  }
}

extension Database {
  /// Runs a closure in a read transaction that is rolled back.
  ///
  /// A commit fails if SQLite has found damage. Observers are not notified.
  fileprivate func inReadTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    guard connection.isAutocommit else { return try body() }
    try control(.begin(.deferred))
    defer {
      recorder.start()
      try? connection.execute("ROLLBACK")
      _ = recorder.finish()
      capture.clear()
    }
    return try body()
  }
}
