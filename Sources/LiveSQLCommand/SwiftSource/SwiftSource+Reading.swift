import DatabaseTypes
import SQLiteDatabase

extension SwiftSource {
  /// Reads what the descriptions of tables lack.
  init(of tables: [TableDescription], in db: Database) throws {
    self.init(tables: try tables.map { try Table($0, in: db) })
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
