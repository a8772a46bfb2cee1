public import DynamicColumns

/// The declared type of a column.
///
/// SQLite takes any name, and derives from it which storage classes the column prefers: see ``ColumnAffinity``.
///
/// ```swift
/// t.column("name", .text)
/// t.column("code", ColumnType(rawValue: "VARCHAR(20)"))
/// ```
public struct ColumnType: RawRepresentable, Sendable, Hashable {
  /// The SQL.
  public let rawValue: String

  /// Makes a type of its SQL.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Text: `TEXT`.
  public static let text = ColumnType(rawValue: "TEXT")
  /// Text that is JSON: `TEXT`.
  public static let jsonText = ColumnType(rawValue: "TEXT")
  /// Bytes that are JSON in SQLite's own form: `BLOB`.
  public static let jsonb = ColumnType(rawValue: "BLOB")
  /// Integers: `INTEGER`.
  public static let integer = ColumnType(rawValue: "INTEGER")
  /// Floating-point numbers: `DOUBLE`, which strict tables do not know.
  public static let double = ColumnType(rawValue: "DOUBLE")
  /// Floating-point numbers: `REAL`.
  public static let real = ColumnType(rawValue: "REAL")
  /// Numbers of any kind: `NUMERIC`.
  public static let numeric = ColumnType(rawValue: "NUMERIC")
  /// Truth values, stored as 0 and 1: `BOOLEAN`.
  public static let boolean = ColumnType(rawValue: "BOOLEAN")
  /// Bytes: `BLOB`.
  public static let blob = ColumnType(rawValue: "BLOB")
  /// Days: `DATE`.
  public static let date = ColumnType(rawValue: "DATE")
  /// Moments: `DATETIME`.
  public static let datetime = ColumnType(rawValue: "DATETIME")
  /// Anything: `ANY`.
  public static let any = ColumnType(rawValue: "ANY")
}

extension ColumnType {
  /// What strict tables know. https://www.sqlite.org/stricttables.html
  private static let ofStrictTables: Set<String> = [
    "INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY",
  ]

  /// Whether a strict table can have a column of it.
  var isStrict: Bool { Self.ofStrictTables.contains(rawValue.uppercased()) }

  /// The type that a strict table has for it.
  var strictCounterpart: String {
    switch self {
    case .boolean: "integer"
    case .double, .numeric: "real"
    case .date, .datetime: "text"
    default: "any"
    }
  }
}

/// The value in another type: `CAST((x) AS INTEGER)`.
public func cast(_ value: some SQLExpressible, as type: ColumnType) -> SQLExpression {
  cast(value, as: type.rawValue)
}
