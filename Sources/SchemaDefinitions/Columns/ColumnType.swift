public import DynamicColumns

/// The declared type of a column.
///
/// SQLite accepts any name and derives the column's preferred storage classes from it: see
/// ``ColumnAffinity``.
///
/// ```swift
/// t.column("name", .text)
/// t.column("code", ColumnType(rawValue: "VARCHAR(20)"))
/// ```
public struct ColumnType: RawRepresentable, Sendable, Hashable {
  /// The SQL.
  public let rawValue: String

  /// Creates a type from its SQL.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Text: `TEXT`.
  public static let text = ColumnType(rawValue: "TEXT")
  /// JSON text: `TEXT`.
  public static let jsonText = ColumnType(rawValue: "TEXT")
  /// JSON in SQLite's binary format: `BLOB`.
  public static let jsonb = ColumnType(rawValue: "BLOB")
  /// Integers: `INTEGER`.
  public static let integer = ColumnType(rawValue: "INTEGER")
  /// Floating-point numbers: `DOUBLE`, which strict tables do not accept.
  public static let double = ColumnType(rawValue: "DOUBLE")
  /// Floating-point numbers: `REAL`.
  public static let real = ColumnType(rawValue: "REAL")
  /// Numbers of any kind: `NUMERIC`.
  public static let numeric = ColumnType(rawValue: "NUMERIC")
  /// Booleans, stored as 0 and 1: `BOOLEAN`.
  public static let boolean = ColumnType(rawValue: "BOOLEAN")
  /// Bytes: `BLOB`.
  public static let blob = ColumnType(rawValue: "BLOB")
  /// Days: `DATE`.
  public static let date = ColumnType(rawValue: "DATE")
  /// Dates with a time of day: `DATETIME`.
  public static let datetime = ColumnType(rawValue: "DATETIME")
  /// Values of any type: `ANY`.
  public static let any = ColumnType(rawValue: "ANY")
}

extension ColumnType {
  /// The types that strict tables accept. https://www.sqlite.org/stricttables.html
  private static let ofStrictTables: Set<String> = [
    "INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY",
  ]

  /// Whether a column of a strict table can have this type.
  var isStrict: Bool { Self.ofStrictTables.contains(rawValue.uppercased()) }

  /// The type to use in a strict table instead.
  var strictCounterpart: String {
    switch self {
    case .boolean: "integer"
    case .double, .numeric: "real"
    case .date, .datetime: "text"
    default: "any"
    }
  }
}

/// Converts a value to another type: `CAST((x) AS INTEGER)`.
public func cast(_ value: some SQLExpressible, as type: ColumnType) -> SQLExpression {
  cast(value, as: type.rawValue)
}
