import DatabaseTypes
import SQLiteDatabase

/// A column of a primary key that foreign keys refer to.
struct KeyColumn {
  let name: String
  /// The declared type; empty if no type is declared.
  let type: String
}

extension TableBuilder {
  /// The columns of the primary key, as far as they were declared by name.
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
  /// Returns the declared primary key of a table; `nil` if there is no such table.
  func keyColumns(of table: TableName) throws -> [KeyColumn]? {
    guard try tableExists(table.name, in: table.schema) else { return nil }
    return try columns(in: table).filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }
      .map { KeyColumn(name: $0.name, type: $0.type) }
  }
}

/// A search for the keys that a table's foreign keys refer to.
struct KeyFinder {
  let db: Database
  /// The table that is being defined; the tables it refers to are in the same schema.
  let table: TableName
  /// The key of the table that is being defined.
  let ownKey: [KeyColumn]

  /// Returns the name of a referenced table without its schema.
  ///
  /// - Throws: ``DatabaseError`` with `.misuse` if it is in another schema than the defined table.
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

  /// Returns the first of several tables that exists, with its key.
  ///
  /// - Throws: ``DatabaseError``: `.notFound` if none exists, `.misuse` if the table has no
  ///   declared key.
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
