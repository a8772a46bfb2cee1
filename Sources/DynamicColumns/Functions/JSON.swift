import TypedSQL

extension SQLExpressible {
  /// What a path of a JSON text leads to: `("item"."info") ->> ('$.address.city')`.
  ///
  /// - Parameter path: A path such as `$.address.city`, or the name of a member.
  public func jsonValue(at path: String) -> SQLExpression {
    SQLExpression(sqlExpression, MarkedSQL.jsonValue, SQLExpression(path))
  }

  /// What a path of a JSON text leads to, as JSON: `("item"."info") -> ('$.tags')`.
  public func jsonRepresentation(at path: String) -> SQLExpression {
    SQLExpression(sqlExpression, MarkedSQL.jsonMember, SQLExpression(path))
  }

  /// What a path of a JSON text leads to: `json_extract(x, '$.address.city')`.
  public func jsonExtract(at path: String) -> SQLExpression {
    .function("json_extract", [sqlExpression, SQLExpression(path)])
  }

  /// An array of what paths of a JSON text lead to: `json_extract(x, '$.city', '$.street')`.
  public func jsonExtract(atPaths paths: [String]) -> SQLExpression {
    .function("json_extract", [sqlExpression] + paths.map { SQLExpression($0) })
  }

  /// What a path of a JSON text leads to: `json_extract(x, '$.address.city')`.
  public func jsonExtract(atPath path: String) -> SQLExpression { jsonExtract(at: path) }

  /// What a path of a JSON text leads to, as JSON: `("item"."info") -> ('$.tags')`.
  public func jsonRepresentation(atPath path: String) -> SQLExpression {
    jsonRepresentation(at: path)
  }

  /// The number of elements of a JSON array: `json_array_length(x)`.
  public var jsonArrayLength: SQLExpression { .function("json_array_length", [sqlExpression]) }
}

/// A column that holds JSON: members are read by their names, and it stays JSON within the JSON that is made of it.
///
/// ```swift
/// JSONColumn("address")["city"] == "Lisbon"   // ("person"."address") ->> ('city') = 'Lisbon'
/// Database.jsonArray([JSONColumn("address")])  // json_array((json("person"."address")))
/// ```
public struct JSONColumn: SQLExpressible, Sendable {
  private let column: Column

  /// The name.
  public var name: String { column.name }

  /// Names a column.
  public init(_ name: String) { self.init(Column(name)) }

  /// Names a column as a coding key is called.
  public init(_ key: some CodingKey) { self.init(Column(key)) }

  fileprivate init(_ column: Column) { self.column = column }

  /// The expression.
  public var sqlExpression: SQLExpression {
    var expression = column.sqlExpression
    expression.isJSON = true
    return expression
  }

  /// A member's value.
  public subscript(path: String) -> SQLExpression { jsonValue(at: path) }
}

extension Column {
  /// The column as one that holds JSON.
  public var asJSON: JSONColumn { JSONColumn(self) }
}

extension RequestAlias {
  /// A column of the table that holds JSON.
  public subscript(column: JSONColumn) -> JSONColumn { JSONColumn(self[column.name]) }
}

extension SQLExpression {
  /// The expression within JSON that is made of it: JSON of a column is no text there.
  package var withinJSON: SQLExpression { isJSON ? .function("json", [self]) : self }
}
