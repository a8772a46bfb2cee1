import DatabaseTypes
import SQLiteDatabase
import TypedSQL
import TypedSQLExtras

/// A comparison of a type's declaration with its table.
struct TableComparison {
  let declared: DeclaredTable
  let found: FoundTable

  /// The differences: those of the type's columns in order, those of other columns, those of the
  /// key.
  var differences: [SchemaDifference] {
    declared.columns.flatMap(differences) + missingProperties + keyDifferences
  }

  /// Whether it is an ordinary table, of which the database knows more than column names and types.
  private var isTable: Bool { found.info.kind == .table }

  private func difference(
    _ kind: SchemaDifference.Kind,
    _ column: String?,
    _ problem: String,
    fix: String
  ) -> SchemaDifference {
    SchemaDifference(
      kind: kind,
      table: found.info.name,
      column: column,
      type: declared.typeName,
      problem: problem,
      fix: fix
    )
  }
}

// MARK: - Columns

extension TableComparison {
  private func differences(of column: DeclaredColumn) -> [SchemaDifference] {
    guard let stored = found.column(named: column.name) else {
      return found.hasRowNumber(named: column.name) ? [] : [missing(column)]
    }
    // Columns of virtual tables may declare any type.
    guard found.info.kind != .virtual else { return [] }
    let differences = [
      typeDifference(of: column, stored), nullabilityDifference(of: column, stored),
      generationDifference(of: column, stored),
    ]
    return differences.compactMap(\.self)
  }

  private func missing(_ column: DeclaredColumn) -> SchemaDifference {
    difference(
      .missingColumn,
      column.name,
      "There is no such column.",
      fix: renaming(of: column) ?? addition(of: column)
    )
  }

  /// Returns the fix if a column has nearly the same name.
  private func renaming(of column: DeclaredColumn) -> String? {
    let similar = unknownColumns.first { $0.name.normalizedName == column.name.normalizedName }
    return similar.map {
      "If it is the column \($0.name), write @Column(\($0.name.literal)) before the property."
    }
  }

  private func addition(of column: DeclaredColumn) -> String {
    guard isTable else {
      return "Recreate the \(found.info.kind) with that column, or remove the property."
    }
    guard !declared.primaryKey.contains(where: { isSameIdentifier($0, column.name) }) else {
      return
        "Recreate the table: a column of its primary key cannot be added. Or name the right property with "
        + "@Column(primaryKey: true)."
    }
    return "Run \(column.addingSQL(to: declared)); or mark the property @Ephemeral."
  }

  private func typeDifference(
    of column: DeclaredColumn,
    _ stored: ColumnInfo
  ) -> SchemaDifference? {
    guard let affinity = column.affinity, !stored.storesUnchanged(affinity, of: column) else {
      return nil
    }
    let type = affinity.rawValue.render().sql
    return difference(
      .type,
      column.name,
      "It is declared \(stored.type), but \(declared.typeName) stores \(type) in it.",
      fix: column.representation(for: stored.affinity).map {
        "Write @Column(as: \($0).self) before the property, or declare the column \(type)."
      } ?? "Make the property \(column.withType(stored.affinity)), or declare the column \(type)."
    )
  }

  private func nullabilityDifference(
    of column: DeclaredColumn,
    _ stored: ColumnInfo
  ) -> SchemaDifference? {
    guard isTable else { return nil }
    if !column.isOptional, !stored.isNotNull, stored.primaryKeyIndex == 0 {
      return difference(
        .nullability,
        column.name,
        "It may be NULL, but its property cannot be nil.",
        fix: "Make the property \(column.valueType)?, or declare the column NOT NULL."
      )
    }
    guard column.isOptional, stored.isNotNull, found.key?.rowIDColumn != stored.name else {
      return nil
    }
    return difference(
      .nullability,
      column.name,
      "It is NOT NULL, but its property may be nil.",
      fix: "Make the property \(column.valueType), or declare the column without NOT NULL."
    )
  }

