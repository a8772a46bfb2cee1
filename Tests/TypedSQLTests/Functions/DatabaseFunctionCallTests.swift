import Foundation
import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

@DatabaseFunction func callExclaim(_ text: String) -> String { text + "!" }
@DatabaseFunction("is enabled") func callEnabled() -> Bool { true }
@DatabaseFunction func callMaybe(_ text: String?, times: Int = 2) -> String? { text }
@DatabaseFunction func callTitle(of item: JSONItem) -> String { item.title }
@DatabaseFunction func callSum(_ numbers: some Sequence<Int>) -> Int { numbers.reduce(0, +) }
@DatabaseFunction func callPairs(_ pairs: some Sequence<(Int, title: String)>) -> Int { 0 }
@DatabaseFunction func callVoid() {}
@DatabaseFunction(as: (([String].JSONRepresentation) -> [String].JSONRepresentation).self)
func callJSON(_ tags: [String]) -> [String] { tags }
@DatabaseFunction var callNow: Int { 1 }

@Suite struct DatabaseFunctionCallTests {
  let item = JSONItem.columns

  @Test func `a call has the function's name in quotes`() {
    assertSQL(expression: $callExclaim(item.title)) { #""callExclaim"("jsonItems"."title")"# }
    assertSQL(expression: $callEnabled()) { #""is enabled"()"# }
    assertSQL(expression: $callVoid()) { #""callVoid"()"# }
    assertSQL(expression: $callNow) { #""callNow"()"# }
  }

  @Test func `omitted arguments get their default values`() {
    assertSQL(expression: $callMaybe(item.title)) { #""callMaybe"("jsonItems"."title", 2)"# }
    assertSQL(expression: $callMaybe(item.title, times: item.id)) {
      #""callMaybe"("jsonItems"."title", "jsonItems"."id")"#
    }
  }

  @Test func `a row is passed as its columns`() {
    assertSQL(expression: $callTitle(of: item)) {
      """
      "callTitle"("jsonItems"."id", "jsonItems"."title", "jsonItems"."isDone", "jsonItems"."tags")
      """
    }
    #expect($callTitle.argumentCount == 4)
  }

  @Test func `a represented argument takes a column of that representation`() {
    assertSQL(expression: $callJSON(item.tags)) { #""callJSON"("jsonItems"."tags")"# }
  }

  @Test func `an aggregate's rows can be distinct, ordered and filtered`() {
    assertSQL(expression: $callSum(item.id)) { #""callSum"("jsonItems"."id")"# }
    assertSQL(
      expression: $callSum(item.id, distinct: true, order: item.title, filter: item.isDone)
    ) {
      """
      "callSum"(DISTINCT "jsonItems"."id" ORDER BY "jsonItems"."title") \
      FILTER (WHERE "jsonItems"."isDone")
      """
    }
    assertSQL(expression: $callPairs(item.id, title: item.title, filter: item.isDone)) {
      #""callPairs"("jsonItems"."id", "jsonItems"."title") FILTER (WHERE "jsonItems"."isDone")"#
    }
  }

  @Test func `a function can be passed on as a value and called`() {
    func call(_ function: some ScalarDatabaseFunction<(String), String>) -> QueryFragment {
      function(item.title).queryFragment
    }
    #expect(
      call($callExclaim).description(layout: .singleLine)
        == #""callExclaim"("jsonItems"."title")"#
    )
  }

  @Test func `an error says how to fix it`() {
    #expect(
      DatabaseFunctionError.missingArgument("text", function: "exclaim").description.contains(
        "Make the parameter optional"
      )
    )
  }
}
