/// A type whose values name columns, as an enumeration of names does.
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
/// A raw value that is a string is the name. Wherever a ``Column`` fits, such a value does too; two values of an enumeration
/// that are compared with each other are compared by Swift, so that SQL compares `Column(Columns.a) == Column(Columns.b)`.
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

  /// The column of the name; a column itself, with the alias that it may belong to.
  package var namedColumn: Column { self as? Column ?? Column(name) }
}

extension Column {
  /// Names a column as another value does: `Column(Columns.name)`.
  public init(_ column: some ColumnExpression) { self = column.namedColumn }

  /// Names a column as a value does that is a coding key too.
  public init(_ column: some ColumnExpression & CodingKey) { self = column.namedColumn }
}
