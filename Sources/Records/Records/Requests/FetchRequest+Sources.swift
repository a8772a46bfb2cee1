package import DatabaseTypes
import DynamicColumns
package import SQLQueries
import SQLiteDatabase
package import TypedSQL

// Requests on a connection of another database than SQLite.

/// A connection of another database than SQLite, on which records can be read and written.
package protocol RecordConnection: SQLConnection {
  /// The schema and the rows of the database, as requests need them.
  var source: any RecordSource { get }

  /// The same, for writing.
  ///
  /// - Throws: An error if the connection only reads.
  var target: any RecordTarget { get throws }
}

extension SQLConnection {
  /// The schema and the rows of the database, as requests need them.
  ///
  /// - Throws: ``DatabaseError`` with `.misuse` for a connection that does not read records.
  package var recordSource: any RecordSource {
    get throws { try (self as? Database) ?? recordConnection.source }
  }

  /// The connection, for writing.
  ///
  /// - Throws: ``DatabaseError`` with `.misuse` for a connection that does not write records; an
  ///   error if the connection only reads.
  package var recordTarget: any RecordTarget {
    get throws { try (self as? Database) ?? recordConnection.target }
  }

  private var recordConnection: any RecordConnection {
    get throws {
      if let connection = self as? any RecordConnection { return connection }
      throw DatabaseError(
        code: .misuse,
        message:
          "Records can be fetched and written only with connections of SQLite and PostgreSQL, not with "
          + "\(type(of: self))."
      )
    }
  }
}

extension FetchRequest {
  /// Fetches the records or values of the request from a connection.
  ///
  /// - Parameter isForFirst: Whether only the first element is needed.
  package func elements(_ source: any RecordSource, isForFirst: Bool) throws -> [RowDecoder] {
    let all = try written(source)
    let element = try ElementDecoding<RowDecoder>.standard()
    guard isForFirst else { return try all.fetchAll(source, element.decoding) }
    return try all.limitedToOne.fetchRows(source).prefix(1).map {
      try element.decoding.fromRow($0.row)
    }
  }

  /// Returns the statement to read row by row, and a closure that creates an element from each row.
  ///
  /// - Throws: Also ``RequestError/cursorOfPrefetchedRows``.
  package func eachElement(_ source: any RecordSource) throws -> (
    query: QueryFragment, decode: (Row) throws -> RowDecoder
  ) {
    let written = try written(source)
    if written.shape?.hasPrefetches == true { throw RequestError.cursorOfPrefetchedRows }
    let decode = try ElementDecoding<RowDecoder>.standard().decoding.fromRows()
    return (written.query, { try decode(written.assembled($0, hiddenCount: 0)) })
  }

  /// Returns the statement that counts the rows.
  package func countQuery(_ source: any RecordSource) throws -> QueryFragment {
    try written(source).countQuery
  }

  /// Returns the statement that checks whether there are rows.
  package func existenceQuery(_ source: any RecordSource) throws -> QueryFragment {
    try written(source).existenceQuery
  }
}
