#if SQLITE_CHECKS
  import Testing

  /// Tests of SQLite's messages about the text of `#sql`.
  @Suite struct SQLSyntaxTests {
    @Test(arguments: [
      "SELECT 1", "SELECT missing(x) FROM missing WHERE y", "INSERT INTO t (a) VALUES (1), (2)",
      "CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT; DROP TABLE t;", "", " -- nothing\n",
      "WITH a AS (SELECT 1) SELECT * FROM a", "PRAGMA foreign_keys = ON", "BEGIN IMMEDIATE",
      "CREATE VIRTUAL TABLE f USING fts5(a, tokenize = 'trigram')", "VALUES (1, 2)",
      "EXPLAIN QUERY PLAN SELECT 1", "VACUUM", "REPLACE INTO t VALUES (1)",
      "ALTER TABLE missing ADD COLUMN a TEXT",
    ])
    func `accepts statements`(sql: String) {
      #expect(mistakes(in: sql) == "")
    }

    @Test(arguments: [
      "1 + 2", "date('now', '-7 days')", "count(*) FILTER (WHERE a)", "a IS NOT NULL",
      "a COLLATE NOCASE DESC", "a, b AS c", "WHERE a = 1 ORDER BY b LIMIT 3", "ORDER BY a",
      "JOIN b ON a.x = b.x", "AND a > 1", "IS NULL", "OVER (PARTITION BY a ORDER BY b)",
      "WHEN 1 THEN 2", "CASE WHEN a THEN b ELSE c END", "a INTEGER NOT NULL DEFAULT 0",
      "VARCHAR(20)", "ON CONFLICT (a) DO UPDATE SET b = 1", "DEFAULT VALUES", "RETURNING id",
      "a = 1, b = b + 1", "EXISTS (SELECT 1)", "(SELECT 1)", "DISTINCT a", "*", "t.*",
      "x AS (SELECT 1), y AS (SELECT 2)", "replace(a, 'b', 'c')", "DESC NULLS LAST", "a -- b",
      "PRIMARY KEY (a, b)",
    ])
    func `accepts fragments`(sql: String) {
      #expect(mistakes(in: sql) == "")
    }

    @Test(arguments: [
      #"SELECT \(Reminder.id) FROM \(Reminder.self)"#, #"SELECT \(Reminder.columns) FROM t"#,
      #"\(Reminder.all) LIMIT 1"#, #"WITH a AS (\(query)) SELECT * FROM a"#, #"\($0.title) || 'x'"#,
      #"INSERT INTO t VALUES (\(bind: x), \(y, as: Date.X.self), \(1))"#,
      #"CREATE INDEX \(quote: name) ON \(quote: table) (a)"#,
      #"SELECT \(quote: x, delimiter: .text)"#,
      #"SELECT 1 \(clause) GROUP BY 2"#, #"SELECT * FROM t WHERE a \(raw: operation) 2"#,
      #"\(raw: anything at all"# + ")", #"\(a) \(b) \(c) \(d) \(e) \(f)"#,
      #"SELECT * FROM t WHERE \(column) \(operation) 2"#, #"SELECT NOT EXISTS \(Reminder.all)"#,
      #"SELECT 1 FROM t WHERE a IN \(Reminder.all) AND b = \($0.other)"#,
      #"DROP TABLE IF EXISTS \(Reminder.self)"#, #"DROP VIEW IF EXISTS \(quote: name)"#,
    ])
    func `accepts interpolations`(sql: String) {
      #expect(mistakes(in: sql) == "")
    }

    @Test func `points at the mistake in a statement`() {
      assertDiagnostics(#"let x = #sql("SELECT * FORM reminders", as: Int.self)"#) {
        """
        let x = #sql("SELECT * FORM reminders", as: Int.self)
                               ^ warning: SQLite cannot parse this SQL: near "FORM": syntax error
                                 fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
        """
      } fixed: {
        """
        let x = SQLQueryExpression("SELECT * FORM reminders", as: Int.self)
        """
      }
    }

    @Test func `points at a misspelt keyword at the beginning`() {
      assertDiagnostics(#"#sql("SELEC * FROM t")"#) {
        """
        #sql("SELEC * FROM t")
              ^ warning: SQLite cannot parse this SQL: near "SELEC": syntax error
                fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
        """
      }
    }

    @Test func `points at the line with the mistake`() {
      assertDiagnostics(
        #"""
        #sql(
          """
          SELECT \(Reminder.id)
            FROM \(Reminder.self)
            WHERE AND 1
          """
        )
        """#
      ) {
        """
            WHERE AND 1
                  ^ warning: SQLite cannot parse this SQL: near "AND": syntax error
                    fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
        """
      }
    }

    @Test func `points at the right place after escapes`() {
      assertDiagnostics(#"#sql("SELECT '\u{1F600}', \"a\"\n FROM FROM")"#) {
        #"""
        #sql("SELECT '\u{1F600}', \"a\"\n FROM FROM")
                                               ^ warning: SQLite cannot parse this SQL: near "FROM": syntax error
                                                 fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
        """#
      }
    }

    @Test func `points at a mistake in the second statement`() {
      assertDiagnostics(#"#sql("CREATE TABLE a (b); INSERT INTO a VALUS (1)")"#) {
        """
        #sql("CREATE TABLE a (b); INSERT INTO a VALUS (1)")
                                                ^ warning: SQLite cannot parse this SQL: near "VALUS": syntax error
                                                  fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
        """
      }
    }

    @Test func `points at the end of an incomplete statement`() {
      assertDiagnostics(#"#sql("SELECT a FROM")"#) {
        """
        #sql("SELECT a FROM")
                           ^ warning: SQLite cannot parse this SQL: incomplete input
                             fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
        """
      }
    }

    @Test func `points at the mistake in a fragment`() {
      assertDiagnostics(#"#sql("a + * b", as: Int.self)"#) {
        """
        #sql("a + * b", as: Int.self)
                  ^ warning: SQLite cannot parse this SQL: near "*": syntax error
                    fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
        """
      }
    }

    @Test func `checks the text before an unknown interpolation, but not the text after it`() {
      assertDiagnostics(#"#sql("SELECT FROM t \(clause)")"#) {
        #"""
        #sql("SELECT FROM t \(clause)")
                     ^ warning: SQLite cannot parse this SQL: near "FROM": syntax error
                       fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
        """#
      }
      #expect(mistakes(in: #"SELECT 1 FROM t \(clause) WHERE AND"#) == "")
    }

    private func mistakes(in sql: String) -> String {
      let quoted = sql.contains("\\(") ? "\"\(sql)\"" : sql.debugDescription
      return Expansion(of: "#sql(\(quoted))").drawnDiagnostics
    }
  }
#endif
