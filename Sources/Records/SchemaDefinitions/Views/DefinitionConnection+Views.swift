public import DynamicColumns
public import SQLQueries
import SQLiteDatabase
public import TypedSQL

extension DefinitionConnection {
  /// Creates a view: `CREATE VIEW "names" ("name") AS SELECT "name" FROM "item"`.
  ///
  /// ```swift
  /// try db.create(view: "rare", as: "SELECT * FROM item WHERE quantity < \(bind: limit)")
  /// ```
  ///
  /// Values become literals. For a view with a type see `Table.createView(as:)`.
  ///
  /// - Parameters:
  ///   - view: The name.
  ///   - options: The options of the view.
  ///   - columns: The names of its columns; those of the `SELECT` unless given.
  ///   - select: The `SELECT`.
  /// - Throws: ``DatabaseError``.
  public func create(
    view: String,
    options: ViewOptions = [],
    columns: [String]? = nil,
    as select: QueryFragment
  ) throws {
    if select.isEmpty {
      throw DefinitionError.misuse(
        "The view “\(view)” has no SELECT. Pass one that can return rows."
      )
    }
    let target = try _definitions.target
    var fragment: QueryFragment = "CREATE "
    if options.contains(.temporary) { fragment.append("TEMPORARY ") }
    fragment.append("VIEW ")
    if options.contains(.ifNotExists) {
      if target.isPostgres { throw DefinitionError.viewIfNotExists(view) }
      fragment.append("IF NOT EXISTS ")
    }
    fragment.append(try DefinedName(view, on: target).fragment)
    if let columns { fragment.append(" \(columnList(columns))") }
    try target.run("\(fragment) AS \(select)")
  }

  /// Creates a view from a typed `SELECT` statement.
  ///
  /// ```swift
  /// try db.create(view: "rare", as: Item.where { $0.quantity < 3 }.select(\.name))
  /// ```
  ///
  /// - Parameters:
  ///   - view: The name.
  ///   - options: The options of the view.
  ///   - columns: The names of its columns; those of the statement unless given.
  ///   - select: The statement.
  /// - Throws: ``DatabaseError``.
  public func create(
    view: String,
    options: ViewOptions = [],
    columns: [String]? = nil,
    as select: some PartialSelectStatement
  ) throws {
    try create(view: view, options: options, columns: columns, as: select.query)
  }

  /// Creates a view from a request.
  ///
  /// ```swift
  /// try db.create(view: "rare", as: Item.filter(Column("quantity") < 3).select(Column("name")))
  /// ```
  ///
  /// - Parameters:
  ///   - view: The name.
  ///   - options: The options of the view.
  ///   - columns: The names of its columns; those of the request unless given.
  ///   - request: The request.
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``.
  public func create(
    view: String,
    options: ViewOptions = [],
    columns: [String]? = nil,
    as request: some SQLSubqueryable
  ) throws {
    let select = try request._select(in: _definitions.target.context)
    try create(view: view, options: options, columns: columns, as: select)
  }

  /// Creates a view from SQL text.
  ///
  /// - Parameters:
  ///   - view: The name.
  ///   - options: The options of the view.
  ///   - columns: The names of its columns; those of the `SELECT` unless given.
  ///   - sql: The `SELECT`.
  /// - Throws: ``DatabaseError``.
  public func create(
    view: String,
    options: ViewOptions = [],
    columns: [String]? = nil,
    sql: String
  ) throws {
    try create(view: view, options: options, columns: columns, as: QueryFragment(sql))
  }

  /// Creates a view from SQL with values, which become literals.
  ///
  /// - Parameters:
  ///   - view: The name.
  ///   - options: The options of the view.
  ///   - columns: The names of its columns; those of the `SELECT` unless given.
  ///   - sql: The `SELECT`.
  /// - Throws: ``DatabaseError``.
  public func create(
    view: String,
    options: ViewOptions = [],
    columns: [String]? = nil,
    asLiteral sql: SQL
  ) throws {
    let select = try sql.sqlExpression._fragment(in: _definitions.target.context)
    try create(view: view, options: options, columns: columns, as: select)
  }

  /// Drops a view: `DROP VIEW "names"`.
  ///
  /// - Parameters:
  ///   - view: The name.
  ///   - ifExists: Whether to do nothing if there is no such view.
  public func drop(view: String, ifExists: Bool = false) throws {
    let target = try _definitions.target
    let name = try DefinedName(view, on: target)
    try target.run("DROP VIEW \(raw: ifExists ? "IF EXISTS " : "")\(name.fragment)")
  }
}
