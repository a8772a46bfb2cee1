public import DatabaseTypes
public import TypedSQL

extension SQLExpressible {
  /// Whether the text has a pattern: `("item"."name") LIKE ('%milk%')`.
  ///
  /// - Parameters:
  ///   - pattern: `%` stands for any text, `_` for any character.
  ///   - escape: The character before a `%` or `_` that stands for itself.
  public func like(_ pattern: String, escape: Character? = nil) -> SQLExpression {
    like(SQLExpression(pattern), escape: escape)
  }

  /// Whether the text has the pattern that an expression gives.
  public func like(_ pattern: some SQLExpressible, escape: Character? = nil) -> SQLExpression {
    var pieces: [SQLExpression.Piece] = [
      .operand(sqlExpression), .words(MarkedSQL.like), .operand(pattern.sqlExpression),
    ]
    if let escape { pieces += [" ESCAPE ", .operand(SQLExpression(String(escape)))] }
    return SQLExpression(pieces)
  }

  /// Whether the text has a pattern in the manner of file names: `("item"."name") GLOB ('a*')`.
  public func glob(_ pattern: String) -> SQLExpression {
    SQLExpression(sqlExpression, MarkedSQL.glob, SQLExpression(pattern))
  }

  /// Whether a full-text table has what is sought: `("documents") MATCH ('milk')`.
  public func match(_ pattern: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression([
      .expression(sqlExpression), .words(MarkedSQL.match), .expression(SQLExpression(pattern)),
    ])
  }

  /// The expression, compared and ordered by a collation: `("item"."name") COLLATE "NOCASE"`.
  public func collating(_ collation: String) -> SQLExpression {
    SQLExpression([
      .operand(sqlExpression), .words(MarkedSQL.collate), .sql(QueryFragment(quote: collation)),
    ])
  }
}

extension SQLExpressible {
  /// The expression, compared and ordered by a collation: `collating(.nocase)`.
  public func collating(_ collation: Collation) -> SQLExpression { collating(collation.rawValue) }
}

extension SQLExpression {
  /// Two texts after each other: `(a) || (b)`.
  public static func concatenation(
    _ first: some SQLExpressible,
    _ second: some SQLExpressible
  ) -> SQLExpression { SQLExpression(first.sqlExpression, " || ", second.sqlExpression) }
}

extension SQLExpressible {
  /// The expression, or a value where it is NULL: `ifnull(a, b)`.
  public static func ?? (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    .function("ifnull", [lhs.sqlExpression, SQLExpression(rhs)])
  }

  /// The expression, or another where it is NULL: `ifnull(a, b)`.
  public static func ?? (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    .function("ifnull", [lhs.sqlExpression, rhs.sqlExpression])
  }
}
