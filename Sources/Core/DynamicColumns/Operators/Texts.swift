public import DatabaseTypes
public import TypedSQL

extension SQLExpressible {
  /// Returns whether the text matches a pattern: `("item"."name") LIKE ('%milk%')`.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, in which `%` stands for any text and `_` for any character.
  ///   - escape: The character that precedes a `%` or `_` that stands for itself.
  public func like(_ pattern: String, escape: Character? = nil) -> SQLExpression {
    like(SQLExpression(pattern), escape: escape)
  }

  /// Returns whether the text matches the pattern of an expression.
  public func like(_ pattern: some SQLExpressible, escape: Character? = nil) -> SQLExpression {
    var pieces: [SQLExpression.Piece] = [
      .operand(sqlExpression), .words(SQLOperator.like.sql), .operand(pattern.sqlExpression),
    ]
    if let escape { pieces += [" ESCAPE ", .operand(SQLExpression(String(escape)))] }
    return SQLExpression(pieces)
  }

  /// Returns whether the text matches a glob: `("item"."name") GLOB ('a*')`.
  public func glob(_ pattern: String) -> SQLExpression {
    SQLExpression(sqlExpression, SQLOperator.glob.sql, SQLExpression(pattern))
  }

  /// Returns whether a full-text table matches a query: `("documents") MATCH ('milk')`.
  public func match(_ pattern: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression([
      .expression(sqlExpression), .words(SQLOperator.match.sql),
      .expression(SQLExpression(pattern)),
    ])
  }

  /// Returns the expression, compared and ordered by a collation:
  /// `("item"."name") COLLATE "NOCASE"`.
  public func collating(_ collation: String) -> SQLExpression {
    SQLExpression([
      .operand(sqlExpression), .words(SQLOperator.collate.sql),
      .sql(QueryFragment(quote: collation)),
    ])
  }
}

extension SQLExpressible {
  /// Returns the expression, compared and ordered by a collation: `collating(.nocase)`.
  public func collating(_ collation: Collation) -> SQLExpression { collating(collation.rawValue) }
}

extension SQLExpression {
  /// Returns two texts, one after the other: `(a) || (b)`.
  public static func concatenation(
    _ first: some SQLExpressible,
    _ second: some SQLExpressible
  ) -> SQLExpression { SQLExpression(first.sqlExpression, " || ", second.sqlExpression) }
}

extension SQLExpressible {
  /// Returns the expression, or a value if it is NULL: `ifnull(a, b)`.
  public static func ?? (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    .function(.ifnull, [lhs.sqlExpression, SQLExpression(rhs)])
  }

  /// Returns the expression, or another if it is NULL: `ifnull(a, b)`.
  public static func ?? (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    .function(.ifnull, [lhs.sqlExpression, rhs.sqlExpression])
  }
}
