/// Conditions on the rows of a table, of which a `SELECT`, an `UPDATE` or a `DELETE` can be made.
public struct Where<From: Table>: SelectStatement, Sendable {
  /// The type that the value is decoded as.
  public typealias QueryValue = ()

  /// The tables joined to it.
  public typealias Joins = ()

  enum Scope: Hashable, Sendable {
    /// With the conditions of the table's `all`.
    case `default`
    /// Without them.
    case unscoped
    /// Without rows.
    case empty
  }

  var predicates: [QueryFragment] = []
  var scope = Scope.default

  init(predicates: [QueryFragment] = [], scope: Scope = .default) {
    self.predicates = predicates
    self.scope = scope
  }

  /// The conditions as a `SELECT`.
  public func asSelect() -> Select<(), From, ()> {
    var clauses = scope == .default ? From.all._selectClauses : _SelectClauses()
    clauses.isEmpty = clauses.isEmpty || scope == .empty
    clauses.where += predicates.filter { !clauses.where.contains($0) }
    return Select(clauses: clauses)
  }

  /// Its clauses.
  public var _selectClauses: _SelectClauses {
    _SelectClauses(isEmpty: scope == .empty, where: predicates)
  }

  /// The SQL of the statement; empty where there is nothing to run.
  public var query: QueryFragment { asSelect().query }
}
