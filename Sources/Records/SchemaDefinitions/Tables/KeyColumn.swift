import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// A column of a primary key that foreign keys refer to.
package struct KeyColumn {
  package let name: String
  /// The type, as SQL; empty if no type is declared.
  package let type: String

  package init(name: String, type: String) {
    self.name = name
    self.type = type
  }
}

extension TableBuilder {
  /// Returns the columns of the primary key, as far as they were declared by name.
  func keyColumns(in dialect: Dialect) -> [KeyColumn] {
    let columns = items.compactMap { item -> (column: ColumnBuilder, isInKey: Bool)? in
      guard case .column(let column, let isInKey) = item else { return nil }
      return (column, isInKey || column.constraints.primaryKey != nil)
    }
    let names =
      primaryKeys.first?.columns ?? columns.filter(\.isInKey).map(\.column.name)
    return names.map { name in
      let column = columns.first { isSameIdentifier($0.column.name, name) }?.column
      return KeyColumn(name: name, type: column?.type?.sql(in: dialect) ?? "")
    }
  }

  /// Returns whether a column alone is the primary key.
  func isKey(_ column: ColumnBuilder) -> Bool {
    if column.constraints.primaryKey != nil { return true }
    if let key = primaryKeys.first {
      return key.columns.count == 1 && isSameIdentifier(key.columns[0], column.name)
    }
    let keyItems = items.filter { item in
      switch item {
      case .column(_, let isInKey), .belongsTo(_, let isInKey): isInKey
      case .sql: false
      }
    }
    guard keyItems.count == 1, case .column(let only, _)? = keyItems.first else { return false }
    return only === column
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
  let target: any DefinitionTarget
  /// The table that is being defined; without another schema, the tables it refers to are in its
  /// schema.
  let table: DefinedName
  /// The key of the table that is being defined.
  let ownKey: [KeyColumn]

  /// Returns the name of a referenced table, with its schema.
  ///
  /// - Throws: ``DatabaseError`` with `.misuse` if it is in another schema than the defined table,
  ///   on SQLite.
  func reference(to text: String) throws -> DefinedName {
    let name = try DefinedName(text, on: target)
    guard let schema = name.schema else {
      return DefinedName(schema: table.schema, name: name.name)
    }
    if target.isPostgres || isSameIdentifier(schema, table.schema ?? "main") { return name }
    throw DefinitionError.misuse(
      "The table “\(table.name)” refers to “\(text)”, which is in another schema. Foreign keys stay within one: keep "
        + "both tables in “\(schema)”."
    )
  }

  /// Returns the name of a referenced table as SQL; SQLite allows no schema there.
  func fragment(of table: DefinedName) -> QueryFragment {
    target.isPostgres ? table.fragment : QueryFragment(quote: table.name)
  }

  /// Returns the first of several tables that exists, with its key.
  ///
  /// - Throws: ``DatabaseError``: `.notFound` if none exists, `.misuse` if the table has no
  ///   declared key.
  func key(of candidates: [DefinedName]) throws -> (table: DefinedName, columns: [KeyColumn]) {
    for candidate in candidates {
      let isSelf =
        target.isSame(candidate.name, table.name) && candidate.schema == table.schema
      guard let columns = isSelf ? ownKey : try target.keyColumns(of: candidate) else { continue }
      if columns.isEmpty {
        throw DefinitionError.missingKey(of: candidate.name, for: table.name)
      }
      return (candidate, columns)
    }
    throw DefinitionError.missingTable(candidates.map(\.name), for: table.name)
  }
}
