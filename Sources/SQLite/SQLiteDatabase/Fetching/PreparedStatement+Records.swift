package import DatabaseTypes
import SQLite

// For decoding rows by column names.

extension PreparedStatement {
  /// Returns the results of a closure for each row.
  ///
  /// - Parameter element: Decodes the current row of the statement.
  package func allRows<Element>(
    _ element: (PreparedStatement) throws -> Element
  ) throws -> [Element] {
    try start()
    var all: [Element] = []
    do {
      while try step() { all.append(try element(self)) }
    } catch {
      // After an error of SQLite, the run has already ended.
      try? finish()
      throw error
    }
    return all
  }

  /// Returns the result of a closure for the first row, discarding the remaining rows.
  ///
  /// - Parameter element: Decodes the current row of the statement.
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
      throw misuse("Values cannot be bound while the statement is running.")
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
    if let index = values.firstIndex(where: { $0.isNaN }) { throw notStorable(at: index + 1) }
    do throws(SQLiteError) {
      for index in values.indices { try statement.bind(values[index], at: index &+ 1) }
    } catch {
      throw database.databaseError(error)
    }
  }

  /// Returns the error for a number that SQLite would store as NULL; parameters count from 1.
  func notStorable(at index: Int) -> DatabaseError {
    let failure = ConversionFailure.unrepresentable(
      Double.self,
      found: nil,
      reason: "it is not a number, and SQLite would store NULL"
    )
    return DatabaseError(
      code: .arguments,
      message: "The value of parameter \(index) cannot be stored: \(failure).",
      sql: sql
    )
  }

  /// Runs the statement to its end with values for all parameters.
  package func execute(values: [DatabaseValue]) throws {
    try bind(values: values)
    try run()
  }

  /// Runs the statement to its end with values for all parameters.
  ///
  /// - Parameters:
  ///   - row: The values, which only have to exist during the run.
  ///   - indexes: The indexes of the values to bind; `nil` for all.
  package func execute(row: UnsafeBufferPointer<DatabaseValue>, at indexes: [Int]?) throws {
    guard (indexes?.count ?? row.count) == parameterCount, !isRunning else {
      // Another statement is compiled while this one is running.
      let statement = try database.cachedStatement(sql: sql)
      return try statement.execute(values: Self.values(row, at: indexes))
    }
    forgetArguments()
    var wrong: Int?
    do throws(SQLiteError) {
      for place in 0..<parameterCount {
        let index = indexes.map { $0[place] } ?? place
        if wrong == nil, case .real(let number) = row[index], number.isNaN { wrong = place }
        try statement.bind(row[index], at: place &+ 1)
      }
    } catch {
      throw database.databaseError(error)
    }
    if let wrong { throw notStorable(at: wrong + 1) }
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
