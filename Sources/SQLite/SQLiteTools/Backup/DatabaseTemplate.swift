import DatabaseTypes
public import SQLiteDatabase

/// A database that is created once and copied often, as in tests.
///
/// ```swift
/// private let template = Result { try DatabaseTemplate { db in try migrate(db) } }
///
/// @Suite struct OrderTests {
///   let database: DatabaseQueue
///   init() throws { database = try template.get().makeQueue() }
/// }
/// ```
///
/// Each copy is a separate in-memory database. Making it costs about as much as copying its bytes,
/// however long the template took to create.
public struct DatabaseTemplate: Sendable {
  /// The configuration that the template was created with, and the default for its copies.
  public let configuration: Configuration
  private let bytes: [UInt8]

  /// Creates a template.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the template, and the default for its copies.
  ///   - prepare: Creates the schema and writes the first rows, in one transaction.
  /// - Throws: An error of `prepare`, or ``DatabaseError``.
  public init(
    configuration: Configuration = Configuration(),
    _ prepare: (Database) throws -> Void
  ) throws {
    let database = try DatabaseQueue(configuration: configuration)
    try database.write(prepare)
    try self.init(database)
  }

  /// Creates a template from the current content of a database.
  ///
  /// - Throws: ``DatabaseError``.
  public init(_ database: any DatabaseReader) throws {
    configuration = database.configuration
    bytes = try database.serialize()
  }

  /// Returns a copy with a single connection.
  ///
  /// - Parameter configuration: The configuration of the copy; that of the template unless given.
  /// - Throws: ``DatabaseError``.
  public func makeQueue(configuration: Configuration? = nil) throws -> DatabaseQueue {
    try DatabaseQueue(deserializing: bytes, configuration: configuration ?? self.configuration)
  }

  /// Returns a copy with several readers.
  ///
  /// - Parameter configuration: The configuration of the copy; that of the template unless given.
  /// - Throws: ``DatabaseError``.
  public func makePool(configuration: Configuration? = nil) throws -> DatabasePool {
    let pool = try DatabasePool(configuration: configuration ?? self.configuration)
    try makeQueue().backup(to: pool, pagesPerStep: nil)
    return pool
  }
}
