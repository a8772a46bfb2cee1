package import DatabaseTypes
import SQLite

extension Database {
  /// The collation by which the texts of a column compare; `nil` where SQLite does not tell, as for a view.
  package func collation(of column: String, in table: TableName) throws -> String? {
    guard Capability.columnMetadata.isAvailable else { return nil }
    do throws(SQLiteError) {
      return try connection.columnMetadata(of: column, in: table.name, schema: table.schema)
        .collation.uppercased()
    } catch {
      return nil
    }
  }
}
