public import DatabaseQueries
import DatabaseTypes
public import SQLiteDatabase
import TypedSQL

// A request is a row query: what is written for those reads requests too.

extension FetchRequest {
  /// What reads its rows on a connection.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``.
  @_documentation(visibility: internal)
  public func _reader(_ db: Database, isForFirst: Bool) throws -> _RequestReader<RowDecoder> {
    _RequestReader(
      db: db,
      written: try _writtenOnce(db, isForFirst: isForFirst),
      way: try .standard()
    )
  }

  /// What live queries ask of it.
  @_documentation(visibility: internal)
  public var _description: _QueryDescription<RowDecoder> {
    let symbolic = symbolic
    let way = Result { try RequestElement<RowDecoder>.standard() }
    return _QueryDescription(
      identity: symbolic.map { $0.identity + " -- \(raw: (try? way.get())?.kind ?? "")" },
      statement: symbolic?.statement,
      areEqual: equality(of: RowDecoder.self),
      write: { try written($0).forLiveQueries($0, way.get()) },
      writeElsewhere: { database in
        guard let source = database as? any RecordSource else { throw NeedsDatabase() }
        return try written(source).forLiveQueries(elsewhere: source, way.get())
      }
    )
  }

  /// All records or values, each once.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public func fetchSet(_ db: Database) throws -> Set<RowDecoder> where RowDecoder: Hashable {
    Set(try fetchAll(db))
  }
}

/// Reads the rows of a request.
@_documentation(visibility: internal)
public struct _RequestReader<Element>: _RowReader {
  fileprivate let db: Database
  fileprivate let written: _WrittenRequest
  fileprivate let way: RequestElement<Element>

  /// All of them.
  public func readAll() throws -> [Element] { try written.fetchAll(db, way.decoding) }

  /// The first one; `nil` where there is none, or where it is a value and NULL.
  public func readFirst() throws -> Element? { try way.first(written, db) }

  /// Each, one by one.
  public func cursor() throws -> DatabaseCursor<Element> {
    try written.fetchCursor(db, way.decoding)
  }
}

extension _WrittenRequest {
  fileprivate func forLiveQueries<Element>(
    _ db: Database,
    _ way: RequestElement<Element>
  ) throws -> _QueryDescription<Element>.Written {
    var described = _QueryDescription<Element>.Written(
      parts: canBePlanned ? parts : nil,
      canBeTakenApart: parts == nil && isPlain,
      query: query,
      decoding: RowDecoding { statement, hiddenCount in
        try element(statement, hiddenCount: hiddenCount, way.decoding)
      },
      fetchAll: { db, _ in try fetchAll(db, way.decoding) },
      fetchOne: { db, _ in try fetchOne(db, way.decoding) }
    )
    described.prefetching = try prefetching(db, way.decoding)
    return described
  }

  fileprivate func forLiveQueries<Element>(
    elsewhere source: any RecordSource,
    _ way: RequestElement<Element>
  ) throws -> _QueryDescription<Element>.WrittenElsewhere {
    let decoding = way.decoding
    return _QueryDescription<Element>.WrittenElsewhere(
      parts: canBePlanned ? parts : nil,
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
    return try fetchRows(source).map { try decoding.fromRow($0.row) }
  }
}
