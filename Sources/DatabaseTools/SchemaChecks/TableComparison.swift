import DatabaseTypes
import SQLiteDatabase
import TypedSQL
import TypedSQLExtras

/// Compares what a type says of a table with the table.
struct TableComparison {
  let declared: DeclaredTable
  let found: FoundTable

  /// The differences: of the type's columns in their order, of other columns, of the key.
  var differences: [SchemaDifference] {
    declared.columns.flatMap(differences) + missingProperties + keyDifferences
  }

  /// Whether the database tells more of the columns than their names and types.
  private var isTable: Bool { found.info.kind == .table }

  private func difference(
    _ kind: SchemaDifference.Kind,
    _ column: String?,
    _ problem: String,
    mend: String
  ) -> SchemaDifference {
    SchemaDifference(
      kind: kind,
      table: found.info.name,
      column: column,
      type: declared.typeName,
      problem: problem,
      mend: mend
    )
  }
}

// MARK: - Columns

extension TableComparison {
  private func differences(of column: DeclaredColumn) -> [SchemaDifference] {
    guard let stored = found.column(named: column.name) else {
      return found.hasRowNumber(named: column.name) ? [] : [missing(column)]
    }
    // Columns of virtual tables declare what they like.
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
      mend: renaming(of: column) ?? addition(of: column)
    )
  }

  /// The mend where a column has nearly the name.
  private func renaming(of column: DeclaredColumn) -> String? {
    let similar = unknownColumns.first { $0.name.withoutSpelling == column.name.withoutSpelling }
    return similar.map {
      "If it is the column \($0.name), write @Column(\($0.name.literal)) before the property."
    }
  }

  private func addition(of column: DeclaredColumn) -> String {
    guard isTable else {
      return "Make the \(found.info.kind) anew with that column, or remove the property."
    }
    guard !declared.primaryKey.contains(where: { isSameIdentifier($0, column.name) }) else {
      return "Make the table anew: a column of its primary key cannot be added. "
        + "Or name the right property with @Column(primaryKey: true)."
    }
    return "Run \(column.addingSQL(to: declared)); or mark the property @Ephemeral."
  }

  private func typeDifference(
    of column: DeclaredColumn,
    _ stored: ColumnInfo
  ) -> SchemaDifference? {
    guard let affinity = column.affinity, !stored.keeps(affinity, of: column) else { return nil }
    let type = affinity.rawValue.render().sql
    return difference(
      .type,
      column.name,
      "It is declared \(stored.type), and \(declared.typeName) stores \(type) there.",
      mend: column.representation(for: stored.affinity).map {
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
        "It may be NULL, and its property may not be nil.",
        mend: "Make the property \(column.valueType)?, or declare the column NOT NULL."
      )
    }
    guard column.isOptional, stored.isNotNull, found.key?.rowIDColumn != stored.name else {
      return nil
    }
    return difference(
      .nullability,
      column.name,
      "It is NOT NULL, and its property may be nil.",
      mend: "Make the property \(column.valueType), or declare the column without NOT NULL."
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
        "It is no generated column, and \(declared.typeName) never writes it.",
        mend: "Remove generated: from the property's @Column, or declare the column "
          + "GENERATED ALWAYS AS (...)."
      )
      : difference(
        .generated,
        column.name,
        "It is a generated column, which cannot be written.",
        mend: "Write @Column(generated: \(storage)) let before the property."
      )
  }

  /// The columns that the type does not have.
  private var unknownColumns: [ColumnInfo] {
    found.columns.filter { stored in
      !declared.columns.contains { isSameIdentifier($0.name, stored.name) }
    }
  }

  private var missingProperties: [SchemaDifference] {
    guard isTable else { return [] }
    return unknownColumns.filter { $0.mustBeGiven && found.key?.rowIDColumn != $0.name }
      .map { column in
        difference(
          .missingProperty,
          column.name,
          "It is NOT NULL without a default, and \(declared.typeName) has no property for it, "
            + "so inserts fail.",
          mend: "Add a property of type \(column.affinity.swiftType) for it, "
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
    // A column that is missing has been told.
    let isTold = declared.primaryKey.contains { found.column(named: $0) == nil }
    guard !found.hasDeclaredKey, !isRowNumber, !isTold else { return [] }
    let names = declared.primaryKey.map(quotedIdentifier).joined(separator: ", ")
    return [
      difference(
        .primaryKey,
        nil,
        "The primary key is \(Self.list(declaredKey)), and that of \(declared.typeName) is "
          + "\(Self.list(declared.primaryKey)).",
        mend: "\(Self.advice(declaredKey)) or run CREATE UNIQUE INDEX "
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
    case 0: "Make the table anew with that key,"
    case 1: "Write @Column(primaryKey: true) before the property of \(key[0]),"
    default:
      "Put the properties of \(list(key)) in a @Selection, and write "
        + "@Column(primaryKey: true) before its property,"
    }
  }

  /// A key of several columns that only the database has does no harm: many types name no such key.
  private func missingKey(_ key: PrimaryKeyInfo) -> [SchemaDifference] {
    guard declaredKey.count == 1,
      declared.columns.contains(where: { isSameIdentifier($0.name, declaredKey[0]) })
    else { return [] }
    return [
      difference(
        .primaryKey,
        declaredKey[0],
        "It is the primary key, and \(declared.typeName) has none.",
        mend: "Write @Column(primaryKey: true) before the property."
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
      problem: "There is no table or view of this name.",
      mend: "Run \(declared.createSQL); or give the right name: @Table(\"...\")."
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
      mend: "Make what it reads, or make the view anew."
    )
  }
}
