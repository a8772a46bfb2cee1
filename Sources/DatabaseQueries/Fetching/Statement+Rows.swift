public import SQLiteDatabase
public import TypedSQL

extension TypedSQL.Statement
where QueryValue: QueryRepresentable, QueryValue.QueryOutput: Sendable {
  /// The values of the result, read while a task iterates over them.
  ///
  /// ```swift
  /// for try await title in Reminder.select(\.title).rows(in: database) { print(title) }
  /// // SELECT "reminders"."title" FROM "reminders"
  /// ```
  public func rows(in database: any DatabaseReader) -> DatabaseRows<QueryValue.QueryOutput> {
    let statement = SQLQueryExpression(query, as: QueryValue.self)
    let isText = Self.isText
    return DatabaseRows(database) { db in
      try QueryCursor(db.statement(binding: statement.query), as: QueryValue.self, isText: isText) {
        try QueryValue(decoder: &$0).queryOutput
      }
    }
  }
}

extension TypedSQL.Statement {
  /// The rows of the result as tuples of their values, read while a task iterates over them.
  public func rows<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    in database: any DatabaseReader
  ) -> DatabaseRows<(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)>
  where
    QueryValue == (V1, V2, repeat each V3), V1.QueryOutput: Sendable, V2.QueryOutput: Sendable,
    repeat (each V3).QueryOutput: Sendable
  {
    let query = query
    let isText = Self.isText
    return DatabaseRows(database) { db in
      try QueryCursor(
        db.statement(binding: query),
        as: V1.self,
        V2.self,
        repeat (each V3).self,
        isText: isText
      ) { try $0.row(V1.self, V2.self, repeat (each V3).self) }
    }
  }
}

extension SelectStatement where QueryValue == (), Joins == (), From.QueryOutput: Sendable {
  /// The rows, read while a task iterates over them.
  ///
  /// ```swift
  /// for try await reminder in Reminder.where(\.isCompleted).rows(in: database) { print(reminder) }
  /// // SELECT "reminders"."id", … FROM "reminders" WHERE ("reminders"."isCompleted")
  /// ```
  public func rows(in database: any DatabaseReader) -> DatabaseRows<From.QueryOutput> {
    let query = query
    return DatabaseRows(database) { db in
      try QueryCursor(db.statement(binding: query), as: From.self) {
        try From(decoder: &$0).queryOutput
      }
    }
  }
}

extension SelectStatement
where QueryValue == (), Joins: Table, From.QueryOutput: Sendable, Joins.QueryOutput: Sendable {
  /// The pairs of rows that belong together, read while a task iterates over them.
  public func rows(
    in database: any DatabaseReader
  ) -> DatabaseRows<(From.QueryOutput, Joins.QueryOutput)> {
    let query = query
    return DatabaseRows(database) { db in
      try QueryCursor(db.statement(binding: query), as: From.self, Joins.self) {
        try $0.row(From.self, Joins.self)
      }
    }
  }
}

extension SelectStatement where QueryValue == (), From.QueryOutput: Sendable {
  /// The rows that belong together as tuples, read while a task iterates over them.
  public func rows<J1: Table, J2: Table, each J3: Table>(
    in database: any DatabaseReader
  ) -> DatabaseRows<
    (From.QueryOutput, J1.QueryOutput, J2.QueryOutput, repeat (each J3).QueryOutput)
  >
  where
    Joins == (J1, J2, repeat each J3), J1.QueryOutput: Sendable, J2.QueryOutput: Sendable,
    repeat (each J3).QueryOutput: Sendable
  {
    let query = query
    return DatabaseRows(database) { db in
      try QueryCursor(
        db.statement(binding: query),
        as: From.self,
        J1.self,
        J2.self,
        repeat (each J3).self
      ) { try $0.row(From.self, J1.self, J2.self, repeat (each J3).self) }
    }
  }
}

extension Table where QueryOutput: Sendable {
  /// The rows of the table, or of its default scope, read while a task iterates over them.
  public static func rows(in database: any DatabaseReader) -> DatabaseRows<QueryOutput> {
    all.rows(in: database)
  }
}
