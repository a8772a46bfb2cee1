package import TypedSQL

/// A description of a table, as its type declares it.
package struct DeclaredTable: Hashable, Sendable {
  /// The name in the database.
  package let name: String
  /// The schema, if the type names one.
  package let schema: String?
  /// The columns, including those of groups.
  package let columns: [DeclaredColumn]
  /// The names of the primary key's columns; empty if there is no key.
  package let primaryKey: [String]
  /// The statement that creates the table.
  package let createSQL: String
  /// The name of the type.
  package let typeName: String
}

extension Table {
  /// The description of the table; a draft has that of its table.
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

  /// The names of the primary key's columns; empty if there is no key.
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
