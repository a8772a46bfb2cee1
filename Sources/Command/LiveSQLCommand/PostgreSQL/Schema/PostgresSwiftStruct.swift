import LiveSQLPostgres
import PostgreSQLDatabase
import SQLSyntax

/// The source of the type for one PostgreSQL table.
struct PostgresSwiftStruct: SwiftTypeSource {
  let table: PostgresTableInfo
  let name: String
  let enums: [PostgresEnumInfo]
  /// The columns whose integers count fractions of a decimal number.
  var decimals: [DecimalColumn] = []

  /// Whether the source needs Foundation.
  var needsFoundation: Bool {
    let types: Set = ["Data", "Date", "[Date]", "Decimal", "UUID", "[UUID]"]
    return (groupedKeys + properties).contains { types.contains($0.type.name) }
  }

  /// The scales of its amounts that are stored as integers.
  var scales: Set<SwiftScale> { (groupedKeys + properties).scales }

  var lines: [String] {
    let (keys, properties) = (groupedKeys, properties)
    guard !(keys + properties).isEmpty else {
      return ["// \(comment) It has no column.".asComment]
    }
    var arguments = [table.name.asLiteral]
    if table.schema != "public" { arguments.append("schema: \(table.schema.asLiteral)") }
    var lines = [
      "/// \(comment.asComment)", "@Table(\(arguments.joined(separator: ", ")))",
      "struct \(name): \(conformances) {",
    ]
    if !keys.isEmpty { lines += groupKey.lines(keys) }
    return lines + properties.flatMap(\.lines).map { "  \($0)" } + ["}"]
  }

  private var comment: String {
    isReadOnly
      ? "A row of the \(table.kind.name) \(table.shownName), which can only be read."
      : "A row of the \(table.kind.name) \(table.shownName)."
  }

  private var isReadOnly: Bool { table.kind == .view || table.kind == .materializedView }

  // MARK: - Keys

  private var keyColumns: [String] { table.primaryKey?.columns ?? [] }
  private var isGroupKeyed: Bool { keyColumns.count > 1 }

  private var groupedKeys: [SwiftProperty] {
    isGroupKeyed ? properties(of: table.columns.filter { table.isKey($0.name) }, reserved: []) : []
  }

  private var properties: [SwiftProperty] {
    guard isGroupKeyed else { return properties(of: table.columns, reserved: []) }
    return properties(
      of: table.columns.filter { !table.isKey($0.name) },
      reserved: [groupKey.property]
    )
  }

  private var groupKey: SwiftKey {
    SwiftKey(besides: table.columns.filter { !table.isKey($0.name) }.map(\.name))
  }

  private var conformances: String {
    let isIdentifiable =
      isGroupKeyed
      ? groupKey.property == "id"
      : properties.contains { $0.name == "id" && table.isKey($0.column) }
    return isIdentifiable ? "Hashable, Identifiable, Sendable" : "Hashable, Sendable"
  }

  // MARK: - Columns

  private func properties(of columns: [PostgresColumnInfo], reserved: Set<String>)
    -> [SwiftProperty]
  {
    let names = SwiftName.distinct(
      columns.map(\.name),
      reserved: SwiftName.reservedProperties.union(reserved),
      suffix: "Column",
      make: SwiftName.property
    )
    return zip(columns, names).map(property)
  }

  private func property(of column: PostgresColumnInfo, named name: String) -> SwiftProperty {
    let isKey = table.isKey(column.name)
    let isGenerated = column.generatedExpression != nil
    var property = SwiftProperty(
      name: name,
      column: column.name,
      type: decimals.digits(of: column.name, in: table.shownName).map(SwiftType.fixedPoint)
        ?? SwiftType(of: column, enums: enums),
      isOptional: !isKey && column.isNullable,
      isConstant: isKey || isGenerated || isReadOnly
    )
    property.notes = [property.type.note, reference(of: column.name)].compactMap(\.self)
    if isGenerated { property.storage = ".stored" }
    if !isGroupKeyed, isKey, name != "id" { property.primaryKey = true }
    if !isKey, name == "id", keyColumns.isEmpty { property.primaryKey = false }
    if let expression = column.defaultExpression { addDefault(expression, to: &property) }
    if column.identity != nil, !isKey { property.isLazy = true }
    return property
  }

  private func addDefault(_ sql: String, to property: inout SwiftProperty) {
    // `NULL::text`, but not `nullif(…)`.
    guard SQLTokens(sql, grammar: .postgres).firstWord != "null" else { return }
    if !property.isConstant, !property.isOptional {
      let literal = Self.literal(sql, as: property.type)
      property.defaultValue = SwiftDefault.expression(of: literal, as: property.type)
      property.isLazy = property.defaultValue == nil
    }
    if property.defaultValue == nil { property.notes.append("Default in the database: \(sql)") }
  }

  /// Returns a literal without its cast, and a number without quotes: `'-1'::integer`.
  private static func literal(_ sql: String, as type: SwiftType) -> String {
    let cast = /('(?:[^']|'')*')::[\w ."\[\]]+(?:\(\d+\))?/.matchingSemantics(.unicodeScalar)
    guard let match = sql.wholeMatch(of: cast) else { return sql }
    let text = String(match.1)
    let isNumber = type.digits != nil || type.name == "Int" || type.name == "Double"
    return isNumber ? String(text.dropFirst().dropLast()) : text
  }

  private func reference(of column: String) -> String? {
    table.foreignKeys.first { $0.columns.contains(column) }
      .map { "Refers to \(shownName($0.destinationTable, schema: $0.destinationSchema))." }
  }
}

extension SwiftType {
  /// Creates the type for a PostgreSQL column.
  init(of column: PostgresColumnInfo, enums: [PostgresEnumInfo]) {
    // Drop parentheses: `character varying(20)`, `timestamp(3) with time zone`.
    let type = column.type.replacing(/\([^)]*\)/, with: "")
    self = Self(ofArray: type) ?? Self(of: type, enums)
  }

  /// Creates the type for an array; `nil` if its elements cannot be array elements in Swift.
  private init?(ofArray type: String) {
    guard type.hasSuffix("[]") else { return nil }
    let element = SwiftType(of: String(type.dropLast(2)), [])
    guard ["Bool", "Date", "Double", "Int", "String", "UUID"].contains(element.name),
      element.note == nil
    else { return nil }
    self.init("[\(element.name)]", representation: "ArrayRepresentation")
  }

  private init(of type: String, _ enums: [PostgresEnumInfo]) {
    switch type {
    case "boolean": self.init("Bool")
    case "smallint", "integer", "bigint", "oid": self.init("Int")
    case "real", "double precision": self.init("Double")
    case "numeric": self.init("Decimal")
    case "text", "character varying", "character", "citext", "name", "xml": self.init("String")
    case "bytea": self.init("Data")
    case "uuid": self.init("UUID")
    case "timestamp with time zone", "timestamp without time zone", "date": self.init("Date")
    case "json", "jsonb":
      self.init(
        "String",
        note: "It contains JSON, which @Column(as: [Element].JSONRepresentation.self) would decode."
      )
    default: self.init("String", note: Self.note(type, enums))
    }
  }

  private static func note(_ type: String, _ enums: [PostgresEnumInfo]) -> String {
    let name = type.replacing("\"", with: "")
    if let found = enums.first(where: { $0.name == name || "\($0.schema).\($0.name)" == name }) {
      return "The enumeration \(name): \(found.values.joined(separator: ", "))."
    }
    return "Of type \(type) in the database."
  }
}
