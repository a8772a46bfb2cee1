public import DatabaseTypes
import TypedSQL

/// A column that is identified by its name.
///
/// ```swift
/// enum Columns {
///   static let name = Column(CodingKeys.name)
///   static let quantity = Column("quantity")
/// }
/// Item.filter(Columns.quantity > 3).order(Columns.name)
/// ```
///
/// It has no `==` that returns a `Bool`: comparing two columns makes a condition.
public struct Column: ColumnExpression, Sendable {
  /// The name.
  public let name: String
  let alias: RequestAlias?
  /// The reason why it cannot be identified.
  private let failure: (any Error)?

  /// Creates a column with a name.
  public init(_ name: String) { self.init(name, of: nil) }

  /// Creates a column with the name of a coding key.
  public init(_ key: some CodingKey) { self.init(key.stringValue) }

  init(_ name: String, of alias: RequestAlias?) {
    self.name = name
    self.alias = alias
    failure = nil
  }

  /// Creates a column that cannot be identified; its statement fails when it is written.
  package init(failing failure: any Error) {
    name = ""
    alias = nil
    self.failure = failure
  }

  /// The number by which SQLite identifies the row.
  public static let rowID = Column("rowid")

  /// The rank of a row in a full-text search.
  public static let rank = Column("rank")

  /// The expression.
  public var sqlExpression: SQLExpression { SQLExpression(self) }

  /// Whether it belongs to a table that an alias stands for.
  var isAliased: Bool { alias != nil }

  func append(to fragment: inout QueryFragment, in context: _ExpressionContext) throws {
    if let failure { throw failure }
    let table = try table(in: context)
    // This is the name of SQLite's rowid, for which other databases have no equivalent.
    if name == "rowid" { fragment.append(hint: .rowid) }
    guard let table else { return fragment.append(identifier: name) }
    fragment.append(column: name, of: table)
  }

  private func table(in context: _ExpressionContext) throws -> String? {
    guard let alias else { return context.table }
    guard let known = context.aliases[alias.id] else { throw UnknownAliasError(column: name) }
    return known.table
  }

  func encoding(in context: _ExpressionContext) -> any _ValueEncoding {
    alias.flatMap { context.aliases[$0.id]?.encoding } ?? context.encoding
  }
}

/// A name for one of the tables of a request that joins several.
///
/// ```swift
/// let book = RequestAlias()
/// Author.joining(required: Author.books.aliased(book))
///   .filter(book[Column("year")] > Column("birthYear"))
/// ```
public final class RequestAlias: Sendable {
  /// The name in the SQL; if `nil`, one is chosen when the statement is written.
  public let name: String?

  /// Creates an alias.
  public init(name: String? = nil) { self.name = name }

  package var id: ObjectIdentifier { ObjectIdentifier(self) }

  /// A column of the table.
  public subscript(column: Column) -> Column { Column(column.name, of: self) }

  /// A column of the table.
  public subscript(name: String) -> Column { Column(name, of: self) }

  /// An expression with the columns of the aliased table: `alias[Column("price") * 2]`.
  public subscript(expression: some SQLExpressible) -> SQLExpression {
    let expression = expression.sqlExpression
    var aliased = SQLExpression { [self] context in
      guard let known = context.aliases[id] else {
        throw UnknownAliasError(column: expression.column?.name)
      }
      var context = context
      (context.table, context.encoding) = (known.table, known.encoding)
      context.tableName = context.aliasedTables[id]
      return try expression.write(context)
    }
    aliased.isAggregate = expression.isAggregate
    aliased.isJSON = expression.isJSON
    return aliased
  }
}

/// An error for a column of a table that the request does not have.
public struct UnknownAliasError: Hashable, _SelfDescribingError {
  /// The column.
  public let column: String?

  package init(column: String?) { self.column = column }

  /// A message that says what happened and what to do.
  public var description: String {
    "\(column.map { "The column “\($0)”" } ?? "An expression") belongs to an alias that no table of the "
      + "request has. Call `aliased(_:)` on the request or the association that it stands for."
  }
}
