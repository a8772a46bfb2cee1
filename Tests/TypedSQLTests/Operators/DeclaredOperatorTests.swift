import DatabaseTypes
import Testing
import TypedSQL

/// Tests of declared operators in fragments.
@Suite struct DeclaredOperatorTests {
  @Test(arguments: SQLOperator.allCases)
  func `the text of an operator contains its number, which nothing else has`(
    operation: SQLOperator
  ) {
    var fragment = QueryFragment()
    fragment.append(sql: operation.sql)
    #expect(fragment.code.prefix(3) == [Mark.word, Mark.hint, operation.rawValue])
    #expect(DialectHint(rawValue: operation.rawValue) == nil)
    #expect(SQLFunction(rawValue: operation.rawValue) == nil)
    #expect(!Mark.isMark(operation.rawValue))
  }

  @Test func `SQLite gets one space on each side`() {
    let texts = SQLOperator.allCases.map { operation in
      var fragment = QueryFragment()
      fragment.append(sql: operation.sql)
      return fragment.render().sql
    }
    #expect(
      texts == [
        " IS ", " IS NOT ", " LIKE ", " GLOB ", " MATCH ", " IN ", " NOT IN ", " COLLATE ", " / ",
        " % ", " << ", " >> ", " -> ", " ->> ",
      ]
    )
  }
}
