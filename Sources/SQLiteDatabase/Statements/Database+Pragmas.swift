package import DatabaseTypes

extension Database {
  /// The first value that a pragma gives.
  package func pragma(_ text: String) throws -> DatabaseValue {
    try internalRows("PRAGMA \(text)", []).first?.first ?? .null
  }
}
