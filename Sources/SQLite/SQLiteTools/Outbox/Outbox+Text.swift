package import DatabaseTypes
package import TypedSQL

// The SQL that both databases understand. The columns of the outbox's own have a prefix, because
// beside them are the columns of the table, with their names.

extension Outbox where Row.QueryOutput == Row {
  package static var number: QueryFragment { "\"livesql_number\"" }
  package static var kind: QueryFragment { "\"livesql_kind\"" }

  /// The names of the table's columns.
  package var columnNames: [String] { Row.TableColumns.allColumns.map { $0.name } }

  /// The name of the outbox's table.
  package var tableName: String { "livesql_outbox_\(name)" }

  /// The outbox's table.
  package var table: QueryFragment { qualified(tableName) }

  /// The table with a row for each outbox.
  package var outboxes: QueryFragment { qualified("livesql_outboxes") }

  /// The table with a row for each consumer of an outbox.
  package var consumers: QueryFragment { qualified("livesql_outbox_consumers") }

  /// Returns the name of a table beside the one that is followed.
  package func qualified(_ name: String) -> QueryFragment {
    guard let schema = Row.schemaName else { return "\(quote: name)" }
    return "\(quote: schema).\(quote: name)"
  }

  /// The list of the outbox's columns that a trigger writes.
  private var writtenColumns: QueryFragment {
    ([Self.kind] + columnNames.map { QueryFragment(quote: $0) }).joined(separator: ", ")
  }

  /// Returns a row of a trigger as a source with the table's name, so that a condition on the
  /// table's columns reads that row: `(SELECT NEW."id" AS "id") AS "reminders"`.
  private func image(_ row: String) -> QueryFragment {
    let columns = columnNames.map { name -> QueryFragment in
      "\(raw: row).\(quote: name) AS \(quote: name)"
    }
    return "(SELECT \(columns.joined(separator: ", "))) AS \(quote: Row.tableName)"
  }

  /// Returns a statement that records rows of a source.
  package func recording(
    _ kind: QueryFragment,
    from source: QueryFragment,
    into table: QueryFragment,
    if condition: QueryFragment
  ) -> QueryFragment {
    let columns = columnNames.map { name -> QueryFragment in
      "\(quote: Row.tableName).\(quote: name)"
    }
    let values = ([kind] + columns).joined(separator: ", ")
    return
      "INSERT INTO \(table) (\(writtenColumns)) SELECT \(values) FROM \(source) WHERE \(condition)"
  }

  /// Returns the statements of a trigger for inserted rows.
  package func recordingInsert(
    into table: QueryFragment,
    if condition: QueryFragment
  ) -> [QueryFragment] {
    [recording("'inserted'", from: image("NEW"), into: table, if: condition)]
  }

  /// Returns the statements of a trigger for deleted rows.
  package func recordingDelete(
    into table: QueryFragment,
    if condition: QueryFragment
  ) -> [QueryFragment] {
    [recording("'removed'", from: image("OLD"), into: table, if: condition)]
  }

  /// Returns the statements of a trigger for updated rows.
  ///
  /// - Parameter collation: What makes a comparison of keys exact, if it is not.
  package func recordingUpdate(
    into table: QueryFragment,
    if condition: QueryFragment,
    collation: QueryFragment = ""
  ) -> [QueryFragment] {
    let isSameKey = Row.columns.primaryKey._names
      .map { name -> QueryFragment in "NEW.\(quote: name) = OLD.\(quote: name)\(collation)" }
      .joined(separator: " AND ")
    let was: QueryFragment =
      "\(isSameKey) AND EXISTS (SELECT 1 FROM \(image("OLD")) WHERE \(condition))"
    let stays: QueryFragment =
      "\(isSameKey) AND EXISTS (SELECT 1 FROM \(image("NEW")) WHERE \(condition))"
    let kind: QueryFragment = "CASE WHEN \(was) THEN 'updated' ELSE 'inserted' END"
    return [
      recording(
        "'removed'",
        from: image("OLD"),
        into: table,
        if: "\(condition) AND (\(stays)) IS NOT TRUE"
      ),
      recording(kind, from: image("NEW"), into: table, if: condition),
    ]
  }

  /// Returns the query that reads changes after a token: their numbers, their kinds, their rows.
  package func selection(after token: OutboxToken, limit: Int) -> QueryFragment {
    let columns = Row.TableColumns._columnList.withoutSchema(of: Row.self)
    return """
      SELECT \(Self.number), \(Self.kind), \(columns) FROM \(table) AS \(quote: Row.tableName) \
      WHERE \(Self.number) > \(bind: token.rawValue) ORDER BY \(Self.number) LIMIT \(bind: limit)
      """
  }

