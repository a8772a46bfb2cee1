package import PostgreSQL
package import TypedSQL

// What reads and writes of either database come to on PostgreSQL: compiled once for all types.

extension PostgresConnection {
  /// All rows of a query.
  package func rows<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] { try readAll(query, shape, isText: isText) }

  /// The first row of a query.
  package func firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? { try readFirst(query, shape, isText: isText) }

  /// Runs a statement of so many rows, and decodes what they return.
  package func writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { try writeRows(of: statement, count: count, returning: shape) }
}
