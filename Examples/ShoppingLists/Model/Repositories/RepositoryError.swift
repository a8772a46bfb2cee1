import LiveSQL

/// An error of a repository.
public enum RepositoryError: Error {
  /// The database reported an error.
  case queryFailed(any Error)
  /// The row does not exist.
  case notFound(String)
  /// Several rows match: their name, and their primary keys.
  case ambiguous(String, keys: [String])
  /// A row violates a rule of the database: the rule, as a sentence.
  case invalid(String)
}

extension RepositoryError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .queryFailed(let error): "The shopping lists cannot be used: \(error)"
    case .notFound(let what): "There is no such \(what)."
    case .ambiguous(let what, let keys):
      "There is more than one \(what). Give the beginning of the key instead: "
        + keys.joined(separator: " or ") + "."
    case .invalid(let rule): rule
    }
  }
}

// snippet.mapping
/// Runs a closure, and throws a ``RepositoryError`` in place of each other error.
///
/// The database checks the rules of its rows, so no writer has to; both databases report the names
/// of the constraints.
func asRepositoryError<Value>(_ body: () async throws -> Value) async throws -> Value {
  do {
    return try await mappingConstraints([
      .check("list_has_title"): RepositoryError.invalid("A list needs a title."),
      .check("item_has_name"): RepositoryError.invalid("An item needs a name."),
      .check("item_has_quantity"): RepositoryError.invalid("The quantity of an item is 1 or more."),
    ]) { try await body() }
  } catch let error as RepositoryError { throw error } catch {
    throw RepositoryError.queryFailed(error)
  }
}
// snippet.end

/// Returns the row that a text identifies: by its name or, if no row has that name, by the
/// beginning of its key.
///
/// - Throws: ``RepositoryError`` if no row or several rows match.
package func theOne<Row: Identifiable>(
  _ what: String,
  named: [Row],
  withKey: [Row]
) throws(RepositoryError) -> Row where Row.ID == String {
  let found = named.isEmpty ? withKey : named
  guard let first = found.first else { throw .notFound(what) }
  guard found.count == 1 else { throw .ambiguous(what, keys: found.map(\.id)) }
  return first
}
