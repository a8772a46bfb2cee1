/// What a request can select.
public protocol SQLSelectable {
  /// What is selected.
  var sqlSelection: SQLSelection { get }
}

/// What a request selects: all columns, or an expression.
public struct SQLSelection: SQLSelectable, Sendable {
  package enum Kind: Sendable {
    case allColumns(except: Set<String>)
    case expression(SQLExpression, name: String?)
    /// What is only known when the statement is written.
    case inContext(@Sendable (_ExpressionContext) throws -> [SQLSelection])
  }

  package let kind: Kind

  init(kind: Kind) { self.kind = kind }

  /// Selects what is only known when the statement is written.
  package init(inContext make: @escaping @Sendable (_ExpressionContext) throws -> [SQLSelection]) {
    kind = .inContext(make)
  }

  /// The selection itself.
  public var sqlSelection: SQLSelection { self }

  package var isAggregate: Bool {
    if case .expression(let expression, _) = kind { expression.isAggregate } else { false }
  }

  /// Whether it is made of the rows of an association.
  package var isOfAssociation: Bool {
    if case .expression(let expression, _) = kind { expression.isOfAssociation } else { false }
  }
}

extension SQLSelectable where Self == SQLSelection {
  /// All columns: `*`.
  public static var allColumns: SQLSelection { SQLSelection(kind: .allColumns(except: [])) }

  /// The number by which SQLite knows the row.
  public static var rowID: SQLSelection { Column.rowID.sqlSelection }

  /// All columns but some.
  public static func allColumns(excluding names: [String]) -> SQLSelection {
    SQLSelection(kind: .allColumns(except: Set(names.map { $0.lowercased() })))
  }
}

extension SQLExpressible {
  /// The expression as what is selected.
  public var sqlSelection: SQLSelection {
    SQLSelection(kind: .expression(sqlExpression, name: nil))
  }

  /// The expression under a name: `count(*) AS "number"`.
  public func forKey(_ name: String) -> SQLSelection {
    SQLSelection(kind: .expression(sqlExpression, name: name))
  }

  /// The expression under a name.
  public func forKey(_ key: some CodingKey) -> SQLSelection { forKey(key.stringValue) }
}
