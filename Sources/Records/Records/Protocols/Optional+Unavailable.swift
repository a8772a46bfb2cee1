public import DatabaseTypes
public import SQLiteDatabase

// The library has these functions for optionals of values, whose NULL is `nil`. For an optional of
// a record, the compiler would say that the record is not a value.

extension Optional where Wrapped: FetchableRecord {
  /// It is not available: a row is a record, and only its columns can be NULL.
  @available(*, unavailable, message: "A row is never NULL: fetch the record itself.")
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] {
    fatalError("The function is unavailable.")
  }

  /// It is not available: a row is a record, and only its columns can be NULL.
  @available(*, unavailable, message: "A row is never NULL: fetch the record itself.")
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Self? {
    fatalError("The function is unavailable.")
  }

  /// It is not available: a row is a record, and only its columns can be NULL.
  @available(*, unavailable, message: "A row is never NULL: fetch the record itself.")
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> DatabaseCursor<Self> {
    fatalError("The function is unavailable.")
  }

  /// It is not available: a row is a record, and only its columns can be NULL.
  @available(*, unavailable, message: "A row is never NULL: fetch the record itself.")
  public static func fetchOne<Key: DatabaseValueConvertible>(
    _ db: Database,
    key: Key
  ) throws -> Self? {
    fatalError("The function is unavailable.")
  }
}
