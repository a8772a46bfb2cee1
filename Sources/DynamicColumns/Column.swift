public import DatabaseTypes
import TypedSQL

/// A column, by its name.
///
/// ```swift
/// enum Columns {
///   static let name = Column(CodingKeys.name)
///   static let quantity = Column("quantity")
/// }
/// Item.filter(Columns.quantity > 3).order(Columns.name)
/// ```
///
/// It has no `==` that gives a `Bool`: two columns that are compared are a condition.
public struct Column: ColumnExpression, Sendable {
  /// The name.
  public let name: String
  let alias: RequestAlias?
  /// Why it cannot be told.
  private let failure: (any Error)?

  /// Names a column.
  public init(_ name: String) { self.init(name, of: nil) }

  /// Names a column as a coding key is called.
  public init(_ key: some CodingKey) { self.init(key.stringValue) }

  init(_ name: String, of alias: RequestAlias?) {
    self.name = name
    self.alias = alias
    failure = nil
  }

  /// A column that cannot be told, which fails when its statement is written.
  package init(failing failure: any Error) {
    name = ""
    alias = nil
    self.failure = failure
  }

  /// The number by which SQLite knows the row.
  public static let rowID = Column("rowid")

  /// How well a row of a full-text search fits.
  public static let rank = Column("rank")

  /// The expression.
  public var sqlExpression: SQLExpression { SQLExpression(self) }

  /// Whether it is one of a table that an alias stands for.
  var isAliased: Bool { alias != nil }

  func append(to fragment: inout QueryFragment, in context: _ExpressionContext) throws {
    if let failure { throw failure }
    let table = try table(in: context)
    // The number of a row has this name, which other databases have nothing for.
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
/// Author.joining(required: Author.books.aliased(book)).filter(book[Column("year")] > Column("birthYear"))
/// ```
public final class RequestAlias: Sendable {
  /// The name in the SQL; chosen when the statement is written unless given.
  public let name: String?

  /// Makes an alias.
  public init(name: String? = nil) { self.name = name }

  package var id: ObjectIdentifier { ObjectIdentifier(self) }

  /// A column of the table.
  public subscript(column: Column) -> Column { Column(column.name, of: self) }

  /// A column of the table.
  public subscript(name: String) -> Column { Column(name, of: self) }

  /// An expression of the columns of the table that it stands for: `alias[Column("price") * 2]`.
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

/// A column was named of a table that the request does not have.
public struct UnknownAliasError: Hashable, _DescribedError {
  /// The column.
  public let column: String?

  package init(column: String?) { self.column = column }

  /// What happened, and what to do.
  public var description: String {
    "\(column.map { "The column “\($0)”" } ?? "An expression") belongs to an alias that no table of the request has: call `aliased(_:)` on the request or the "
      + "association that it stands for."
  }
}
