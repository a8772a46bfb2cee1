import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing
import TypedSQLMacroCore

@Suite struct BindMacroTests {
  @Test func `binds a value`() {
    let source = Parser.parse(source: "#bind(1)")
    let expanded = source.expand(macros: ["bind": BindMacro.self]) { _ in
      BasicMacroExpansionContext()
    }
    #expect(expanded.description == "TypedSQL.BindQueryExpression(1)")
  }
}
