import PostgreSQL
import PostgreSQLDatabase
import TypedSQL
import TypedSQLExtras

/// A comparison of a declared table with the table in the database.
struct PostgresTableComparison {
  let declared: DeclaredTable
  let found: PostgresTableInfo

  /// The differences: of the type's columns in order, of other columns, of the key.
  var differences: [PostgresSchemaDifference] {
    declared.columns.flatMap(differences) + missingProperties + keyDifferences
  }

  /// Whether the database has constraints of the columns, and not only names and types.
  private var isTable: Bool { found.kind != .view && found.kind != .materializedView }

  private var tableSQL: String {
    PostgresConnection.quoted(found.schema) + "." + PostgresConnection.quoted(found.name)
  }

  private func difference(
    _ kind: PostgresSchemaDifference.Kind,
    _ column: String?,
    _ problem: String,
    fix: String
  ) -> PostgresSchemaDifference {
    PostgresSchemaDifference(
      kind: kind,
      schema: found.schema,
      table: found.name,
      column: column,
      type: declared.typeName,
      problem: problem,
      fix: fix
    )
  }
}

// MARK: - Columns

extension PostgresTableComparison {
  private func differences(of column: DeclaredColumn) -> [PostgresSchemaDifference] {
    guard let stored = found.column(column.name) else { return [missing(column)] }
    return [
      typeDifference(of: column, stored), nullabilityDifference(of: column, stored),
      generationDifference(of: column, stored),
    ].compactMap(\.self)
  }

  private func missing(_ column: DeclaredColumn) -> PostgresSchemaDifference {
    let similar = unknownColumns.first { $0.name.normalizedName == column.name.normalizedName }
    let type = column.hint?.postgresType.map { "\($0)" } ?? "text"
    let name = PostgresConnection.quoted(column.name)
    return difference(
      .missingColumn,
      column.name,
      "There is no such column.",
      fix: similar.map {
        "If it is the column \($0.name), write @Column(\($0.name.debugDescription)) before the property."
      }
        ?? (isTable
          ? "Run ALTER TABLE \(tableSQL) ADD COLUMN \(name) \(type); or mark the property @Ephemeral."
          : "Recreate the view with that column, or remove the property.")
    )
  }

  private func typeDifference(of column: DeclaredColumn, _ stored: PostgresColumnInfo)
    -> PostgresSchemaDifference?
  {
    guard let hint = column.hint, let usual = hint.postgresType,
      !ServerTypes.storesUnchanged(stored.type, hint)
    else { return nil }
    let property = ServerTypes.swiftType(of: stored.type).map { "Make the property \($0), or d" }
    return difference(
      .type,
      column.name,
      "It is of type \(stored.type), but its property in \(declared.typeName) is a \(column.valueType).",
      fix: "\(property ?? "D")eclare the column \(usual)."
    )
  }

  private func nullabilityDifference(of column: DeclaredColumn, _ stored: PostgresColumnInfo)
    -> PostgresSchemaDifference?
  {
    guard isTable, column.isOptional == !stored.isNullable else { return nil }
    return column.isOptional
      ? difference(
        .nullability,
        column.name,
        "It is NOT NULL, but its property may be nil.",
        fix: "Make the property \(column.valueType), or declare the column without NOT NULL."
      )
      : difference(
        .nullability,
        column.name,
        "It may be NULL, but its property cannot be nil.",
        fix: "Make the property \(column.valueType)?, or declare the column NOT NULL."
      )
  }

  private func generationDifference(of column: DeclaredColumn, _ stored: PostgresColumnInfo)
    -> PostgresSchemaDifference?
  {
    let isGenerated = stored.generatedExpression != nil
    guard isTable, column.isGenerated != isGenerated else { return nil }
    return isGenerated
      ? difference(
        .generated,
        column.name,
        "It is a generated column, which cannot be written.",
        fix: "Write @Column(generated: .stored) let before the property."
      )
      : difference(
        .generated,
        column.name,
        "It is not a generated column, but \(declared.typeName) never writes it.",
        fix:
          "Remove generated: from the property's @Column, or declare the column GENERATED ALWAYS AS (...) STORED."
      )
  }

  /// The columns that have no property in the type.
  private var unknownColumns: [PostgresColumnInfo] {
    found.columns.filter { stored in !declared.columns.contains { $0.name == stored.name } }
  }

  private var missingProperties: [PostgresSchemaDifference] {
    guard isTable else { return [] }
    return unknownColumns.filter(\.needsValue).map { column in
      difference(
        .missingProperty,
        column.name,
        "It is NOT NULL without a default, but \(declared.typeName) has no property for it, so inserts fail.",
        fix:
          "Add a property of type \(ServerTypes.swiftType(of: column.type) ?? "String") for it, "
          + "or give the column a DEFAULT."
      )
    }
  }
}

// MARK: - Keys

extension PostgresTableComparison {
  private var keyDifferences: [PostgresSchemaDifference] {
    guard isTable else { return [] }
    let key = found.primaryKey?.columns ?? []
    // A missing column is already reported.
    guard declared.primaryKey.allSatisfy({ found.column($0) != nil }) else { return [] }
    if declared.primaryKey.isEmpty { return undeclared(key) }
    let unique = [key] + found.uniqueKeys.map(\.columns)
    guard !unique.contains(where: { Set($0) == Set(declared.primaryKey) }) else { return [] }
    let names = declared.primaryKey.map(PostgresConnection.quoted).joined(separator: ", ")
    return [
      difference(
        .primaryKey,
        nil,
        "The primary key is \(Self.list(key)), but that of \(declared.typeName) is "
          + "\(Self.list(declared.primaryKey)).",
        fix:
          "Write @Column(primaryKey: true) before the right property, or run ALTER TABLE \(tableSQL) "
          + "ADD UNIQUE (\(names))."
      )
    ]
  }

  /// Reports an undeclared key of one column.
  ///
  /// A key of several columns that only the database has does no harm.
  private func undeclared(_ key: [String]) -> [PostgresSchemaDifference] {
    guard key.count == 1, declared.columns.contains(where: { $0.name == key[0] }) else { return [] }
    return [
      difference(
        .primaryKey,
        key[0],
        "It is the primary key, but \(declared.typeName) has none.",
        fix: "Write @Column(primaryKey: true) before the property."
      )
    ]
  }

  private static func list(_ columns: [String]) -> String {
    columns.isEmpty ? "none" : "(\(columns.joined(separator: ", ")))"
  }
}

extension PostgresColumnInfo {
  /// Whether an insert must provide a value for the column.
  fileprivate var needsValue: Bool {
    !isNullable && defaultExpression == nil && generatedExpression == nil && identity == nil
  }
}

extension String {
  /// The name without common variations: case and underscores.
  fileprivate var normalizedName: String { lowercased().filter { $0 != "_" && $0 != " " } }
}
