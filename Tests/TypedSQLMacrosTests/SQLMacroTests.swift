import Testing

@Suite struct SQLMacroTests {
  @Test func `expands to an expression`() {
    assertMacro(#"#sql("SELECT \(Reminder.id)", as: Int.self)"#) {
      #"TypedSQL.SQLQueryExpression("SELECT \(Reminder.id)", as: Int.self)"#
    }
  }

  @Test func `expands to a query whose rows are tuples`() {
    assertMacro(#"#sqlRows("SELECT id, title FROM reminders", as: (Int, String).self)"#) {
      #"TypedSQL.SQLRowsQuery("SELECT id, title FROM reminders", as: (Int, String).self)"#
    }
    #expect(!Expansion(of: #"#sqlRows("SELECT (1", as: (Int, Int).self)"#).drawnDiagnostics.isEmpty)
  }

  @Test func `leaves an argument that is not a literal alone`() {
    assertMacro("#sql(fragment)") { "TypedSQL.SQLQueryExpression(fragment)" }
  }

  @Test func `keeps the lines of a literal`() {
    assertMacro(
      #"""
      #sql(
        """
        SELECT 1
        FROM reminders
        """
      )
      """#
    ) {
      #"""
      TypedSQL.SQLQueryExpression("""
        SELECT 1
        FROM reminders
        """)
      """#
    }
  }

  @Test(arguments: [
    "SELECT (1)", "SELECT ((1)) -- (", "SELECT ')' /* ' */", "SELECT 1 /*/ ' */",
    "SELECT [a)b], `c'd`",
    "SELECT 'it''s'", "SELECT 1 -- it's\n", "SELECT 'a' || 'b$c' || '?:@'", "SELECT a$b FROM t",
    "SELECT 1 AS \"who?\"", "SELECT json_extract(x, '$.a')",
  ])
  func `accepts balanced parentheses and quotes`(sql: String) {
    #expect(Expansion(of: "#sql(\(sql.debugDescription))").drawnDiagnostics == "")
  }

  @Test func `warns about a missing closing parenthesis`() {
    assertDiagnostics(#"#sql("SELECT (1")"#) {
      """
      #sql("SELECT (1")
                   ^ warning: Cannot find ')' to match opening '(' in SQL string, producing incomplete fragment; did you mean to make this explicit?
                     fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
      """
    } fixed: {
      """
      SQLQueryExpression("SELECT (1")
      """
    }
  }

  @Test func `warns about a missing opening parenthesis`() {
    assertDiagnostics(#"let x = #sql("1)", as: Int.self)"#) {
      """
      let x = #sql("1)", as: Int.self)
                     ^ warning: Cannot find '(' to match closing ')' in SQL string, producing incomplete fragment; did you mean to make this explicit?
                       fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
      """
    } fixed: {
      """
      let x = SQLQueryExpression("1)", as: Int.self)
      """
    }
  }

  @Test(arguments: [("'", "'"), ("\\\"", "\""), ("`", "`"), ("[", "]")])
  func `warns about a missing closing quote`(open: String, close: String) {
    let margin = String(repeating: " ", count: #"#sql("SELECT "#.count)
    assertDiagnostics(#"#sql("SELECT \#(open)a)")"#) {
      """
      #sql("SELECT \(open)a)")
      \(margin)^ warning: Cannot find '\(close)' to match opening '\(open.last.map(String.init) ?? "")' in SQL string, \
      producing incomplete fragment; did you mean to make this explicit?
      \(margin)  fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
      """
    }
  }

  @Test func `warns about a missing parenthesis on the right line`() {
    assertDiagnostics(
      #"""
      #sql(
        """
        SELECT 1
        FROM (SELECT 2
        """
      )
      """#
    ) {
      """
        FROM (SELECT 2
             ^ warning: Cannot find ')' to match opening '(' in SQL string, producing incomplete fragment; did you mean to make this explicit?
               fix-it: Use 'SQLQueryExpression.init(_:)' to silence this warning
      """
    }
  }

  @Test(arguments: ["?", "?1", ":id", "@id", "$id"])
  func `rejects bind parameters in the literal`(parameter: String) {
    let margin = String(repeating: " ", count: #"#sql("SELECT "#.count)
    assertDiagnostics(#"#sql("SELECT \#(parameter)")"#) {
      """
      #sql("SELECT \(parameter)")
      \(margin)^ error: Invalid bind parameter in literal; use interpolation to bind values into SQL
      """
    }
  }

  @Test func `rejects a bound value within quotes`() {
    assertDiagnostics(#"#sql("SELECT '\(name)%'")"#) {
      #"""
      #sql("SELECT '\(name)%'")
                    ^ error: Bind after opening ''' in SQL string, producing invalid fragment; did you mean to make this explicit? To interpolate raw SQL, use '\(raw:)'
                      fix-it: Insert 'raw: '
      """#
    } fixed: {
      #"""
      #sql("SELECT '\(raw: name)%'")
      """#
    }
  }

  @Test func `rejects a quoted name within quotes`() {
    assertDiagnostics(##"#sql(#"SELECT "\#(quote: name)""#)"##) {
      ##"""
      #sql(#"SELECT "\#(quote: name)""#)
                     ^ error: Bind after opening '"' in SQL string, producing invalid fragment; did you mean to make this explicit? To interpolate raw SQL, use '\(raw:)'
                       fix-it: Insert 'raw: '
      """##
    }
  }

  @Test func `accepts raw text within quotes`() {
    assertMacro(#"#sql("SELECT '\(raw: name)%' FROM \(raw: table)_log")"#) {
      #"TypedSQL.SQLQueryExpression("SELECT '\(raw: name)%' FROM \(raw: table)_log")"#
    }
  }

  @Test func `ignores quotes and interpolations in comments`() {
    assertMacro(#"#sql("SELECT 1 -- \(name)'")"#) {
      #"TypedSQL.SQLQueryExpression("SELECT 1 -- \(name)'")"#
    }
  }
}
