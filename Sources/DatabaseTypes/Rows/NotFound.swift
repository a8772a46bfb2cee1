/// There is no row with a key.
public struct NotFound: Sendable, Hashable, _DescribedError {
  /// The table, or what was looked up.
  public let table: String?

  /// Makes an error.
  public init(table: String? = nil) { self.table = table }

  /// What was not found, in a sentence.
  public var description: String {
    table.map { "There is no row with this key in “\($0)”." } ?? "There is no such row."
  }
}
