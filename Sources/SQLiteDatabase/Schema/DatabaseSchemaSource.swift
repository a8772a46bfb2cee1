public import DatabaseTypes

/// Tells what SQLite does not know of a schema: which columns identify the rows of a view.
///
/// With it, records of a view are found, compared and deleted by their key as those of a table are.
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
/// Migrations run without it, since they meet views as they were in other versions. What it answers is kept by each
/// connection until the schema changes.
public protocol DatabaseSchemaSource: Sendable {
  /// The columns that identify the rows of a view; `nil` where none do.
  ///
  /// - Parameters:
  ///   - db: The database, which it may ask for the rest of the schema.
  ///   - view: The view, by its name and schema.
  /// - Throws: What keeps it from telling, which whoever asked gets.
  func columnsForPrimaryKey(_ db: Database, inView view: DatabaseObjectID) throws -> [String]?
}

extension DatabaseSchemaSource {
  /// `nil`: no view has a key.
  public func columnsForPrimaryKey(
    _ db: Database,
    inView view: DatabaseObjectID
  ) throws -> [String]? { nil }
}

/// The name and the schema of a table or a view.
public typealias DatabaseObjectID = TableName

extension Database {
  /// The columns that identify the rows of a view, as the schema source says; none where it does not.
  ///
  /// - Throws: ``DatabaseError`` with `.notFound` for a column that the view does not have.
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
            "The schema source names the column “\(name)” as a key of the view “\(view.name)”, which has none of this "
            + "name."
        )
      }
      return column
    }
  }

  /// Runs a closure that does not ask the schema source.
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
