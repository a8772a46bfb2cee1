import TypedSQL

// JSON of a row is what `Codable` makes of it, wherever it comes from: a column that holds it, or `jsonObject()`. So its names
// are the coding keys: the names of the properties, unless the type has its own `CodingKeys`. The names of columns, which
// `@Column("…")` chooses, are in no JSON.

extension Table {
  /// The names that lead to what a column or group holds, in JSON of a row.
  static func _codingPath(of name: String) -> [String] { _codingPaths[name] ?? [name] }
}
