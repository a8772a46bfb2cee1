import DatabaseTypes
import SQLiteDatabase
import TypedSQL
import TypedSQLExtras

extension ColumnInfo {
  /// Whether the column stores the values of a property as they are.
  ///
  /// https://www.sqlite.org/datatype3.html#type_affinity_of_a_column
  func keeps(_ type: SQLiteTypeAffinity, of property: DeclaredColumn) -> Bool {
    // Without a type, and `ANY` of a strict table.
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

  /// Whether no text of a property looks like a number, which a numeric column would make of it.
  private func keepsText(of property: DeclaredColumn) -> Bool {
    property.isNeverNumeric || declaredType.contains("JSON")
  }

  private var declaredType: String { type.uppercased() }

  /// Whether an insert has to name the column.
  var mustBeGiven: Bool {
    isNotNull && defaultValueSQL == nil && kind == .ordinary
  }
}

extension ColumnAffinity {
  /// The Swift type that goes with the affinity.
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
  /// The type of a property that would be stored with an affinity.
  func withType(_ affinity: ColumnAffinity) -> String {
    affinity.swiftType + (isOptional ? "?" : "")
  }

  /// How the property's type can be stored with an affinity, where it can.
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
  /// The name without what often differs: case and underscores.
  var withoutSpelling: String { lowercased().filter { $0 != "_" && $0 != " " } }

  /// The text as a literal of Swift.
  var literal: String { debugDescription }
}
