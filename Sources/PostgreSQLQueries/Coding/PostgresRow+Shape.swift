package import PostgreSQL
package import TypedSQL

extension PostgresRow {
  /// Decodes the first columns of the row as a typed statement would.
  ///
  /// - Throws: Any error of the values' types for values that do not fit them.
  package borrowing func decode<Shape: RowShape>(_ shape: Shape.Type) throws -> Shape.Row {
    var decoder = PostgresQueryDecoder(self)
    return try Shape.decode(&decoder)
  }
}
