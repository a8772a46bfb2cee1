/// An error thrown if there is no row with a key.
public struct NotFound: Sendable, Hashable, _SelfDescribingError {
  /// The table, or a description of what was looked up.
  public let table: String?

  /// Creates an error.
  public init(table: String? = nil) { self.table = table }

  /// What was not found, and what to do if that is no mistake.
  public var description: String {
    let problem =
      table.map { "There is no row with this key in “\($0)”." } ?? "There is no such row."
    return problem + " If a row may be missing, use fetchOne, which returns nil then."
  }
}
