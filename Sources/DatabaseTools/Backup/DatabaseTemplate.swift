import DatabaseTypes
public import SQLiteDatabase

/// A database that is made once and copied often, as tests need.
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
/// A copy is a database in memory of its own: it costs about as much as copying its bytes, whatever it took to make the
/// template.
public struct DatabaseTemplate: Sendable {
  /// How the template was made, and its copies are used unless they say otherwise.
  public let configuration: Configuration
  private let bytes: [UInt8]

  /// Makes a template.
  ///
  /// - Parameters:
  ///   - configuration: How the template is made, and its copies are used.
  ///   - prepare: Makes the schema and writes the first rows, in one transaction.
  /// - Throws: What `prepare` throws, or a ``DatabaseError``.
  public init(
    configuration: Configuration = Configuration(),
    _ prepare: (Database) throws -> Void
  ) throws {
    let database = try DatabaseQueue(configuration: configuration)
    try database.write(prepare)
    try self.init(database)
  }

  /// Makes a template of the content that a database has now.
  ///
  /// - Throws: ``DatabaseError``.
  public init(_ database: any DatabaseReader) throws {
    configuration = database.configuration
    bytes = try database.serialize()
  }

  /// Makes a copy with one connection.
  ///
  /// - Parameter configuration: How it is used; as the template unless given.
  /// - Throws: ``DatabaseError``.
  public func makeQueue(configuration: Configuration? = nil) throws -> DatabaseQueue {
    try DatabaseQueue(deserializing: bytes, configuration: configuration ?? self.configuration)
  }

  /// Makes a copy with several readers.
  ///
  /// - Parameter configuration: How it is used; as the template unless given.
  /// - Throws: ``DatabaseError``.
  public func makePool(configuration: Configuration? = nil) throws -> DatabasePool {
    let pool = try DatabasePool(configuration: configuration ?? self.configuration)
    try makeQueue().backup(to: pool, pagesPerStep: nil)
    return pool
  }
}
