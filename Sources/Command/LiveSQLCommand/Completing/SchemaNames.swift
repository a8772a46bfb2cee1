import DatabaseTypes
import SQLiteDatabase

/// The names that can be completed: those of a database, and those of its SQLite.
struct SchemaNames: Sendable, Equatable {
  /// A table or view with its columns.
  struct Table: Sendable, Equatable {
    let name: String
    let columns: [String]
  }

  var tables: [Table] = []
  var schemas: [String] = []
  var functions: [String] = []
  var pragmas: [String] = []
  var keywords: [String] = []

  /// Reads the current names.
  ///
  /// A view that cannot be used has no columns, so that it does not hide the others.
  init(_ db: Database) throws {
    schemas = try db.schemas()
    for schema in schemas {
      for info in try db.tables(in: schema) where info.kind != .shadow && !info.isInternal {
        let columns = (try? db.columns(in: info.name).map(\.name)) ?? []
        tables.append(Table(name: info.name.name, columns: columns))
      }
    }
    functions = try String.fetchAll(
      db,
      sql: "SELECT DISTINCT name FROM pragma_function_list WHERE name GLOB '[a-z]*' ORDER BY name"
    )
    pragmas = try String.fetchAll(db, sql: "SELECT name FROM pragma_pragma_list ORDER BY name")
    keywords = Database.keywords.sorted()
  }

  init(
    tables: [Table],
    schemas: [String] = ["main"],
    functions: [String] = [],
    pragmas: [String] = [],
    keywords: [String] = []
  ) {
    self.tables = tables
    self.schemas = schemas
    self.functions = functions
    self.pragmas = pragmas
    self.keywords = keywords
  }

  /// Returns the table with a name, ignoring case.
  func table(_ name: String) -> Table? {
    tables.first { TableName($0.name) == TableName(name) }
  }
}
