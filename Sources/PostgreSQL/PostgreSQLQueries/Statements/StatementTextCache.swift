import Synchronization
import TypedSQL

/// A cache of rendered statements, shared by all connections.
///
/// A statement's text depends on its code and on the kinds of its values. So a statement that is
/// built again with other values is rendered only once.
///
/// State: the texts, guarded by a mutex.
final class StatementTextCache: Sendable {
  static let shared = StatementTextCache()

  private static let limit = 1_000
  private let texts = Mutex<[Key: PostgresStatementText]>([:])

  private struct Key: Hashable {
    let code: [UInt8]
    let kinds: [UInt8]
  }

  /// Returns the text of a statement, rendered if it is not cached.
  func text(of query: QueryFragment) -> PostgresStatementText {
    let key = Key(code: query.code, kinds: query.bindings.map(\.kind))
    if let known = texts.withLock({ $0[key] }) { return known }
    let text = PostgresStatementText(query)
    guard !text.dependsOnValues else { return text }
    texts.withLock { texts in
      // Programs have this many statements only if they write values into the text.
      if texts.count >= Self.limit { texts.removeAll() }
      texts[key] = text
    }
    return text
  }
}

extension QueryBinding {
  /// A number for the kind of value.
  fileprivate var kind: UInt8 {
    switch self {
    case .blob: 0
    case .bool: 1
    case .double: 2
    case .date: 3
    case .int: 4
    case .null: 5
    case .text, .dated: 6
    case .uint: 7
    case .uuid: 8
    case .invalid: 9
    case .parameter: 10
    case .decimal(_, scale: nil): 11
    case .decimal: 12
    }
  }
}
