import DatabaseTypes
import SQLiteDatabase

extension SwiftSource.Table {
  /// Reads what there is to know of a table, and looks at values where a column has no declared type.
  init(_ description: TableDescription, in db: Database) throws {
    self.description = description
    for column in description.columns where ["", "ANY"].contains(column.type.uppercased()) {
      samples[column.name] = try Self.sample(of: column.name, in: description, db)
    }
  }

  /// The type of the first values of a column; `nil` where they do not tell, or a view does not work.
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
