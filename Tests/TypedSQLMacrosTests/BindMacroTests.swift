import Testing

@Suite struct BindMacroTests {
  @Test func `binds a value`() {
    assertMacro("#bind(1)") { "TypedSQL.BindQueryExpression(1)" }
  }

  @Test func `binds a value in a representation`() {
    assertMacro("#bind(date, as: Date.UnixTimeRepresentation.self)") {
      "TypedSQL.BindQueryExpression(date, as: Date.UnixTimeRepresentation.self)"
    }
  }
}
