import DatabaseTypes
import SQLiteDatabase
import TypedSQL
import TypedSQLExtras

extension ColumnInfo {
  /// Returns whether the column stores the values of a property unchanged.
  ///
  /// https://www.sqlite.org/datatype3.html#type_affinity_of_a_column
  func storesUnchanged(_ type: SQLiteTypeAffinity, of property: DeclaredColumn) -> Bool {
    // Columns without a type, and columns of type `ANY` in strict tables.
    if affinity == .blob, !declaredType.contains("BLOB") { return true }
    return switch type {
    case .integer: affinity == .integer || affinity == .numeric
    case .real: affinity == .real || affinity == .numeric
    case .text: affinity == .text || affinity == .numeric && keepsText(of: property)
    case .blob: affinity == .blob || affinity == .numeric
    case .numeric: affinity != .text
    default: true
    }
  }

  /// Returns whether a numeric column keeps the texts of a property, as none looks like a number.
  private func keepsText(of property: DeclaredColumn) -> Bool {
    property.isNonNumericText || declaredType.contains("JSON")
  }

  private var declaredType: String { type.uppercased() }

  /// Whether an insert has to name the column.
  var needsValue: Bool {
    isNotNull && defaultValueSQL == nil && kind == .ordinary
  }
}

extension ColumnAffinity {
  /// The Swift type that corresponds to the affinity.
  var swiftType: String {
    switch self {
    case .text: "String"
    case .integer: "Int"
    case .real, .numeric: "Double"
    case .blob: "Data"
    }
  }
}

extension DeclaredColumn {
  /// Returns the type of a property that would be stored with an affinity.
  func withType(_ affinity: ColumnAffinity) -> String {
    affinity.swiftType + (isOptional ? "?" : "")
  }

  /// Returns the representation that stores the property's type with an affinity, if there is one.
  func representation(for affinity: ColumnAffinity) -> String? {
    switch (valueType, affinity) {
    case ("Date", .integer): swiftType + ".UnixTimeRepresentation"
    case ("Date", .real): swiftType + ".JulianDayRepresentation"
    case ("UUID", .blob): swiftType + ".BytesRepresentation"
    default: nil
    }
  }
}

extension String {
  /// The name without case and underscores, in which names often differ.
  var normalizedName: String { lowercased().filter { $0 != "_" && $0 != " " } }

  /// The text as a Swift literal.
  var literal: String { debugDescription }
}
