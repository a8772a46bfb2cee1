package import SQLiteDatabase
package import TypedSQL

// The SQLite side of reads and writes that work on either database; compiled once for all types.

extension Database {
  /// Returns all rows of a query.
  package func rows<Shape: RowShape>(of query: QueryFragment, as: Shape.Type, isText: Bool) throws
    -> [Shape.Row]
  { try _ShapeReader<Shape>(statement(binding: query), isText: isText).readAll() }

  /// Returns the first row of a query.
  package func firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? {
    try _ShapeReader<Shape>(statement(binding: query), isText: isText).readFirst()
  }

  /// Runs a statement without a result.
  package func run(_ statement: some TypedSQL.Statement<()>) throws { try statement.execute(self) }

  /// Runs a statement that writes a number of rows, and decodes the rows that it returns.
  package func writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { try writeRows(of: statement, count: count, returning: shape) }
}
