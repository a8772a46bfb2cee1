package import TypedSQL

/// What a table's type says of the table.
package struct DeclaredTable: Hashable, Sendable {
  /// The name in the database.
  package let name: String
  /// The schema, if the type names one.
  package let schema: String?
  /// The columns, groups flattened.
  package let columns: [DeclaredColumn]
  /// The names of the columns of the key; none where there is no key.
  package let primaryKey: [String]
  /// The statement that makes the table.
  package let createSQL: String
  /// The name of the type.
  package let typeName: String
}

extension Table {
  /// What the type says of the table; a draft says what its table does.
  package static var declaration: DeclaredTable {
    if let draft = self as? any TableDraft.Type { return draft.sourceDeclaration }
    return DeclaredTable(
      name: tableName,
      schema: schemaName,
      columns: TableColumns.allColumns.map(\.declaration),
      primaryKey: primaryKeyNames,
      createSQL: createTableSQL,
      typeName: String(describing: Self.self)
    )
  }

  /// The names of the columns of the key; none where there is no key.
  static var primaryKeyNames: [String] {
    (columns as? any PrimaryKeyedTableDefinition)?.keyNames ?? []
  }
}

extension TableDraft {
  fileprivate static var sourceDeclaration: DeclaredTable { SourceTable.declaration }
}

extension PrimaryKeyedTableDefinition {
  fileprivate var keyNames: [String] { primaryKey._names }
}
