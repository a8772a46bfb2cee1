import TypedSQL

// JSON of a row has the form that `Codable` gives it, whether it comes from a column that stores it
// or from `jsonObject()`. So its names are the coding keys: the names of the properties, unless the
// type has its own `CodingKeys`. Column names that `@Column("…")` chooses do not occur in JSON.

extension Table {
  /// Returns the names that lead to the value of a column or group in the JSON of a row.
  static func _codingPath(of name: String) -> [String] { _codingPaths[name] ?? [name] }
}
