import SQLiteDatabase
package import TypedSQL

/// The name of a defined object, with its schema if that was given: `item`, or `archive.item`.
package struct DefinedName {
  /// The schema; `nil` to let the database find it.
  package let schema: String?
  package let name: String

  package init(schema: String?, name: String) {
    self.schema = schema
    self.name = name
  }

  /// Parses a name: the text before a dot is a schema if a schema with that name exists.
  ///
  /// PostgreSQL has no schema `main`: there it stands for the first one of the search path.
  init(_ text: String, on target: any DefinitionTarget) throws {
    guard let dot = text.firstIndex(of: ".") else {
      (schema, name) = (nil, text)
      return
    }
    let prefix = String(text[..<dot])
    let rest = String(text[text.index(after: dot)...])
    if target.isPostgres, prefix == "main" {
      (schema, name) = (nil, rest)
      return
    }
    schema = try target.schema(named: prefix)
    name = schema == nil ? text : rest
  }

  init(_ text: String, on db: Database) throws {
    try self.init(text, on: SQLiteDefinitions(db: db))
  }

  /// The quoted name, after that of the schema if it was given.
  package var fragment: QueryFragment {
    schema.map { "\(quote: $0).\(quote: name)" } ?? "\(quote: name)"
  }
}
