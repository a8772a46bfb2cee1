import DatabaseTypes
import LiveSQLPostgres
import SQLiteDatabase
import SQLiteTools

extension SwiftSource {
  /// Reads what the descriptions of tables lack.
  ///
  /// - Parameter decimals: The columns whose integers count fractions of a decimal number.
  /// - Throws: ``CommandFailure`` if such a column does not exist, or does not hold integers.
  init(of tables: [TableDescription], in db: Database, decimals: [DecimalColumn] = []) throws {
    let tables = try tables.map { try Table($0, in: db) }
    try decimals.check { decimal in
      for table in tables {
        let name = table.description.info.name.name
        let column = table.description.columns.first {
          decimal.isNamed($0.name, in: name)
        }
        if let column { return table.unitsProblem(of: column) ?? .integers }
      }
      return .missing
    }
    self.init(tables: tables, decimals: decimals)
  }
}

extension SwiftSource.Table {
  /// Reads the description of a table, and samples values for columns without a declared type.
  init(_ description: TableDescription, in db: Database) throws {
    self.description = description
    for column in description.columns where ["", "ANY"].contains(column.type.uppercased()) {
      samples[column.name] = try Self.sample(of: column.name, in: description, db)
    }
  }

  /// Returns the declared type of a column that does not hold integers; `nil` if it does.
  fileprivate func unitsProblem(of column: ColumnInfo) -> DecimalColumn.Finding? {
    if column.type.isEmpty { return samples[column.name]?.name == "Int" ? nil : .declared("") }
    return column.affinity == .integer && SwiftType(of: column, sample: nil).name == "Int"
      ? nil : .declared(column.type)
  }

  /// Returns the type of a column's first values; `nil` if they are inconclusive or a view fails.
  private static func sample(
    of column: String,
    in table: TableDescription,
    _ db: Database
  ) throws -> SwiftType? {
    let name = table.info.name
    let sql = """
      SELECT typeof(\(quotedIdentifier(column)))
      FROM \(quotedIdentifier(name.schema)).\(quotedIdentifier(name.name)) LIMIT 1000
      """
    do {
      return SwiftType(storing: Set(try String.fetchAll(db, sql: sql)))
    } catch let error as DatabaseError where error.isOfView {
      return nil
    }
  }
}
