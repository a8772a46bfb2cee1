public import DatabaseQueries
import DatabaseTypes
public import SQLiteDatabase
import TypedSQL

// A request is a row query, so everything that reads row queries reads requests too.

extension FetchRequest {
  /// Returns a reader of its rows on a connection.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``.
  @_documentation(visibility: internal)
  public func _reader(_ db: Database, isForFirst: Bool) throws -> _RequestReader<RowDecoder> {
    _RequestReader(
      db: db,
      written: try _writtenForSingleUse(db, isForFirst: isForFirst),
      element: try .standard()
    )
  }

  /// The description of the request for live queries.
  @_documentation(visibility: internal)
  public var _description: _QueryDescription<RowDecoder> {
    let symbolic = symbolic
    let element = Result { try ElementDecoding<RowDecoder>.standard() }
    return _QueryDescription(
      identity: symbolic.map { $0.identity + " -- \(raw: (try? element.get())?.kind ?? "")" },
      statement: symbolic?.statement,
      areEqual: (try? element.get())?.areEqual,
      write: { try written($0).forLiveQueries($0, element.get()) },
      writeForOtherDatabase: { database in
        guard let source = database as? any RecordSource else { throw NeedsDatabase() }
        return try written(source).forLiveQueries(onOther: source, element.get())
      }
    )
  }

  /// Returns the set of all records or values.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public func fetchSet(_ db: Database) throws -> Set<RowDecoder> where RowDecoder: Hashable {
    Set(try fetchAll(db))
  }
}

/// A reader of the rows of a request.
@_documentation(visibility: internal)
public struct _RequestReader<Element>: _RowReader {
  fileprivate let db: Database
  fileprivate let written: _WrittenRequest
  fileprivate let element: ElementDecoding<Element>

  /// Returns all elements.
  public func readAll() throws -> [Element] { try written.fetchAll(db, element.decoding) }

  /// Returns the first element; `nil` if there are no rows, or if it is a single value that is
  /// NULL.
  public func readFirst() throws -> Element? { try element.first(written, db) }

  /// Returns a cursor over the elements.
  public func cursor() throws -> DatabaseCursor<Element> {
    try written.fetchCursor(db, element.decoding)
  }
}

extension _WrittenRequest {
  fileprivate func forLiveQueries<Element>(
    _ db: Database,
    _ element: ElementDecoding<Element>
  ) throws -> _QueryDescription<Element>.Written {
    var described = _QueryDescription<Element>.Written(
      parts: canBePlanned ? parts : nil,
      canBeParsed: parts == nil && isPlain,
      query: query,
      decoding: RowDecoding { try self.element($0, element.decoding) },
      fetchAll: { db, _ in try fetchAll(db, element.decoding) },
      fetchOne: { db, _ in try fetchOne(db, element.decoding) }
    )
    described.prefetching = try prefetching(db, element.decoding)
    return described
  }

  fileprivate func forLiveQueries<Element>(
    onOther source: any RecordSource,
    _ element: ElementDecoding<Element>
  ) throws -> _QueryDescription<Element>.WrittenForOtherDatabase {
    let decoding = element.decoding
    return _QueryDescription<Element>.WrittenForOtherDatabase(
      parts: canBePlanned ? parts : nil,
      canBeParsed: parts == nil && isPlain,
      query: query,
      make: { row, hiddenCount in
        try decoding.fromRow(assembled(row, hiddenCount: hiddenCount))
      },
      prefetching: try prefetching(source, decoding),
      fetchAll: { try elements($0, decoding) },
      fetchFirst: { try limitedToOne.elements($0, decoding).first }
    )
  }

  private func elements<Element>(
    _ database: AnyObject,
    _ decoding: RequestDecoding<Element>
  ) throws -> [Element] {
    guard let source = database as? any RecordSource else { throw NeedsDatabase() }
    return try fetchAll(source, decoding)
  }
}
