import Testing
import TypedSQL
import TypedSQLExtras

@Suite struct JSONObjectTests {
  let item = """
    json_object('id', json_quote("jsonItems"."id"), 'title', json_quote("jsonItems"."title"), \
    'isDone', json(CASE "jsonItems"."isDone" WHEN 0 THEN 'false' WHEN 1 THEN 'true' END), \
    'tags', json("jsonItems"."tags"))
    """

  @Test func `a row becomes an object`() {
    assertSQL(expression: JSONItem.columns.jsonObject()) { item }
  }

  @Test func `the rows of a group become an array`() {
    assertSQL(expression: JSONItem.columns.jsonGroupArray()) { "json_group_array(\(item))" }
    let _: SQLQueryExpression<[JSONItem].JSONRepresentation> = JSONItem.columns.jsonGroupArray()
  }

  @Test func `the values of a group become an array`() {
    let row = JSONItem.columns
    assertSQL(
      expression: row.title.jsonGroupArray(distinct: true, order: row.id, filter: row.isDone)
    ) {
      """
      json_group_array(DISTINCT "jsonItems"."title" ORDER BY "jsonItems"."id") \
      FILTER (WHERE "jsonItems"."isDone")
      """
    }
    let _: SQLQueryExpression<[String].JSONRepresentation> = row.title.jsonGroupArray()
  }

  @Test func `rows that an outer join did not match are left out`() {
    assertSQL(expression: JSONItem?.columns.jsonGroupArray()) {
      """
      json_group_array(CASE WHEN ("jsonItems"."rowid") IS NOT (NULL) THEN \(item) END) \
      FILTER (WHERE ("jsonItems"."rowid") IS NOT (NULL))
      """
    }
    let _: SQLQueryExpression<[JSONItem].JSONRepresentation> = JSONItem?.columns.jsonGroupArray()
  }

  @Test func `groups of columns become nested objects`() {
    let link = """
      json_object('homepage', json_quote("jsonGroupeds"."homepage"), \
      'label', json_quote("jsonGroupeds"."label"))
      """
    assertSQL(expression: JSONGrouped.columns.jsonObject()) {
      """
      json_object('id', json_quote("jsonGroupeds"."id"), 'link', \(link), 'other', \
      CASE WHEN ("jsonGroupeds"."homepage", "jsonGroupeds"."label") IS NOT (NULL, NULL) \
      THEN \(link) END)
      """
    }
  }

  @Test func `the case of an enum is a member of the object`() {
    assertSQL(expression: JSONPost.columns.jsonObject()) {
      """
      json_object('id', json_quote("jsonPosts"."id"), 'kind', \
      CASE WHEN ("jsonPosts"."note") IS NOT (NULL) \
      THEN json_object('note', json_object('_0', json_quote("jsonPosts"."note"))) \
      WHEN ("jsonPosts"."homepage", "jsonPosts"."label") IS NOT (NULL, NULL) \
      THEN json_object('link', json_object('_0', \
      json_object('homepage', json_quote("jsonPosts"."homepage"), \
      'label', json_quote("jsonPosts"."label")))) END)
      """
    }
  }

  @Test func `an alias has the same objects as its table`() {
    enum A: AliasName { static let aliasName = "a" }
    let object = JSONGrouped.columns.jsonObject().queryFragment.description(layout: .singleLine)
    assertSQL(expression: TableAlias<JSONGrouped, A>.columns.jsonObject()) {
      object.replacing(#""jsonGroupeds""#, with: #""a""#)
    }
    assertSQL(expression: TableAlias<JSONGrouped, A>?.columns.jsonObject()) {
      #"CASE WHEN ("a"."rowid") IS NOT (NULL) THEN "#
        + object.replacing(#""jsonGroupeds""#, with: #""a""#) + " END"
    }
  }

  @Test func `a JSONB array is selected as text`() {
    let array = JSONBProfile.columns.id.jsonbGroupArray()
    #expect(
      array._selectionFragment.description(layout: .singleLine)
        == #"json(jsonb_group_array("jsonbProfiles"."id"))"#
    )
  }
}
