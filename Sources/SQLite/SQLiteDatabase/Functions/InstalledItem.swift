import SQLite

/// The name by which SQL finds a function, a collation or a tokenizer of a connection.
package struct InstalledName: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A function for a number of arguments; `nil` for any number.
    case function(argumentCount: Int?)
    case collation
    case tokenizer
  }

  let kind: Kind
  /// The name in lower case.
  let name: String

  /// Creates the name of a function.
  package init(function name: String, argumentCount: Int?) {
    kind = .function(argumentCount: argumentCount)
    self.name = name.lowercased()
  }

  /// Creates the name of a collation.
  init(collation name: String) {
    kind = .collation
    self.name = name.lowercased()
  }

  /// Creates the name of a tokenizer.
  package init(tokenizer name: String) {
    kind = .tokenizer
    self.name = name.lowercased()
  }
}

/// The implementation of a function, a collation or a tokenizer.
///
/// Equal implementations give the same results, so nothing changes when one replaces the other.
package enum Implementation: Equatable, Sendable {
  /// The implementation of a value and its copies.
  case value(Identity)
  /// The implementation that a type stands for.
  case type(ObjectIdentifier)

  /// The identity of a value and its copies.
  package final class Identity: Sendable {}

  /// Creates the implementation of a new value.
  package static func ofNewValue() -> Implementation { .value(Identity()) }

  package static func == (left: Implementation, right: Implementation) -> Bool {
    switch (left, right) {
    case (.value(let left), .value(let right)): left === right
    case (.type(let left), .type(let right)): left == right
    case (.value, .type), (.type, .value): false
    }
  }
}

/// A function, collation or tokenizer that is added to a connection or removed from it.
package struct InstalledItem: Sendable {
  let name: InstalledName
  /// `nil` if it is removed.
  let implementation: Implementation?

  /// Creates an item; without an implementation, one that is removed.
  package init(_ name: InstalledName, _ implementation: Implementation? = nil) {
    self.name = name
    self.implementation = implementation
  }
}

/// A change of a connection's functions or collations, or of its trace.
struct Installation {
  /// `nil` for a trace, on which no result depends.
  let item: InstalledItem?
  /// Whether live queries learn that they may return something else.
  let isReported: Bool
  let change: (Connection) throws -> Void
}
