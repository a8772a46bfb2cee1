/// A type whose values name columns, such as an enumeration of names.
///
/// ```swift
/// enum Columns: String, ColumnExpression { case id, name, score }
/// Player.filter(Columns.score > 10).order(Columns.name)
///
/// struct Player: Codable, FetchableRecord, PersistableRecord {
///   enum CodingKeys: String, CodingKey, ColumnExpression { case id, name, score }
/// }
/// ```
///
/// A raw value that is a string is the name. Such a value can be used wherever a ``Column`` can.
/// But Swift itself compares two values of an enumeration, so to compare columns in SQL, write
/// `Column(Columns.a) == Column(Columns.b)`.
public protocol ColumnExpression: SQLExpressible {
  /// The name of the column.
  var name: String { get }
}

extension ColumnExpression where Self: RawRepresentable, RawValue == String {
  /// The raw value.
  public var name: String { rawValue }
}

extension ColumnExpression {
  /// The column as an expression.
  public var sqlExpression: SQLExpression { namedColumn.sqlExpression }

  /// The column with that name; a column itself keeps the alias that it may belong to.
  package var namedColumn: Column { self as? Column ?? Column(name) }
}

extension Column {
  /// Creates a column with the name of another value: `Column(Columns.name)`.
  public init(_ column: some ColumnExpression) { self = column.namedColumn }

  /// Creates a column with the name of a value that is also a coding key.
  public init(_ column: some ColumnExpression & CodingKey) { self = column.namedColumn }
}
