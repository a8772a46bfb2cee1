package import DatabaseTypes
import SQLite

// For whoever decodes rows by names.

extension PreparedStatement {
  /// What a closure makes of each row.
  ///
  /// - Parameter element: Gets the statement, which stands on the row.
  package func allRows<Element>(
    _ element: (PreparedStatement) throws -> Element
  ) throws -> [Element] {
    try start()
    var all: [Element] = []
    do {
      while try step() { all.append(try element(self)) }
    } catch {
      // After an error of SQLite's the run has ended already.
      try? finish()
      throw error
    }
    return all
  }

  /// What a closure makes of the first row; what is left is discarded.
  ///
  /// - Parameter element: Gets the statement, which stands on the row.
  package func firstRow<Element>(
    _ element: (PreparedStatement) throws -> Element
  ) throws -> Element? {
    try start()
    do {
      guard try step() else { return nil }
      let first = try element(self)
      // A statement with RETURNING has to be stepped to its end.
      if isReadOnly { try finish() } else { while try step() {} }
      return first
    } catch {
      try? finish()
      throw error
    }
  }
}

extension PreparedStatement {
  /// Binds values to all parameters, by position.
  package func bind(values: [DatabaseValue]) throws {
    guard !isRunning else {
      throw misuse("Values cannot be bound while the statement is in the middle of its rows.")
    }
    boundArguments = StatementArguments(values: values)
    boundQueryValues = nil
    if argumentsFailure != nil { argumentsFailure = nil }
    guard values.count == parameterCount else {
      throw DatabaseError(
        code: .arguments,
        message:
          "The statement has \(plural(parameterCount, "parameter")), but got \(plural(values.count, "value")).",
        sql: sql
      )
    }
    do throws(SQLiteError) {
      for index in values.indices { try statement.bind(values[index], at: index &+ 1) }
    } catch {
      throw database.databaseError(error)
    }
  }

  /// Runs to the end with values for all parameters.
  package func execute(values: [DatabaseValue]) throws {
    try bind(values: values)
    try run()
  }

  /// Runs to the end with values for all parameters.
  ///
  /// - Parameters:
  ///   - row: The values; they have to be there only as long as it runs.
  ///   - indexes: Which of them are bound; all, if `nil`.
  package func execute(row: UnsafeBufferPointer<DatabaseValue>, at indexes: [Int]?) throws {
    guard (indexes?.count ?? row.count) == parameterCount, !isRunning else {
      // Another one is compiled while this one is in the middle of its run.
      let statement = try database.cachedStatement(sql: sql)
      return try statement.execute(values: Self.values(row, at: indexes))
    }
    forgetArguments()
    do throws(SQLiteError) {
      if let indexes {
        for index in indexes.indices { try statement.bind(row[indexes[index]], at: index &+ 1) }
      } else {
        for index in row.indices { try statement.bind(row[index], at: index &+ 1) }
      }
    } catch {
      throw database.databaseError(error)
    }
    try start()
    do throws(SQLiteError) {
      while try statement.step() == .row { database.steppedRowCount &+= 1 }
    } catch {
      boundArguments = StatementArguments(values: Self.values(row, at: indexes))
      throw fail(error)
    }
    try finish()
  }

  private static func values(
    _ row: UnsafeBufferPointer<DatabaseValue>,
    at indexes: [Int]?
  ) -> [DatabaseValue] {
    indexes?.map { row[$0] } ?? Array(row)
  }
}