  private func generationDifference(
    of column: DeclaredColumn,
    _ stored: ColumnInfo
  ) -> SchemaDifference? {
    guard isTable, column.isGenerated != stored.isGenerated else { return nil }
    let storage = stored.kind == .storedGenerated ? ".stored" : ".virtual"
    return column.isGenerated
      ? difference(
        .generated,
        column.name,
        "It is not a generated column, but \(declared.typeName) never writes it.",
        fix: "Remove generated: from the property's @Column, or declare the column "
          + "GENERATED ALWAYS AS (...)."
      )
      : difference(
        .generated,
        column.name,
        "It is a generated column, which cannot be written.",
        fix: "Write @Column(generated: \(storage)) let before the property."
      )
  }

  /// The columns of the table that the type does not have.
  private var unknownColumns: [ColumnInfo] {
    found.columns.filter { stored in
      !declared.columns.contains { isSameIdentifier($0.name, stored.name) }
    }
  }

  private var missingProperties: [SchemaDifference] {
    guard isTable else { return [] }
    return unknownColumns.filter { $0.needsValue && found.key?.rowIDColumn != $0.name }
      .map { column in
        difference(
          .missingProperty,
          column.name,
          "It is NOT NULL without a default, but \(declared.typeName) has no property for it, so inserts fail.",
          fix: "Add a property of type \(column.affinity.swiftType) for it, "
            + "or give the column a DEFAULT."
        )
      }
  }
}

// MARK: - Keys

extension TableComparison {
  private var keyDifferences: [SchemaDifference] {
    guard let key = found.key else { return [] }
    if declared.primaryKey.isEmpty { return missingKey(key) }
    let isRowNumber =
      declared.primaryKey.count == 1 && found.column(named: declared.primaryKey[0]) == nil
    // A missing column has been reported already.
    let isReported = declared.primaryKey.contains { found.column(named: $0) == nil }
    guard !found.hasDeclaredKey, !isRowNumber, !isReported else { return [] }
    let names = declared.primaryKey.map(quotedIdentifier).joined(separator: ", ")
    return [
      difference(
        .primaryKey,
        nil,
        "The primary key is \(Self.list(declaredKey)), but that of \(declared.typeName) is "
          + "\(Self.list(declared.primaryKey)).",
        fix: "\(Self.advice(declaredKey)) or run CREATE UNIQUE INDEX "
          + "\(quotedIdentifier("\(declared.name)_key")) ON "
          + "\(quotedIdentifier(declared.name)) (\(names))."
      )
    ]
  }

  /// The columns of the key that the table declares.
  private var declaredKey: [String] {
    found.columns.filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }.map(\.name)
  }

  private static func list(_ columns: [String]) -> String {
    columns.isEmpty ? "none" : "(\(columns.joined(separator: ", ")))"
  }

  private static func advice(_ key: [String]) -> String {
    switch key.count {
    case 0: "Recreate the table with that key,"
    case 1: "Write @Column(primaryKey: true) before the property of \(key[0]),"
    default:
      "Put the properties of \(list(key)) in a @Selection, and write "
        + "@Column(primaryKey: true) before its property,"
    }
  }

  /// Returns the difference if only the table has a key.
  ///
  /// A key of several columns that only the database has is harmless, because many types do not
  /// name it.
  private func missingKey(_ key: PrimaryKeyInfo) -> [SchemaDifference] {
    guard declaredKey.count == 1,
      declared.columns.contains(where: { isSameIdentifier($0.name, declaredKey[0]) })
    else { return [] }
    return [
      difference(
        .primaryKey,
        declaredKey[0],
        "It is the primary key, but \(declared.typeName) has none.",
        fix: "Write @Column(primaryKey: true) before the property."
      )
    ]
  }
}

extension SchemaDifference {
  static func missingTable(_ declared: DeclaredTable, _ name: TableName) -> SchemaDifference {
    SchemaDifference(
      kind: .missingTable,
      table: name,
      column: nil,
      type: declared.typeName,
      problem: "There is no table or view with this name.",
      fix: "Run \(declared.createSQL); or give the right name: @Table(\"...\")."
    )
  }

  static func brokenView(
    _ declared: DeclaredTable,
    _ name: TableName,
    _ message: String
  ) -> SchemaDifference {
    SchemaDifference(
      kind: .missingTable,
      table: name,
      column: nil,
      type: declared.typeName,
      problem: "The view does not work: \(message)",
      fix: "Create what it reads, or recreate the view."
    )
  }
}
