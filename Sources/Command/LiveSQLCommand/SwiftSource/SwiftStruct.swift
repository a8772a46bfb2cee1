import DatabaseTypes
import LiveSQLPostgres
import SQLiteDatabase
import SQLiteTools

/// The source of the type of one table.
struct SwiftStruct: SwiftTypeSource {
  let table: TableDescription
  let name: String
  /// The types of the values in columns without a declared type.
  let samples: [String: SwiftType]
  /// The columns whose integers count fractions of a decimal number.
  var decimals: [DecimalColumn] = []

  /// The properties of a key of several columns.
  private var groupedKeys: [SwiftProperty] {
    isGroupKeyed ? properties(of: shownColumns.filter { isKey($0.name) }, reserved: []) : []
  }

  /// The other properties.
  private var properties: [SwiftProperty] {
    guard isGroupKeyed else { return properties(of: shownColumns, reserved: []) }
    return properties(
      of: shownColumns.filter { !isKey($0.name) },
      reserved: [groupKey.property]
    )
  }

  private func properties(of columns: [ColumnInfo], reserved: Set<String>) -> [SwiftProperty] {
    let names = SwiftName.distinct(
      columns.map(\.name),
      reserved: SwiftName.reservedProperties.union(reserved),
      suffix: "Column",
      make: SwiftName.property
    )
    return zip(columns, names).map(property)
  }

  var lines: [String] {
    let (keys, properties) = (groupedKeys, properties)
    guard !(keys + properties).isEmpty || table.virtualModule == .fts5 else {
      return ["// \(comment) \(reasonForNoColumns)".asComment]
    }
    var lines = comments.map { "/// \($0.asComment)" }
    lines += [
      "@Table(\(table.info.name.name.asLiteral))", "struct \(name): \(conformances) {",
    ]
    if !keys.isEmpty { lines += groupKey.lines(keys) }
    if table.virtualModule == .fts5 { lines.append("  let rowid: Int") }
    lines += properties.flatMap(\.lines).map { "  \($0)" }
    return lines + ["}"]
  }

  /// Whether the source needs Foundation.
  var needsFoundation: Bool {
    (groupedKeys + properties).contains {
      ["Data", "Date", "Decimal", "UUID"].contains($0.type.name)
    }
  }

  /// The scales of its amounts that are stored as integers.
  var scales: Set<SwiftScale> { (groupedKeys + properties).scales }

  // MARK: - Keys

  private var isGroupKeyed: Bool { table.info.kind == .table && table.primaryKey.count > 1 }

  private func isKey(_ column: String) -> Bool {
    if table.virtualModule == .rtree { return column == table.columns.first?.name }
    return table.info.kind == .table && table.primaryKey.contains { isSameIdentifier($0, column) }
  }

  private var groupKey: SwiftKey {
    SwiftKey(besides: shownColumns.filter { !isKey($0.name) }.map(\.name))
  }

  private var conformances: String {
    var names: [String] = []
    switch table.virtualModule {
    case .fts5?: names = ["FTS5"]
    case .rtree?: names = isIdentifiable ? ["Identifiable", "RTree"] : ["RTree"]
    case nil: names = isIdentifiable ? ["Identifiable"] : []
    }
    return (["Hashable"] + names + ["Sendable"]).sorted().joined(separator: ", ")
  }

  private var isIdentifiable: Bool {
    if isGroupKeyed { return groupKey.property == "id" }
    return properties.contains { $0.name == "id" && isKey($0.column) }
  }

  // MARK: - Columns

  /// The columns that a type can have: those that `SELECT *` returns and that have names.
  private var shownColumns: [ColumnInfo] {
    table.columns.filter { !$0.isHidden && !$0.name.isEmpty }
  }

  private func property(of column: ColumnInfo, named name: String) -> SwiftProperty {
    let isText = table.virtualModule == .fts5
    let isKey = isKey(column.name)
    let isBox = table.virtualModule == .rtree && !column.type.isEmpty
    var property = SwiftProperty(
      name: name,
      column: column.name,
      type: isText ? SwiftType("String") : swiftType(of: column),
      isOptional: !isText && !isBox && !isKey && !column.isNotNull,
      isConstant: isKey || column.isGenerated || table.info.kind == .view
    )
    property.notes = [property.type.note, reference(of: column.name)].compactMap(\.self)
    if column.isGenerated {
      property.storage = column.kind == .storedGenerated ? ".stored" : ".virtual"
    }
    if !isGroupKeyed, isKey, name != "id" { property.primaryKey = true }
    if !isKey, name == "id", !shownColumns.contains(where: { self.isKey($0.name) }) {
      property.primaryKey = false
    }
    if let sql = column.defaultValueSQL { addDefault(sql, to: &property) }
    return property
  }

  private func swiftType(of column: ColumnInfo) -> SwiftType {
    decimals.digits(of: column.name, in: table.info.name.name).map(SwiftType.fixedPoint)
      ?? SwiftType(of: column, sample: samples[column.name])
  }

  private func addDefault(_ sql: String, to property: inout SwiftProperty) {
    guard sql.uppercased() != "NULL" else { return }
    if !property.isConstant, !property.isOptional {
      property.defaultValue = SwiftDefault.expression(of: sql, as: property.type)
      property.isLazy = property.defaultValue == nil
    }
    if property.defaultValue == nil { property.notes.append("Default in the database: \(sql)") }
  }

  private func reference(of column: String) -> String? {
    let key = table.foreignKeys.first {
      $0.mapping.contains { isSameIdentifier($0.origin, column) }
    }
    return key.map { "Refers to \($0.destinationTable)." }
  }

  // MARK: - Comments

  private var comment: String {
    switch table.info.kind {
    case .view: "A row of the view \(table.info.name), which can only be read."
    case .virtual: "A row of the virtual table \(table.info.name)."
    default: "A row of the table \(table.info.name)."
    }
  }

  private var reasonForNoColumns: String {
    table.problem.map { "It does not work: \($0)" }
      ?? "None of its columns has a name that is valid in Swift."
  }

  private var comments: [String] {
    var comments = [comment]
    if table.info.kind == .table, !table.info.hasRowID { comments.append("It is WITHOUT ROWID.") }
    if table.info.isStrict { comments.append("It is STRICT.") }
    if table.virtualModule == .fts5 {
      comments.append("A text column that may be NULL needs an optional property.")
    }
    if table.columns.contains(where: \.name.isEmpty) {
      comments.append("A column without a name is left out.")
    }
    return comments
  }
}

extension TableDescription {
  /// A module of virtual tables that the library supports.
  enum VirtualModule: String {
    case fts5, rtree
  }

  /// The module of a virtual table, if the library supports it.
  var virtualModule: VirtualModule? {
    guard info.kind == .virtual, let sql else { return nil }
    return VirtualTableDefinition(sql).flatMap { VirtualModule(rawValue: $0.module) }
  }
}
