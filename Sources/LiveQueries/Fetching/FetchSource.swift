import DatabaseDependencies
import SQLiteDatabase

/// Where a property is fetched from: a database that is named, or the default one of where the property was made.
struct FetchSource: Sendable {
  private let named: (any DatabaseReader)?
  @Dependency(\.defaultDatabase) private var defaultDatabase

  init(_ named: (any DatabaseReader)?) { self.named = named }

  /// The database.
  ///
  /// - Throws: `DefaultDatabaseError` where none is named and none was prepared.
  func database() throws -> any DatabaseWriter {
    let database = named ?? defaultDatabase
    if database is UnpreparedDatabase { throw DefaultDatabaseError() }
    guard let writer = database as? any DatabaseWriter else {
      throw DatabaseError(
        code: .misuse,
        message:
          "A live query needs a database that tells its changes: a queue, a pool or a connection."
      )
    }
    return writer
  }
}
