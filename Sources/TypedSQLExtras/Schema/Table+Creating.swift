public import TypedSQL

extension Table {
  /// The statement that makes the table, as far as its type tells what stands in it.
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
  /// A migration should hold the text and not call this: the type will change, what a migration did will not. In tests,
  /// call ``createTable(ifNotExists:isStrict:generated:stored:defaults:)``. What the type does not tell is left out:
  /// defaults (a default in Swift is no default in SQL), `UNIQUE`, `CHECK`, foreign keys. A generated column stands in a
  /// comment.
  public static var createTableSQL: String {
    createTable().queryFragment.render(layout: .multiLine).sql
  }

  /// Makes the table: `CREATE TABLE "reminders" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL)`.
  ///
  /// The types of SQLite are those of the properties, see ``SQLiteType``; a property that is not optional is `NOT NULL`. A
  /// key of one integer is the row number, which the database gives. An ``FTS5`` or ``RTree`` table becomes a virtual one.
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
  /// A name that no column has, or a default for a generated column, makes the statement throw when it is run. Virtual tables
  /// have neither.
  ///
  /// - Parameters:
  ///   - ifNotExists: Whether nothing happens where there is a table of the name.
  ///   - isStrict: Whether the table refuses values of other types than its columns'; not unless said so, since `STRICT`
  ///     needs SQLite 3.37 of all who open the file.
  ///   - expressions: What computes generated columns, by their names. A generated column without an expression is left
  ///     out, with a comment.
  ///   - stored: Generated columns whose values are stored, and not computed each time they are read, beside those that
  ///     say `@Column(generated: .stored)`.
  ///   - defaults: What the database puts into columns that an insertion leaves out, by their names.
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
