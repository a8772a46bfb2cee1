public import DatabaseTypes
import DynamicColumns
public import SQLQueries
public import SQLiteDatabase
public import SQLiteQueries
public import TypedSQL

// A type may be both a `@Table` and a record. Then the macro determines its columns: their names,
// and how values are stored.

extension TableRecord where Self: Table {
  /// The name of the table.
  public static var databaseTableName: String { tableName }
}

extension FetchableRecord where Self: Table {
  /// Creates a record from a row, whose columns are found by name.
  ///
  /// - Throws: ``DecodingFailure`` with the column that is missing or does not fit.
  public init(row: Row) throws {
    DecodingProbe.note(Self.self, row)
    try self.init(_decoder: _RecordDecoder(Self.self, row: row))
  }

  /// Creates a record from a decoder's current row.
  @_documentation(visibility: internal)
  public init(_decoder decoder: _RecordDecoder) throws { self = try decoder.rows.decode(Self.self) }
}

extension FetchableRecord where Self: Table & Decodable {
  /// Creates a record from a row, whose columns are found by name.
  ///
  /// - Throws: ``DecodingFailure`` with the column that is missing or does not fit.
  public init(row: Row) throws {
    DecodingProbe.note(Self.self, row)
    try self.init(_decoder: _RecordDecoder(Self.self, row: row))
  }

  /// Creates a record from a decoder's current row.
  @_documentation(visibility: internal)
  public init(_decoder decoder: _RecordDecoder) throws { self = try decoder.rows.decode(Self.self) }
}

extension EncodableRecord where Self: Table {
  /// Encodes the record to the columns of the table.
  public func encode(to container: inout PersistenceContainer) throws {
    container.collect(of: Self.self) { encodeColumns(to: $0, columns: Self.valueColumns) }
  }

  /// Encodes the record to the columns of an encoder.
  @_documentation(visibility: internal)
  public func _encode(into encoder: _RecordEncoder) throws {
    encodeColumns(to: encoder.values, columns: encoder.tableColumns(Self.valueColumns))
  }

  fileprivate func encodeColumns(to values: RecordValues, columns: [TableValueColumn]) {
    var encoder = TableValueEncoder(values, columns: columns)
    _encode(into: &encoder)
  }
}

extension EncodableRecord where Self: Table & Encodable {
  /// Encodes the record to the columns of the table.
  public func encode(to container: inout PersistenceContainer) throws {
    container.collect(of: Self.self) { encodeColumns(to: $0, columns: Self.valueColumns) }
  }

  /// Encodes the record to the columns of an encoder.
  @_documentation(visibility: internal)
  public func _encode(into encoder: _RecordEncoder) throws {
    encodeColumns(to: encoder.values, columns: encoder.tableColumns(Self.valueColumns))
  }
}

extension Table where Self: TableRecord & FetchableRecord, QueryOutput == Self {
  /// Returns all rows of the table, or of its default scope.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or ``DecodingFailure`` if a value does not fit
  ///   the column's type.
  @inlinable
  public static func fetchAll(_ db: some SQLConnection) throws -> [Self] {
    try all.asSelect().fetchAll(db)
  }

  /// Returns the first row of the table, or of its default scope.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or ``DecodingFailure`` if a value does not fit
  ///   the column's type.
  @inlinable
  public static func fetchOne(_ db: some SQLConnection) throws -> Self? {
    try all.asSelect().fetchOne(db)
  }

  /// Returns a cursor over the rows of the table, or of its default scope.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit the
  ///   column's type.
  @inlinable
  public static func fetchCursor(_ db: Database) throws -> QueryCursor<Self> {
    try all.asSelect().fetchCursor(db)
  }
}

extension Table where Self: TableRecord {
  /// Returns the number of rows of the table, or of its default scope.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  @inlinable
  public static func fetchCount(_ db: some SQLConnection) throws -> Int { try all.fetchCount(db) }
}

extension PrimaryKeyedTable where Self: TableRecord & FetchableRecord, QueryOutput == Self {
  /// Returns the record with a primary key.
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   `DatabaseError` or `PostgresError`, or ``DecodingFailure`` if a value does not fit the
  ///   column's type.
  public static func find(_ db: some SQLConnection, key primaryKey: PrimaryKey.QueryOutput) throws
    -> Self
  {
    do { return try all.find(db, key: primaryKey) } catch is NotFound {
      throw RecordError.recordNotFound(databaseTableName: tableName, key: [:])
    }
  }
}
