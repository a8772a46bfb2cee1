import TypedSQL

/// Makes a type a table whose columns are its stored properties, or the cases of an enum.
///
/// ```swift
/// @Table struct Reminder {
///   let id: Int
///   var title = ""
///   var dueDate: Date?
/// }
///
/// Reminder.where { $0.title.like("%milk%") }
/// // SELECT "reminders"."id", "reminders"."title", "reminders"."dueDate" FROM "reminders"
/// // WHERE ("reminders"."title" LIKE '%milk%')
/// ```
///
/// A property called `id` is the primary key. Then there is also a type `Draft`, whose `id` is
/// optional, for rows to which the database still has to assign a key.
///
/// - Parameters:
///   - name: The table's name; by default, the plural of the type's name in lower camel case.
///   - schema: The name of the schema, if statements should contain it.
@attached(
  extension,
  conformances: Table,
  _Selection,
  PrimaryKeyedTable,
  PartialSelectStatement,
  names: named(init(decoder:))
)
@attached(
  member,
  names: named(QueryValue),
  named(From),
  named(columns),
  named(tableName),
  named(schemaName),
  named(_columnWidth),
  named(primaryKey),
  named(init(decoder:)),
  named(_encode),
  named(_isSame),
  named(_codingPaths),
  named(CodingKeys),
  named(TableColumns),
  named(Selection),
  named(Draft),
  named(_$ColumnTypes),
  named(_$ColumnWitness)
)
@attached(memberAttribute)
public macro Table(_ name: String = "", schema: String = "") =
  #externalMacro(module: "TypedSQLMacros", type: "TableMacro")

/// Makes a type a selection: a query's result, a group of columns, or a common table expression.
///
/// ```swift
/// @Selection struct ListWithCount {
///   let list: RemindersList
///   let count: Int
/// }
///
/// RemindersList.group(by: \.id).join(Reminder.all) { $0.id == $1.remindersListID }
///   .select { ListWithCount.Columns(list: $0, count: $1.count()) }
/// ```
///
/// - Parameter name: The name as a common table expression; by default, the plural of the type's
///   name in lower camel case.
@attached(
  extension,
  conformances: Table,
  _Selection,
  PartialSelectStatement,
  names: named(init(decoder:))
)
@attached(
  member,
  names: named(QueryValue),
  named(From),
  named(columns),
  named(tableName),
  named(schemaName),
  named(_columnWidth),
  named(primaryKey),
  named(init(decoder:)),
  named(_encode),
  named(_isSame),
  named(_codingPaths),
  named(CodingKeys),
  named(TableColumns),
  named(Selection),
  named(_$ColumnTypes),
  named(_$ColumnWitness)
)
@attached(memberAttribute)
public macro Selection(_ name: String = "") =
  #externalMacro(module: "TypedSQLMacros", type: "TableMacro")
