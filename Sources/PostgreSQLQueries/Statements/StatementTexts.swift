import Synchronization
import TypedSQL

/// The text of statements that were written before, for all connections.
///
/// A statement's text depends on its code and on the kinds of its values, so that one that is built anew each time, with
/// other values, is written once.
///
/// State: the texts, behind a lock.
final class StatementTexts: Sendable {
  static let shared = StatementTexts()

  private static let limit = 1_000
  private let texts = Mutex<[Key: PostgresStatementText]>([:])

  private struct Key: Hashable {
    let code: [UInt8]
    let kinds: [UInt8]
  }

  /// The text of a statement, written where it is not known yet.
  func text(of query: QueryFragment) -> PostgresStatementText {
    let key = Key(code: query.code, kinds: query.bindings.map(\.kind))
    if let known = texts.withLock({ $0[key] }) { return known }
    let text = PostgresStatementText(query)
    guard !text.isOfValues else { return text }
    texts.withLock { texts in
      // Programs have so many statements only where they write values into the text.
      if texts.count >= Self.limit { texts.removeAll() }
      texts[key] = text
    }
    return text
  }
}

extension QueryBinding {
  /// A number for what kind of value it is.
  fileprivate var kind: UInt8 {
    switch self {
    case .blob: 0
    case .bool: 1
    case .double: 2
    case .date: 3
    case .int: 4
    case .null: 5
    case .text: 6
    case .uint: 7
    case .uuid: 8
    case .invalid: 9
    case .parameter: 10
    case .decimal(_, scale: nil): 11
    case .decimal: 12
    }
  }
}