  /// Returns the query that reads changes after a token, with the values as they are stored.
  package func lineSelection(after token: OutboxToken, limit: Int) -> QueryFragment {
    let columns = columnNames.map { QueryFragment(quote: $0) }.joined(separator: ", ")
    return """
      SELECT \(Self.number), \(Self.kind), \(columns) FROM \(table) \
      WHERE \(Self.number) > \(raw: "\(token.rawValue)") \
      ORDER BY \(Self.number) LIMIT \(raw: "\(limit)")
      """
  }

  /// The shape of what ``selection(after:limit:)`` reads.
  package typealias Shape = TupleRow<Int, String, Row>

  /// Returns the changes that were read.
  package func changes(_ rows: [(Int, String, Row)]) throws -> [OutboxChange<Row>] {
    try rows.map { number, kind, row in
      guard let kind = OutboxChange<Row>.Kind(rawValue: kind) else {
        throw OutboxError.missing(name)
      }
      return OutboxChange(token: OutboxToken(rawValue: number), kind: kind, row: row)
    }
  }

  /// Returns the changes that ``lineSelection(after:limit:)`` read, whose rows are JSON.
  ///
  /// - Parameter areJSON: Whether the texts of each column of the table already are JSON.
  package func lines(_ rows: [[DatabaseValue]], areJSON: [Bool] = []) throws
    -> [OutboxChange<String>]
  {
    let writer = JSONRowWriter(columns: columnNames, areJSON: areJSON)
    return try rows.map { values in
      guard values.count > 2, case (.integer(let number), .text(let text)) = (values[0], values[1]),
        let kind = OutboxChange<String>.Kind(rawValue: text)
      else { throw OutboxError.missing(name) }
      var row = ""
      writer.append(Array(values.dropFirst(2)), to: &row)
      return OutboxChange(token: OutboxToken(rawValue: Int(number)), kind: kind, row: row)
    }
  }
}

extension Outbox where Row.QueryOutput == Row {
  /// The statement that registers the outbox, unless it is known.
  package var registration: QueryFragment {
    "INSERT INTO \(outboxes) (name) VALUES (\(bind: name)) ON CONFLICT (name) DO NOTHING"
  }

  /// The statements that forget the outbox and its consumers.
  package var deregistration: [QueryFragment] {
    [
      "DELETE FROM \(consumers) WHERE outbox = \(bind: name)",
      "DELETE FROM \(outboxes) WHERE name = \(bind: name)",
    ]
  }

  /// The statements that register consumers, which begin with what has not been removed.
  package func registrations(of names: [String]) -> [QueryFragment] {
    names.map { consumer in
      """
      INSERT INTO \(consumers) (outbox, consumer, acknowledged) \
      SELECT name, CAST(\(bind: consumer) AS text), pruned FROM \(outboxes) WHERE name = \(bind: name) \
      ON CONFLICT (outbox, consumer) DO NOTHING
      """
    }
  }

  /// The query of the number that a consumer has acknowledged.
  package func position(of consumer: String) -> QueryFragment {
    """
    SELECT acknowledged FROM \(consumers) \
    WHERE outbox = \(bind: name) AND consumer = \(bind: consumer)
    """
  }

  /// The statements that acknowledge changes, and remove those that all consumers have handled.
  package func acknowledgement(of token: OutboxToken, by consumer: String) -> [QueryFragment] {
    [
      """
      UPDATE \(consumers) SET acknowledged = \(bind: token.rawValue) WHERE outbox = \(bind: name) \
      AND consumer = \(bind: consumer) AND acknowledged < \(bind: token.rawValue)
      """
    ] + pruning
  }

  /// The statements that remove a consumer, and what only it had not handled.
  package func removal(of consumer: String) -> [QueryFragment] {
    ["DELETE FROM \(consumers) WHERE outbox = \(bind: name) AND consumer = \(bind: consumer)"]
      + pruning
  }

  private var pruning: [QueryFragment] {
    let handled: QueryFragment =
      "(SELECT min(acknowledged) FROM \(consumers) WHERE outbox = \(bind: name))"
    return [
      "DELETE FROM \(table) WHERE \(Self.number) <= \(handled)",
      """
      UPDATE \(outboxes) SET pruned = \(handled) WHERE name = \(bind: name) AND pruned < \(handled)
      """,
    ]
  }
}
