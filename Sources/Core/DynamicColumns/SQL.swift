public import DatabaseTypes
public import Foundation
import TypedSQL

/// SQL that contains values, which are bound and never part of the text.
///
/// ```swift
/// let name = "O'Brien"
/// Item.filter(literal: "name = \(name) AND quantity IN \([1, 2, 3])")
/// // SELECT * FROM "item" WHERE (name = ? AND quantity IN (?, ?, ?))
/// ```
public struct SQL: SQLExpressible, Sendable {
  /// The SQL as an expression.
  public let sqlExpression: SQLExpression

  /// Creates SQL from an expression.
  public init(_ expression: some SQLExpressible) { sqlExpression = expression.sqlExpression }

  /// Creates SQL from text that contains no values.
  public init(sql: String) { sqlExpression = SQLExpression(sql: sql) }
}

extension SQL {
  /// Creates SQL from text with arguments for its question marks.
  ///
  /// - Parameters:
  ///   - sql: The text. Never pass text from a user.
  ///   - arguments: The values of its question marks.
  public init(sql: String, arguments: [(any DatabaseValueConvertible)?]) {
    sqlExpression = SQLExpression(sql: sql, arguments: arguments)
  }

  /// Returns two pieces of SQL, one after the other.
  public static func + (left: SQL, right: SQL) -> SQL {
    SQL(SQLExpression([.expression(left.sqlExpression), .expression(right.sqlExpression)]))
  }

  /// Appends a piece of SQL.
  public static func += (left: inout SQL, right: SQL) { left = left + right }

  /// Appends a piece of SQL.
  public mutating func append(literal sql: SQL) { self += sql }

  /// Appends SQL text with arguments for its question marks.
  public mutating func append(sql: String, arguments: [(any DatabaseValueConvertible)?] = []) {
    self += SQL(sql: sql, arguments: arguments)
  }
}

extension Sequence where Element == SQL {
  /// Joins the pieces of SQL, with a text between them:
  /// `conditions.joined(separator: " AND ")`.
  public func joined(separator: String = "") -> SQL {
    var pieces: [SQLExpression.Piece] = []
    for sql in self {
      if !pieces.isEmpty { pieces.append(.sql(QueryFragment(separator))) }
      pieces.append(.expression(sql.sqlExpression))
    }
    return SQL(SQLExpression(pieces))
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// Creates SQL from text.
  public init(stringLiteral sql: String) {
    sqlExpression = SQLExpression([.sql(QueryFragment(sql))])
  }

  /// Creates SQL that contains values.
  public init(stringInterpolation: StringInterpolation) {
    sqlExpression = SQLExpression(stringInterpolation.pieces)
  }

  /// The interpolations of the literal.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var pieces: [SQLExpression.Piece] = []

    /// Prepares for a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends SQL text.
    public mutating func appendLiteral(_ literal: String) {
      pieces.append(.sql(QueryFragment(literal)))
    }

    package mutating func append(_ expression: SQLExpression) {
      pieces.append(.expression(expression))
    }

    /// Binds a value.
    public mutating func appendInterpolation(_ value: some DatabaseValueConvertible) {
      append(SQLExpression(value))
    }

    /// Binds a value, or NULL.
    public mutating func appendInterpolation(_ value: (some DatabaseValueConvertible)?) {
      append(SQLExpression(value))
    }

    /// Appends a column or another expression.
    public mutating func appendInterpolation(_ expression: some SQLExpressible) {
      append(expression.sqlExpression)
    }

    /// Binds each of several values: `(?, ?, ?)`.
    public mutating func appendInterpolation(_ values: some Sequence<some DatabaseValueConvertible>)
    {
      pieces.append("(")
      for (index, value) in values.enumerated() {
        if index > 0 { pieces.append(", ") }
        append(SQLExpression(value))
      }
      pieces.append(")")
    }

    /// Binds bytes.
    public mutating func appendInterpolation(_ bytes: Data) { append(SQLExpression(bytes)) }

    /// Binds bytes.
    public mutating func appendInterpolation(_ bytes: [UInt8]) { append(SQLExpression(bytes)) }

    /// Appends a quoted name.
    public mutating func appendInterpolation(identifier name: String) {
      pieces.append(.sql(QueryFragment(quote: name)))
    }

    /// Appends SQL text that is not checked or quoted: never pass text from a user.
    public mutating func appendInterpolation(sql: String) {
      pieces.append(.sql(QueryFragment(sql)))
    }
  }
}
