public import TypedSQL

/// A statement that creates a trigger that lasts as long as the connection.
///
/// ```swift
/// let trigger = Reminder.createTemporaryTrigger(after: .update(touch: \.updatedAt))
/// try trigger.execute(db)
/// try trigger.drop().execute(db)
/// ```
public struct TemporaryTrigger<On: Table>: Statement, Hashable, Sendable {
  /// The statement returns no values.
  public typealias QueryValue = ()

  /// The statement refers to no table that is known here.
  public typealias From = Never

  /// The event that fires the trigger, and the statements that it runs.
  public typealias Operation = TriggerOperation<On>

  let definition: TriggerDefinition<On>

  /// The name.
  public var name: String { definition.name }

  /// The SQL, which is empty if the trigger would do nothing.
  ///
  /// It is `CREATE TEMPORARY TRIGGER …`, with values as literals.
  public var query: QueryFragment { definition.query(creating: "CREATE TEMPORARY TRIGGER") }

  /// Drops the trigger: `DROP TRIGGER "name"`.
  public func drop(ifExists: Bool = false) -> SQLQueryExpression<()> {
    dropping("DROP TRIGGER ", name, schema: nil, ifExists: ifExists)
  }
}

/// A statement that creates a trigger that is part of the database.
///
/// ```swift
/// try Reminder.createTrigger("touch_reminders", after: .update(touch: \.updatedAt)).execute(db)
/// ```
public struct Trigger<On: Table>: Statement, Hashable, Sendable {
  /// The statement returns no values.
  public typealias QueryValue = ()

  /// The statement refers to no table that is known here.
  public typealias From = Never

  /// The event that fires the trigger, and the statements that it runs.
  public typealias Operation = TriggerOperation<On>

  let definition: TriggerDefinition<On>

  /// The name.
  public var name: String { definition.name }

  /// The SQL, which is empty if the trigger would do nothing.
  ///
  /// It is `CREATE TRIGGER …`, with values as literals.
  public var query: QueryFragment {
    definition.query(creating: "CREATE TRIGGER", schema: On.schemaName)
  }

  /// Drops the trigger: `DROP TRIGGER "name"`.
  public func drop(ifExists: Bool = false) -> SQLQueryExpression<()> {
    dropping("DROP TRIGGER ", name, schema: On.schemaName, ifExists: ifExists)
  }
}

/// The time at which a trigger runs.
enum TriggerTime: String, Hashable, Sendable {
  case before = "BEFORE "
  case after = "AFTER "
  case insteadOf = "INSTEAD OF "
}

struct TriggerDefinition<On: Table>: Hashable, Sendable {
  var name: String
  var ifNotExists: Bool
  var time: TriggerTime
  var operation: TriggerOperation<On>
}

extension TriggerDefinition {
  func query(creating keyword: StaticString, schema: String? = nil) -> QueryFragment {
    guard !operation.statements.isEmpty else { return QueryFragment() }
    var query = QueryFragment()
    query.append(sql: keyword)
    if ifNotExists { query.append(sql: " IF NOT EXISTS") }
    query.appendLineOrSpace()
    query.append(QueryFragment(qualified: name, schema: schema).indented())
    query.appendLineOrSpace()
    appendEvent(to: &query)
    query.append(sql: " BEGIN")
    for statement in operation.statements {
      query.appendLineOrSpace()
      query.append(statement.withoutSchemaOfTarget.indented())
      query.append(sql: ";")
    }
    query.appendLineOrSpace()
    query.append(sql: "END")
    return query.withLiterals
  }

  private func appendEvent(to query: inout QueryFragment) {
    query.append(raw: time.rawValue)
    query.append(raw: operation.kind.rawValue.uppercased())
    if !operation.columns.isEmpty {
      query.append(sql: " OF ")
      query.append(list: operation.columns.map { QueryFragment(quote: $0) })
    }
    query.append(sql: " ON ")
    query.append(On.tableFragment)
    query.appendLineOrSpace()
    query.append(sql: "FOR EACH ROW")
    guard !operation.conditions.isEmpty else { return }
    query.append(sql: " WHEN ")
    query.append(conjunction: operation.conditions)
  }
}

extension QueryFragment {
  init(qualified name: String, schema: String?) {
    self.init()
    if let schema {
      append(identifier: schema)
      append(sql: ".")
    }
    append(identifier: name)
  }

  /// A statement of a trigger, without the schema of the table that it writes.
  ///
  /// SQLite does not allow that schema, so the table's columns have none either.
  fileprivate var withoutSchemaOfTarget: QueryFragment {
    guard let start = code.firstIndex(where: { Mark.isMark($0) && $0 != Mark.word }),
      code[start] == Mark.identifier,
      let end = code[(start + 1)...].firstIndex(of: Mark.identifier)
    else { return self }
    let name = code[(end + 1)...].prefix(2)
    guard name.first == UInt8(ascii: "."), name.last == Mark.source || name.last == Mark.table
    else {
      return self
    }
    let target = Array(code[(end + 3)...].prefix { $0 != name.last })
    let schema = [Mark.table] + code[(start + 1)..<end] + [Mark.table, UInt8(ascii: ".")]
    let column = [Mark.table] + target + [Mark.table]
    var fragment = self
    fragment.code.removeSubrange(start...(end + 1))
    fragment.code.replace(schema + column, with: column)
    return fragment
  }
}

/// Returns `DROP VIEW IF EXISTS "name"`.
func dropping(
  _ keyword: StaticString,
  _ name: String,
  schema: String?,
  ifExists: Bool
) -> SQLQueryExpression<()> {
  var query = QueryFragment()
  query.append(sql: keyword)
  if ifExists { query.append(sql: "IF EXISTS ") }
  query.append(QueryFragment(qualified: name, schema: schema))
  return SQLQueryExpression(query)
}
