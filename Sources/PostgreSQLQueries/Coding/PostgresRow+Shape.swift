package import PostgreSQL
package import TypedSQL

extension PostgresRow {
  /// The first columns of the row, decoded as those of a typed statement.
  ///
  /// - Throws: What the types of its values throw for values that are not theirs.
  package borrowing func decode<Shape: RowShape>(_ shape: Shape.Type) throws -> Shape.Row {
    var decoder = PostgresQueryDecoder(self)
    return try Shape.decode(&decoder)
  }
}
