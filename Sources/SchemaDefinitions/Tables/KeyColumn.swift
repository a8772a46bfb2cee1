import DatabaseTypes
import SQLiteDatabase

/// A column of a primary key to which others refer.
struct KeyColumn {
  let name: String
  /// The declared type; empty where there is none.
  let type: String
}

extension TableBuilder {
  /// The columns of the primary key, as far as they were said by name.
  var keyColumns: [KeyColumn] {
    let columns = items.compactMap { item -> (column: ColumnBuilder, isInKey: Bool)? in
      guard case .column(let column, let isInKey) = item else { return nil }
      return (column, isInKey || column.constraints.primaryKey != nil)
    }
    let names =
      primaryKeys.first?.columns ?? columns.filter(\.isInKey).map(\.column.name)
    return names.map { name in
      let column = columns.first { isSameIdentifier($0.column.name, name) }?.column
      return KeyColumn(name: name, type: column?.type?.rawValue ?? "")
    }
  }
}

extension Database {
  /// The declared primary key of a table; `nil` where there is no such table.
  func keyColumns(of table: TableName) throws -> [KeyColumn]? {
    guard try tableExists(table.name, in: table.schema) else { return nil }
    return try columns(in: table).filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }
      .map { KeyColumn(name: $0.name, type: $0.type) }
  }
}

/// Finds the keys to which a table's foreign keys refer.
struct KeyFinder {
  let db: Database
  /// The table that is defined, and its schema, in which those that it refers to are.
  let table: TableName
  /// The key of the table that is defined.
  let ownKey: [KeyColumn]

  /// The name of a table without its schema, in which the table that is defined has to be too.
  ///
  /// - Throws: ``DatabaseError`` with `.misuse` for a table of another schema.
  func localName(_ text: String) throws -> String {
    let name = try DefinedName(text, on: db)
    guard let schema = name.schema, !isSameIdentifier(schema, table.schema) else {
      return name.name
    }
    throw DefinitionError.misuse(
      "The table “\(table.name)” refers to “\(text)”, which is in another schema. Foreign keys stay within one: keep "
        + "both tables in “\(schema)”."
    )
  }

  /// The first of some tables that exists, and its key.
  ///
  /// - Throws: ``DatabaseError``: `.notFound` where there is none, `.misuse` where it has no declared key.
  func key(of candidates: [String]) throws -> (table: String, columns: [KeyColumn]) {
    for candidate in candidates {
      let isSelf = isSameIdentifier(candidate, table.name)
      let found =
        isSelf
        ? ownKey : try db.keyColumns(of: TableName(schema: table.schema, candidate))
      guard let columns = found else { continue }
      if columns.isEmpty { throw DefinitionError.missingKey(of: candidate, for: table.name) }
      return (candidate, columns)
    }
    throw DefinitionError.missingTable(candidates, for: table.name)
  }
}
