public import TypedSQL

extension Table {
  /// The statement that creates the table, as far as the table's type determines it.
  ///
  /// ```swift
  /// @Table struct Reminder {
  ///   let id: Int
  ///   var title = ""
  ///   var dueDate: Date?
  /// }
  ///
  /// print(Reminder.createTableSQL)
  /// // CREATE TABLE "reminders" (
  /// //   "id" INTEGER PRIMARY KEY,
  /// //   "title" TEXT NOT NULL,
  /// //   "dueDate" TEXT
  /// // )
  /// ```
  ///
  /// A migration should contain the text rather than use this property: the type will change, but
  /// what a migration did will not. In tests, call
  /// ``createTable(ifNotExists:isStrict:generated:stored:defaults:)``. Anything that the type does
  /// not determine is left out: defaults (a default in Swift is not a default in SQL), `UNIQUE`,
  /// `CHECK`, foreign keys. A generated column is listed in a comment.
  public static var createTableSQL: String {
    createTable().queryFragment.render(layout: .multiLine).sql
  }

  /// Creates the table:
  /// `CREATE TABLE "reminders" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL)`.
  ///
  /// The SQLite types are those of the properties; see ``SQLiteType``. A property that is not
  /// optional is `NOT NULL`. A key that is a single integer is the rowid, which the database
  /// assigns. An ``FTS5`` or ``RTree`` table becomes a virtual table.
  ///
  /// ```swift
  /// try Reminder.createTable(
  ///   generated: ["length": "length(\"title\")"],
  ///   stored: ["length"],
  ///   defaults: ["title": "'New'", "createdAt": "CURRENT_TIMESTAMP"]
  /// ).execute(db)
  /// // CREATE TABLE "reminders" (…, "title" TEXT NOT NULL DEFAULT ('New'),
  /// //   "length" INTEGER NOT NULL GENERATED ALWAYS AS (length("title")) STORED, …)
  /// ```
  ///
  /// If a name is not that of a column, or a default is given for a generated column, the statement
  /// throws when it runs. Virtual tables have neither.
  ///
  /// - Parameters:
  ///   - ifNotExists: Whether to do nothing if a table of that name exists.
  ///   - isStrict: Whether the table rejects values whose types differ from its columns' types. The
  ///     default is `false`, since `STRICT` requires SQLite 3.37 of everyone who opens the file.
  ///   - expressions: The expressions of generated columns, by name. A generated column without an
  ///     expression is left out, with a comment.
  ///   - stored: Generated columns whose values are stored instead of being computed each time they
  ///     are read, in addition to those declared with `@Column(generated: .stored)`.
  ///   - defaults: The values that the database uses for columns that an insertion leaves out, by
  ///     name.
  public static func createTable(
    ifNotExists: Bool = false,
    isStrict: Bool = false,
    generated expressions: [String: QueryFragment] = [:],
    stored: Set<String> = [],
    defaults: [String: QueryFragment] = [:]
  ) -> SQLQueryExpression<()> {
    if let source = self as? any TableDraft.Type {
      return source.createSource(ifNotExists, isStrict, expressions, stored, defaults)
    }
    if let table = self as? any FTS5.Type {
      return table.createVirtualTable(ifNotExists: ifNotExists)
    }
    if let table = self as? any RTree.Type {
      return table.createVirtualTable(ifNotExists: ifNotExists)
    }
    var fragment: QueryFragment = ifNotExists ? "CREATE TABLE IF NOT EXISTS " : "CREATE TABLE "
    if let schemaName { fragment.append("\(quote: schemaName).") }
    fragment.append("\(quote: tableName) (")
    fragment.append(.newline)
    let definition = TableDefinitionWriter(
      columns: TableColumns.allColumns.map(\.declaration),
      primaryKey: primaryKeyNames,
      isStrict: isStrict,
      expressions: expressions,
      stored: stored,
      defaults: defaults
    )
    if let problem = definition.problem { return SQLQueryExpression("SELECT \(.invalid(problem))") }
    fragment.append(definition.fragment.indented())
    fragment.append(.newline)
    fragment.append(sql: ")")
    if isStrict { fragment.append(sql: MarkedSQL.strict) }
    return SQLQueryExpression(fragment)
  }
}

extension TableDraft {
  fileprivate static func createSource(
    _ ifNotExists: Bool,
    _ isStrict: Bool,
    _ expressions: [String: QueryFragment],
    _ stored: Set<String>,
    _ defaults: [String: QueryFragment]
  ) -> SQLQueryExpression<()> {
    SourceTable.createTable(
      ifNotExists: ifNotExists,
      isStrict: isStrict,
      generated: expressions,
      stored: stored,
      defaults: defaults
    )
  }
}
