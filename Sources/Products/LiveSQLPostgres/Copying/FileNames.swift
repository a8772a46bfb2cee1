import DatabaseTypes

/// The names of the tables and indexes in a file, which has no schemas that keep them apart.
struct FileNames {
  private var taken: Set<ByteText>

  /// - Parameter tables: The names of all tables.
  init(_ tables: [String]) { taken = Set(tables.map { ByteText.foldingASCII($0) }) }

  /// Adds an index.
  ///
  /// - Returns: Its name, with the name of its schema before it if it is taken.
  mutating func add(_ index: String, of schema: String) -> String {
    var name = index
    while !taken.insert(ByteText.foldingASCII(name)).inserted { name = "\(schema)_\(name)" }
    return name
  }
}
