package import DatabaseTypes
import SQLite

extension Database {
  /// Returns the collation of a column, or `nil` if SQLite does not report it, as for a view.
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
