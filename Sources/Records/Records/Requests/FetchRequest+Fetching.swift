import DatabaseTypes
public import SQLQueries
public import SQLiteDatabase
public import SQLiteQueries
import TypedSQL

// A request is a row query, so everything that reads row queries reads requests too.

extension FetchRequest {
  /// Returns all its elements on a connection.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, ``RequestError`` or ``AssociationError``.
  @_documentation(visibility: internal)
  @inlinable
  public func _allRows<Connection: SQLConnection>(_ db: Connection) throws -> [RowDecoder] {
    guard let db = db as? Database else { return try otherRows(db, isForFirst: false) }
    return try sqliteRows(db)
  }

  /// Returns its first element on a connection; `nil` if there are no rows, or if it is a single
  /// value that is NULL.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, ``RequestError`` or ``AssociationError``.
  @_documentation(visibility: internal)
  @inlinable
  public func _firstRow<Connection: SQLConnection>(_ db: Connection) throws -> RowDecoder? {
    guard let db = db as? Database else { return try otherRows(db, isForFirst: true).first }
    return try firstSQLiteRow(db)
  }

  /// Passes the request to a visitor.
  @_documentation(visibility: internal)
  public func _accept<Visitor: _RowQueryVisitor>(_ visitor: Visitor) throws(Visitor.Failure)
    -> Visitor.Output
  where Visitor.Row == RowDecoder { try visitor.visit(request: self) }

  @usableFromInline
  func sqliteRows(_ db: Database) throws -> [RowDecoder] {
    try writtenForSingleUse(db).fetchAll(db, ElementDecoding.standard().decoding)
  }

  @usableFromInline
  func firstSQLiteRow(_ db: Database) throws -> RowDecoder? {
    try ElementDecoding.standard().first(_writtenForSingleUse(db, isForFirst: true), db)
  }

  @usableFromInline
  func otherRows(_ db: any SQLConnection, isForFirst: Bool) throws -> [RowDecoder] {
    try elements(db.recordSource, isForFirst: isForFirst)
  }

  /// Returns a cursor over its elements.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``.
  @_documentation(visibility: internal)
  public func _cursor(_ db: Database) throws -> DatabaseCursor<RowDecoder> {
    try writtenForSingleUse(db).fetchCursor(db, ElementDecoding.standard().decoding)
  }

  private func writtenForSingleUse(_ db: Database) throws -> _WrittenRequest {
    try _writtenForSingleUse(db, isForFirst: false)
  }

  /// The description of the request for live queries.
  @_documentation(visibility: internal)
  public var _requestDescription: _QueryDescription<RowDecoder> {
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

  /// Calls a closure with each record or value, in order, so that only few are in memory at a time.
  ///
  /// It corresponds to a cursor on SQLite. Meanwhile a connection of PostgreSQL cannot be used for
  /// anything else.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, ``DecodingFailure``; ``RequestError``, also if
  ///   the request prefetches rows with `including(all:)`; or any error that the closure throws,
  ///   which ends the iteration.
  public func fetchEach(
    _ db: some SQLConnection,
    _ body: (RowDecoder) throws -> Void
  ) throws {
    guard let db = db as? Database else {
      let source = try db.recordSource
      let (query, decode) = try eachElement(source)
      return try source.forEachRow(of: query) { try body(decode($0)) }
    }
    let cursor = try fetchCursor(db)
    while let element = try cursor.next() { try body(element) }
  }

  /// Returns the set of all records or values.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, ``DecodingFailure``, ``RequestError`` or
  ///   ``AssociationError``.
  public func fetchSet<Connection: SQLConnection>(_ db: Connection) throws -> Set<RowDecoder>
  where RowDecoder: Hashable { Set(try fetchAll(db)) }
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
