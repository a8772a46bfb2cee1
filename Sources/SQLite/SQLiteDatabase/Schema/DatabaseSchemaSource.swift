public import DatabaseTypes

/// A provider of schema information that SQLite lacks: the columns that identify the rows of a
/// view.
///
/// With it, records of a view are found, compared and deleted by key like those of a table.
///
/// ```swift
/// struct ViewKeys: DatabaseSchemaSource {
///   func columnsForPrimaryKey(_ db: Database, inView view: DatabaseObjectID) throws -> [String]? {
///     view.name == "playerSummary" ? ["id"] : nil
///   }
/// }
/// var configuration = Configuration()
/// configuration.schemaSource = ViewKeys()
/// try PlayerSummary.find(db, key: 1)
/// ```
///
/// Migrations run without it, since the views they encounter may differ from the current ones. Each
/// connection caches the answers until the schema changes.
public protocol DatabaseSchemaSource: Sendable {
  /// Returns the columns that identify the rows of a view, or `nil` for a view without a key.
  ///
  /// - Parameters:
  ///   - db: The database, which may be used to inspect the rest of the schema.
  ///   - view: The view, by name and schema.
  /// - Throws: An error, which is passed on to the caller.
  func columnsForPrimaryKey(_ db: Database, inView view: DatabaseObjectID) throws -> [String]?
}

extension DatabaseSchemaSource {
  /// Returns `nil`: the view has no key.
  public func columnsForPrimaryKey(
    _ db: Database,
    inView view: DatabaseObjectID
  ) throws -> [String]? { nil }
}

/// The name and the schema of a table or a view.
public typealias DatabaseObjectID = TableName

extension Database {
  /// Returns the key columns of a view that the schema source provides, or none.
  ///
  /// - Throws: ``DatabaseError`` with `.notFound` for a column that the view lacks.
  func keyColumns(ofView view: TableName) throws -> [ColumnInfo] {
    guard usesSchemaSource, let source = configuration.schemaSource,
      let names = try source.columnsForPrimaryKey(self, inView: view)
    else { return [] }
    let columns = try columns(in: view)
    return try names.map { name in
      guard let column = columns.first(where: { isSameIdentifier($0.name, name) }) else {
        throw DatabaseError(
          code: .notFound,
          message:
            "The schema source names the column “\(name)” as a key of the view “\(view.name)”, which has no "
            + "column with this name."
        )
      }
      return column
    }
  }

  /// Runs a closure without asking the schema source.
  package func withoutSchemaSource<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard configuration.schemaSource != nil, usesSchemaSource else { return try body() }
    usesSchemaSource = false
    forgetSchema()
    defer {
      usesSchemaSource = true
      forgetSchema()
    }
    return try body()
  }
}
