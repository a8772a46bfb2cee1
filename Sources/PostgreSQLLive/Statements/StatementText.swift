import PostgreSQL
import Synchronization
import TypedSQL

/// A statement as the server gets it.
struct StatementText: Sendable {
  let sql: String
  /// The values of the parameters, in the order of their numbers; `.parameter(1)` is the first of what is given each time.
  let bindings: [QueryBinding]

  /// Writes a statement.
  ///
  /// - Parameters:
  ///   - query: The statement.
  ///   - nulls: Which of the values that are given are NULL, as bits from the lowest: what is compared with them is written so
  ///     that the server finds it by an index, either way.
  ///   - cast: The type that the parameters are told to be, where nothing beside them says it.
  init(_ query: QueryFragment, nulls: UInt64 = 0, cast: String = "") {
    let query = nulls == 0 ? query : query.comparing(nulls)
    (sql, bindings) = query.prepare { "$\($0)\(cast)" }
  }
}

extension QueryFragment {
  /// The same with `IS NULL` where it says `= $1`, and the first of the values that are given is NULL.
  fileprivate func comparing(_ nulls: UInt64) -> QueryFragment {
    var fragment = QueryFragment()
    var (bindings, index) = (bindings[...], 0)
    while index < code.count {
      let width = code[index] == Mark.escape ? 2 : 1
      let part = Array(code[index..<min(index + width, code.count)])
      index += width
      guard part == [Mark.binding], let binding = bindings.popFirst() else {
        fragment.append(code: part)
        continue
      }
      if case .parameter(let number) = binding, nulls & 1 << (number - 1) != 0,
        fragment.dropSuffix(" = ")
      {
        fragment.append(sql: " IS NULL")
      } else {
        fragment.append(binding)
      }
    }
    return fragment
  }
}

/// The texts of one statement, each for other values that are NULL.
///
/// State: the texts that were written so far, guarded by a mutex.
final class StatementTexts: Sendable {
  private let query: QueryFragment
  private let cast: String
  private let usual: StatementText
  private let others = Mutex<[UInt64: StatementText]>([:])

  init(_ query: QueryFragment, cast: String = "") {
    (self.query, self.cast) = (query, cast)
    usual = StatementText(query, cast: cast)
  }

  /// The text for values of which some are NULL.
  func text(nulls: UInt64) -> StatementText {
    if nulls == 0 { return usual }
    return others.withLock { others in
      if let known = others[nulls] { return known }
      let text = StatementText(query, nulls: nulls, cast: cast)
      others[nulls] = text
      return text
    }
  }
}
