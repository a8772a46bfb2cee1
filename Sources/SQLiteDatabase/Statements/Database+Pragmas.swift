package import DatabaseTypes

extension Database {
  /// Returns the first value that a pragma returns.
  package func pragma(_ text: String) throws -> DatabaseValue {
    try internalRows("PRAGMA \(text)", []).first?.first ?? .null
  }
}
