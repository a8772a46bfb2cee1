package import DatabaseTypes
package import DynamicColumns
package import TypedSQL

// Requests on a connection that is not SQLite's.

extension FetchRequest {
  /// The records or values that a connection has for it.
  ///
  /// - Parameter isForFirst: Whether only the first one is wanted.
  package func elements(_ source: any RecordSource, isForFirst: Bool) throws -> [RowDecoder] {
    let all = try written(source)
    let way = try RequestElement<RowDecoder>.standard()
    let rows = try (isForFirst ? all.limitedToOne : all).fetchRows(source)
    return try (isForFirst ? rows.prefix(1) : rows[...]).map { try way.decoding.fromRow($0.row) }
  }

  /// The statement whose rows are read one by one, and what makes an element of each.
  ///
  /// - Throws: ``RequestError/cursorOfPrefetchedRows`` besides.
  package func eachElement(_ source: any RecordSource) throws -> (
    query: QueryFragment, decode: (Row) throws -> RowDecoder
  ) {
    let written = try written(source)
    if written.shape?.hasPrefetches == true { throw RequestError.cursorOfPrefetchedRows }
    let decoding = try RequestElement<RowDecoder>.standard().decoding
    return (written.query, { try decoding.fromRow(written.assembled($0, hiddenCount: 0)) })
  }

  /// The statement that counts its rows.
  package func countQuery(_ source: any RecordSource) throws -> QueryFragment {
    try written(source).countQuery
  }

  /// The statement that tells whether it has rows.
  package func existenceQuery(_ source: any RecordSource) throws -> QueryFragment {
    try written(source).existenceQuery
  }
}

extension QueryInterfaceRequest {
  /// The statement that deletes its rows.
  package func deletion(_ source: any RecordSource) throws -> QueryFragment {
    try RequestBatch(_clauses, source).query(.delete)
  }

  /// The statement that updates its rows; empty where nothing is assigned.
  package func update(
    _ source: any RecordSource,
    _ resolution: ConflictResolution?,
    _ assignments: [ColumnAssignment]
  ) throws -> QueryFragment {
    try RequestBatch(_clauses, source).query(.update(assignments, resolution))
  }

  /// Deletes its rows, and makes elements of what they were.
  package func deletedElements(_ source: any RecordSource) throws -> [RowDecoder] {
    try elements(source, returnedBy: .delete)
  }

  /// Updates its rows, and makes elements of what they are then.
  package func updatedElements(
    _ source: any RecordSource,
    _ resolution: ConflictResolution?,
    _ assignments: [ColumnAssignment]
  ) throws -> [RowDecoder] { try elements(source, returnedBy: .update(assignments, resolution)) }

  private func elements(
    _ source: any RecordSource,
    returnedBy change: RequestBatch.Change
  ) throws -> [RowDecoder] {
    let query = try RequestBatch(_clauses, source).query(change, isReturning: true)
    let decoding = try RequestElement<RowDecoder>.standard().decoding
    return try _WrittenRequest(text: query).fetchRows(source).map { try decoding.fromRow($0.row) }
  }
}
