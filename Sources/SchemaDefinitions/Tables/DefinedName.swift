import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// The name of a defined object, with its schema if that was given: `item`, or `archive.item`.
struct DefinedName {
  /// The schema; `nil` to let SQLite find it.
  let schema: String?
  let name: String

  /// Parses a name: the text before a dot is a schema if a schema with that name exists.
  init(_ text: String, on db: Database) throws {
    guard let dot = text.firstIndex(of: ".") else {
      (schema, name) = (nil, text)
      return
    }
    let prefix = String(text[..<dot])
    // SQLite lists `temp` only once it has a table.
    let known = try ["main", "temp"] + db.schemas()
    schema = known.first { isSameIdentifier($0, prefix) }
    name = schema == nil ? text : String(text[text.index(after: dot)...])
  }

  /// The quoted name, after that of the schema if it was given.
  var fragment: QueryFragment {
    schema.map { "\(quote: $0).\(quote: name)" } ?? "\(quote: name)"
  }
}
