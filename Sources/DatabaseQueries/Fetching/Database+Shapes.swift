package import SQLiteDatabase
package import TypedSQL

// What reads and writes of either database come to on SQLite: compiled once for all types.

extension Database {
  /// All rows of a query.
  package func rows<Shape: RowShape>(of query: QueryFragment, as: Shape.Type, isText: Bool) throws
    -> [Shape.Row]
  { try _ShapeReader<Shape>(statement(binding: query), isText: isText).readAll() }

  /// The first row of a query.
  package func firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? {
    try _ShapeReader<Shape>(statement(binding: query), isText: isText).readFirst()
  }

  /// Runs a statement that returns nothing.
  package func run(_ statement: some TypedSQL.Statement<()>) throws { try statement.execute(self) }

  /// Runs a statement of so many rows, and decodes what they return.
  package func writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { try writeRows(of: statement, count: count, returning: shape) }
}
