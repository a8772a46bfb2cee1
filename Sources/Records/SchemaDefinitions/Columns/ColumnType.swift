public import DynamicColumns
import TypedSQL

/// The declared type of a column.
///
/// SQLite accepts any name and derives the column's preferred storage classes from it: see
/// ``ColumnAffinity``.
///
/// ```swift
/// t.column("name", .text)
/// t.column("code", ColumnType(rawValue: "VARCHAR(20)"))
/// t.column("tags", ColumnType(sqlite: "TEXT", postgres: "text[]"))
/// ```
///
/// In PostgreSQL, the types listed here have the names of the same values: those that
/// `createTable` uses for properties. Other types go to the server as they are written.
public struct ColumnType: RawRepresentable, Sendable, Hashable {
  /// The SQL, for SQLite.
  public let rawValue: String
  /// The SQL for PostgreSQL, if it was given.
  private var postgres: String?

  /// Creates a type from its SQL.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a type that has another name in each database.
  ///
  /// - Parameters:
  ///   - sqlite: The SQL for SQLite: `TEXT`.
  ///   - postgres: The SQL for PostgreSQL: `text[]`.
  public init(sqlite: String, postgres: String) {
    rawValue = sqlite
    self.postgres = postgres
  }

  /// Text: `TEXT`.
  public static let text = ColumnType(rawValue: "TEXT")
  /// JSON text: `TEXT`; in PostgreSQL `jsonb`.
  public static let jsonText = ColumnType(sqlite: "TEXT", postgres: "jsonb")
  /// JSON in SQLite's binary format: `BLOB`; in PostgreSQL `jsonb`.
  public static let jsonb = ColumnType(sqlite: "BLOB", postgres: "jsonb")
  /// UUIDs, stored as text: `TEXT`; in PostgreSQL `uuid`.
  public static let uuid = ColumnType(sqlite: "TEXT", postgres: "uuid")
  /// Integers: `INTEGER`; in PostgreSQL `bigint`.
  public static let integer = ColumnType(rawValue: "INTEGER")
  /// Floating-point numbers: `DOUBLE`, which strict tables do not accept; in PostgreSQL
  /// `double precision`.
  public static let double = ColumnType(rawValue: "DOUBLE")
  /// Floating-point numbers: `REAL`; in PostgreSQL `double precision`.
  public static let real = ColumnType(rawValue: "REAL")
  /// Numbers of any kind: `NUMERIC`.
  public static let numeric = ColumnType(rawValue: "NUMERIC")
  /// Booleans, stored as 0 and 1: `BOOLEAN`, which PostgreSQL has.
  public static let boolean = ColumnType(rawValue: "BOOLEAN")
  /// Bytes: `BLOB`; in PostgreSQL `bytea`.
  public static let blob = ColumnType(rawValue: "BLOB")
  /// Days: `DATE`.
  public static let date = ColumnType(rawValue: "DATE")
  /// Dates with a time of day: `DATETIME`; in PostgreSQL `timestamptz`.
  public static let datetime = ColumnType(rawValue: "DATETIME")
  /// Values of any type: `ANY`; in PostgreSQL `text`.
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

extension ColumnType {
  /// The names in PostgreSQL of types with the same values.
  private static let postgresNames: [String: String] = [
    "TEXT": "text", "INTEGER": "bigint", "INT": "bigint", "DOUBLE": "double precision",
    "REAL": "double precision", "NUMERIC": "numeric", "BOOLEAN": "boolean", "BLOB": "bytea",
    "DATE": "date", "DATETIME": "timestamptz", "ANY": "text",
  ]

  /// Returns the SQL in a dialect.
  func sql(in dialect: Dialect) -> String {
    guard dialect == .postgres else { return rawValue }
    return postgres ?? Self.postgresNames[rawValue.uppercased()] ?? rawValue
  }

  /// Whether a primary key of this type is SQLite's row number, which the database generates.
  var isRowNumber: Bool { rawValue.uppercased() == "INTEGER" }
}

/// Converts a value to another type: `CAST((x) AS INTEGER)`.
public func cast(_ value: some SQLExpressible, as type: ColumnType) -> SQLExpression {
  cast(value, as: type.rawValue)
}
