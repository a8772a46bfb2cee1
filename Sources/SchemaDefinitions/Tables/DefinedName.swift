import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// The name of what is defined, with its schema where that was said: `item`, or `archive.item`.
struct DefinedName {
  /// The schema; `nil` where SQLite is to find it.
  let schema: String?
  let name: String

  /// Reads a name: what stands before a dot is a schema where there is one of that name.
  init(_ text: String, on db: Database) throws {
    guard let dot = text.firstIndex(of: ".") else {
      (schema, name) = (nil, text)
      return
    }
    let prefix = String(text[..<dot])
    // `temp` is listed from its first table on.
    let known = try ["main", "temp"] + db.schemas()
    schema = known.first { isSameIdentifier($0, prefix) }
    name = schema == nil ? text : String(text[text.index(after: dot)...])
  }

  /// The quoted name, after that of the schema where it was said.
  var fragment: QueryFragment {
    schema.map { "\(quote: $0).\(quote: name)" } ?? "\(quote: name)"
  }
}
