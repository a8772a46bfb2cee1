import DatabaseTypes

/// A choice of a copy, for messages that name it.
package enum CopyChoice: Sendable, Hashable {
  case appends, firesTriggers, continues, texts, decimals, schemas
  /// The tables and columns that are left out.
  case skipped
  /// That a table, or a column as `table.column`, is left out.
  case skips(String)
  /// That the copy is started once more.
  case again
}

/// A message about a copy, which can name choices and write numbers as its reader is used to.
package struct CopyMessage: Sendable, Hashable {
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case count(Int)
    case choice(CopyChoice)
  }

  private var parts: [Part] = []

  private init(_ parts: [Part]) { self.parts = parts }

  /// Returns the message.
  ///
  /// - Parameters:
  ///   - count: Returns a number as text.
  ///   - name: Returns the name of a choice.
  package func text(count: (Int) -> String, name: (CopyChoice) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .count(let number): count(number)
      case .choice(let choice): name(choice)
      }
    }.joined()
  }

  /// The message for programs that call the library.
  package var text: String { text(count: { "\($0)" }, name: \.libraryName) }

  /// Returns both messages, one after the other.
  static func + (left: Self, right: Self) -> Self { Self(left.parts + right.parts) }

  /// Returns a count with its noun: `1 row`, `2 rows`.
  static func counted(_ count: Int, _ noun: String) -> Self {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension CopyMessage: ExpressibleByStringInterpolation {
  /// Collects the parts of a message.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }
    package mutating func appendInterpolation(_ text: String) { parts.append(.text(text)) }
    package mutating func appendInterpolation(_ count: Int) { parts.append(.count(count)) }
    package mutating func appendInterpolation(_ choice: CopyChoice) {
      parts.append(.choice(choice))
    }
    package mutating func appendInterpolation(_ message: CopyMessage) { parts += message.parts }
  }

  package init(stringInterpolation: StringInterpolation) { self.init(stringInterpolation.parts) }

  package init(stringLiteral text: String) { self.init([.text(text)]) }
}

extension CopyChoice {
  /// The name in `DatabaseCopyOptions`.
  fileprivate var libraryName: String {
    switch self {
    case .appends: "`appends: true`"
    case .firesTriggers: "`firesTriggers: true`"
    case .continues: "`continues: true`"
    case .texts: "`texts`"
    case .decimals: "`decimals`"
    case .schemas: "`schemas`"
    case .skipped: "`skipped`"
    case .skips(let name): "`skipped: [\"\(name)\"]`"
    case .again: "copy again"
    }
  }
}
