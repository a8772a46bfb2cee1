public import DatabaseTypes
import TypedSQL

extension SQLExpressible {
  /// Returns the value at a path in a JSON text: `("item"."info") ->> ('$.address.city')`.
  ///
  /// - Parameter path: A path such as `$.address.city`, or the name of a member.
  public func jsonValue(at path: String) -> SQLExpression {
    SQLExpression(sqlExpression, SQLOperator.jsonValue.sql, SQLExpression(path))
  }

  /// Returns the JSON at a path in a JSON text: `("item"."info") -> ('$.tags')`.
  public func jsonRepresentation(at path: String) -> SQLExpression {
    SQLExpression(sqlExpression, SQLOperator.jsonMember.sql, SQLExpression(path))
  }

  /// Returns the value at a path in a JSON text: `json_extract(x, '$.address.city')`.
  public func jsonExtract(at path: String) -> SQLExpression {
    .function(.jsonExtract, [sqlExpression, SQLExpression(path)])
  }

  /// Returns an array of the values at paths in a JSON text:
  /// `json_extract(x, '$.city', '$.street')`.
  public func jsonExtract(atPaths paths: [String]) -> SQLExpression {
    .function(.jsonExtract, [sqlExpression] + paths.map { SQLExpression($0) })
  }

  /// Returns the value at a path in a JSON text: `json_extract(x, '$.address.city')`.
  public func jsonExtract(atPath path: String) -> SQLExpression { jsonExtract(at: path) }

  /// Returns the JSON at a path in a JSON text: `("item"."info") -> ('$.tags')`.
  public func jsonRepresentation(atPath path: String) -> SQLExpression {
    jsonRepresentation(at: path)
  }

  /// The number of elements in a JSON array: `json_array_length(x)`.
  public var jsonArrayLength: SQLExpression { .function(.jsonArrayLength, [sqlExpression]) }
}

/// A column that contains JSON.
///
/// Its members are read by name, and it stays JSON within JSON that is made from it.
///
/// ```swift
/// JSONColumn("address")["city"] == "Lisbon"   // ("person"."address") ->> ('city') = 'Lisbon'
/// Database.jsonArray([JSONColumn("address")])  // json_array((json("person"."address")))
/// ```
public struct JSONColumn: SQLExpressible, Sendable {
  private let column: Column

  /// The name.
  public var name: String { column.name }

  /// Creates a column with a name.
  public init(_ name: String) { self.init(Column(name)) }

  /// Creates a column with the name of a coding key.
  public init(_ key: some CodingKey) { self.init(Column(key)) }

  fileprivate init(_ column: Column) { self.column = column }

  /// The expression.
  public var sqlExpression: SQLExpression {
    var expression = column.sqlExpression
    expression.isJSON = true
    return expression
  }

  /// The value of a member.
  public subscript(path: String) -> SQLExpression { jsonValue(at: path) }
}

extension Column {
  /// The column as one that contains JSON.
  public var asJSON: JSONColumn { JSONColumn(self) }
}

extension SQLExpression {
  /// The expression as JSON, which stays JSON within JSON that is made from it.
  public var asJSON: SQLExpression {
    var expression = self
    expression.isJSON = true
    return expression
  }
}

extension DatabaseValue {
  /// The JSON text as an expression, which stays JSON within JSON that is made from it.
  ///
  /// ```swift
  /// Database.jsonArray([text.databaseValue.asJSON])  // json_array(json('[1, 2]')): [[1,2]]
  /// ```
  public var asJSON: SQLExpression { sqlExpression.asJSON }
}

extension RequestAlias {
  /// A column of the table that contains JSON.
  public subscript(column: JSONColumn) -> JSONColumn { JSONColumn(self[column.name]) }
}

extension SQLExpression {
  /// The expression within JSON that is made from it, where JSON of a column is not text.
  package var withinJSON: SQLExpression { isJSON ? .function(.json, [self]) : self }
}
