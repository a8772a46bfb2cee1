package import DatabaseTypes

/// A type that requests can select.
public protocol SQLSelectable {
  /// The selection.
  var sqlSelection: SQLSelection { get }
}

/// A selection of a request: all columns, or an expression.
public struct SQLSelection: SQLSelectable, Sendable {
  package enum Kind: Sendable {
    /// All columns except some, whose names are folded as SQL compares them.
    case allColumns(except: Set<ByteText>)
    case expression(SQLExpression, name: String?)
    /// A selection that is only known when the statement is written.
    case inContext(@Sendable (_ExpressionContext) throws -> [SQLSelection])
  }

  package let kind: Kind

  init(kind: Kind) { self.kind = kind }

  /// Creates a selection that is only known when the statement is written.
  package init(inContext make: @escaping @Sendable (_ExpressionContext) throws -> [SQLSelection]) {
    kind = .inContext(make)
  }

  /// The selection itself.
  public var sqlSelection: SQLSelection { self }

  package var isAggregate: Bool {
    if case .expression(let expression, _) = kind { expression.isAggregate } else { false }
  }

  /// Whether it is made from the rows of an association.
  package var isOfAssociation: Bool {
    if case .expression(let expression, _) = kind { expression.isOfAssociation } else { false }
  }
}

extension SQLSelectable where Self == SQLSelection {
  /// All columns: `*`.
  public static var allColumns: SQLSelection { SQLSelection(kind: .allColumns(except: [])) }

  /// The number by which SQLite identifies the row.
  public static var rowID: SQLSelection { Column.rowID.sqlSelection }

  /// Returns all columns except some.
  public static func allColumns(excluding names: [String]) -> SQLSelection {
    SQLSelection(kind: .allColumns(except: Set(names.map { ByteText.foldingASCII($0) })))
  }
}

extension SQLExpressible {
  /// The expression as a selection.
  public var sqlSelection: SQLSelection {
    SQLSelection(kind: .expression(sqlExpression, name: nil))
  }

  /// Returns the expression under a name: `count(*) AS "number"`.
  public func forKey(_ name: String) -> SQLSelection {
    SQLSelection(kind: .expression(sqlExpression, name: name))
  }

  /// Returns the expression under a name.
  public func forKey(_ key: some CodingKey) -> SQLSelection { forKey(key.stringValue) }
}
