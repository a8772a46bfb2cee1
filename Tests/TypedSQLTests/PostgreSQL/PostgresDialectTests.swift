import Foundation
import Testing
import TypedSQL
import TypedSQLExtras

/// Tests of how statements are rendered for PostgreSQL.
@Suite struct PostgresDialectTests {
  private func sql(_ query: some Statement) -> String { query.query.render(for: .postgres).sql }

  private func sql(expression: some QueryExpression) -> String {
    expression.queryFragment.render(for: .postgres).sql
  }

  private func problem(_ query: some Statement) -> String? {
    guard case .invalid(let error)? = query.query.render(for: .postgres).bindings.first else {
      return nil
    }
    return error.description
  }

  @Test func `placeholders are numbered, and cast where no operand gives their type`() {
    let query = Reminder.where { $0.id == 7 && $0.title == "a" }.select { ($0.id + 1, 2.5) }
    #expect(
      sql(query)
        == #"SELECT ("reminders"."id") + ($1::bigint), $2::double precision FROM "reminders" "#
        + #"WHERE ((("reminders"."id") = ($3)) AND (("reminders"."title") = ($4)))"#
    )
    #expect(
      query.query.render(for: .postgres).bindings == [.int(1), .double(2.5), .int(7), .text("a")]
    )
  }

  @Test func `comparisons with NULL work as in SQLite and can use an index`() {
    let columns = Reminder.columns
    #expect(sql(expression: columns.priority.is(nil)) == #"("reminders"."priority") IS NULL"#)
    #expect(
      sql(expression: columns.assignedUserID.is(3))
        == #"("reminders"."assignedUserID") = ($1) AND ("reminders"."assignedUserID") IS NOT NULL"#
    )
    #expect(
      sql(expression: columns.assignedUserID.isNot(3))
        == #"("reminders"."assignedUserID") IS DISTINCT FROM ($1)"#
    )
    #expect(
      sql(expression: columns.assignedUserID.is(columns.id))
        == #"("reminders"."assignedUserID") IS NOT DISTINCT FROM ("reminders"."id")"#
    )
  }

  @Test func `an order states where NULLs are sorted`() {
    #expect(
      sql(Reminder.order { ($0.dueDate.desc(), $0.priority) }.select(\.id))
        == #"SELECT "reminders"."id" FROM "reminders" ORDER BY "reminders"."dueDate" DESC NULLS LAST, "#
        + #""reminders"."priority" NULLS FIRST"#
    )
    #expect(
      sql(Reminder.order { $0.dueDate.asc(nulls: .last) }.select(\.id))
        .hasSuffix(#"ORDER BY "reminders"."dueDate" ASC NULLS LAST"#)
    )
  }

  @Test(arguments: [
    ("id\tDESC", "id\tDESC NULLS LAST"), ("lower(title)DESC", "lower(title)DESC NULLS LAST"),
    ("id DESC /* newest */", "id DESC /* newest */ NULLS LAST"),
    ("id /* not DESC */", "id /* not DESC */ NULLS FIRST"), ("t.desc", "t.desc NULLS FIRST"),
    ("'a DESC'", "'a DESC' NULLS FIRST"), ("id NULLS\tLAST", "id NULLS\tLAST"),
  ])
  func `the direction of an order in SQL text is read from its words`(text: String, term: String) {
    let query = Tag.order { _ in SQLQueryExpression(QueryFragment(text), as: Int.self) }
    #expect(
      sql(query.select(\.id)) == #"SELECT "tags"."id" FROM "tags" ORDER BY "# + term
    )
  }

  @Test func `a value that is returned has a type, though a row of defaults is inserted`() {
    let value = SQLQueryExpression("abs(\(bind: -1))", as: Int.self)
    #expect(
      sql(Tag.insert().returning { _ in value })
        == #"INSERT INTO "tags" DEFAULT VALUES RETURNING abs($1::bigint)"#
    )
  }

  @Test func `what follows bytes in the text is read as SQL`() {
    let bytes: QueryFragment = "SELECT (\(QueryBinding.blob([0x0A]))), \(raw: "'a''b'")"
    let literals = bytes.withLiterals.render(for: .postgres).sql
    #expect(literals == "SELECT ('\\x0A'), 'a''b'")
  }

  @Test func `an offset needs no limit`() {
    #expect(
      sql(Tag.all.asSelect().offset(2).select(\.id))
        == #"SELECT "tags"."id" FROM "tags" OFFSET $1::bigint"#
    )
  }

  @Test func `LIKE and NOCASE ignore the case of letters`() {
    #expect(
      sql(expression: Tag.columns.title.like("a%"))
        == #"("tags"."title" ILIKE $1 ESCAPE '')"#
    )
    #expect(
      sql(expression: Tag.columns.title.contains("50%"))
        == #"("tags"."title" ILIKE $1 ESCAPE $2)"#
    )
    #expect(
      sql(expression: Tag.columns.title.collate(.nocase).eq("A"))
        == #"(lower("tags"."title") COLLATE "C") = (lower($1))"#
    )
  }

  @Test func `a list may be empty, and a long one is bound as one array`() {
    #expect(sql(expression: Tag.columns.id.in([Int]())) == #"("tags"."id") = ANY('{}')"#)
    #expect(sql(expression: Tag.columns.id.notIn([Int]())) == #"("tags"."id") <> ALL('{}')"#)
    #expect(sql(expression: Tag.columns.id.in([1, 2])) == #"("tags"."id") IN (($1), ($2))"#)
    #expect(sql(expression: Tag.columns.id.in(Array(0..<600))) == #"("tags"."id") = ANY($1)"#)
  }

  @Test func `a condition that always holds is a truth value`() {
    #expect(
      sql(Tag.all.not().select(\.id)) == #"SELECT "tags"."id" FROM "tags" WHERE (NOT (true))"#
    )
  }

  @Test func `a subquery without rows has the type of its column`() {
    let query = Tag.where { $0.id.eq(Tag.none.select(\.id)) }
    #expect(sql(query).contains("(SELECT NULL::bigint WHERE false)"))
    #expect(sql(Values(Tag.none.exists())) == "SELECT EXISTS (SELECT NULL WHERE false)")
  }

  @Test func `aggregates return the types that Swift expects`() {
    #expect(
      sql(expression: Reminder.columns.id.sum(filter: Reminder.columns.isFlagged))
        == #"CAST(sum("reminders"."id") FILTER (WHERE "reminders"."isFlagged") AS bigint)"#
    )
    #expect(
      sql(expression: Reminder.columns.id.avg())
        == #"avg(("reminders"."id")::double precision)"#
    )
    #expect(
      sql(expression: Tag.columns.title.groupConcat())
        == #"string_agg(("tags"."title")::text, ',')"#
    )
  }

  @Test func `dates are timestamps with a time zone`() {
    #expect(
      sql(expression: Reminder.columns.updatedAt.year)
        == #"CAST((to_char(("reminders"."updatedAt" AT TIME ZONE 'UTC'), 'YYYY')) AS bigint)"#
    )
    #expect(
      sql(expression: Reminder.columns.updatedAt(.days(-3)))
        == #"("reminders"."updatedAt" + interval '-3 days')"#
    )
    #expect(
      sql(expression: _ModifiedDate<Date>.now)
        == "date_trunc('milliseconds', statement_timestamp())"
    )
  }

  @Test func `generated keys are left to the database`() {
    #expect(
      sql(Tag.insert { Tag.Draft(title: "a") })
        == #"INSERT INTO "tags" ("id", "title") VALUES (DEFAULT, $1)"#
    )
    #expect(
      sql(Tag.insert(or: .ignore) { Tag(id: 1, title: "a") }.returning(\.id))
        == #"INSERT INTO "tags" ("id", "title") VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING "id""#
    )
  }

  @Test func `a table has PostgreSQL's types`() {
    let table = Reminder.createTable().queryFragment
    #expect(
      table.render(for: .postgres).sql
        == #"CREATE TABLE "reminders" ("id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "#
        + #""assignedUserID" bigint, "dueDate" timestamptz, "isCompleted" boolean NOT NULL, "#
        + #""isFlagged" boolean NOT NULL, "notes" text NOT NULL, "priority" bigint, "#
        + #""remindersListID" bigint NOT NULL, "title" text NOT NULL, "updatedAt" timestamptz NOT NULL)"#
    )
    #expect(table.render().sql.contains(#""isCompleted" INTEGER NOT NULL"#))
  }

  @Test func `an error names an alternative to what PostgreSQL does not have`() {
    #expect(problem(Tag.select(\.rowid))?.contains("Give the table a primary key") == true)
    #expect(problem(Tag.where { $0.title.glob("a*") })?.contains("no GLOB") == true)
    #expect(
      problem(Tag.insert(or: .replace) { Tag(id: 1, title: "a") })?.contains("use 'upsert'") == true
    )
    #expect(problem(Tag.select { $0.title.format("%s") })?.contains("concatenate texts") == true)
    #expect(
      problem(Tag.select { $0.title.collate(.nocase) })?.contains("Use 'lower()' here") == true
    )
    #expect(problem(Tag.where { $0.title.like("a*") }) == nil)
  }

  @Test func `SQL text is sent to the server unchanged`() {
    let text: QueryFragment = "SELECT a IS b, c LIKE 'x', group_concat(d) ORDER BY 1 DESC"
    #expect(text.render(for: .postgres).sql == text.render().sql)
  }
}
