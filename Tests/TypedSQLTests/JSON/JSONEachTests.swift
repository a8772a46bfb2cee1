import Testing
import TypedSQL
import TypedSQLExtras

@Suite struct JSONEachTests {
  let row = JSONProfile.columns

  @Test func `the elements of an array are rows`() {
    let each: SelectOf<JSONEach<Int, String>> = row.tags.jsonEach()
    assertSQL(each) {
      """
      SELECT "json_each"."key", "json_each"."value"
      FROM json_each("jsonProfiles"."tags")
      """
    }
  }

  @Test func `members of the objects in an array can be extracted`() {
    assertSQL(row.links.jsonEach().select { $0.value.jsonExtract(\.label) }) {
      """
      SELECT json_extract("json_each"."value", '$."label"')
      FROM json_each("jsonProfiles"."links")
      """
    }
  }

  @Test func `the entries of a dictionary are rows`() {
    let each: SelectOf<JSONEach<String, Int>> = row.counts.jsonEach()
    assertSQL(each.select(\.value).order(by: \.key)) {
      """
      SELECT "json_each"."value"
      FROM json_each("jsonProfiles"."counts")
      ORDER BY "json_each"."key"
      """
    }
  }

  @Test func `the elements at a path are rows`() {
    assertSQL(row.author.jsonEach(\.tags)) {
      """
      SELECT "json_each"."key", "json_each"."value"
      FROM json_each("jsonProfiles"."author", '$."tags"')
      """
    }
  }

  @Test func `rows are joined with their elements`() {
    let tags = JSONProfile.columns.tags.jsonEach()
    assertSQL(JSONProfile.join(tags) { _, _ in true }.select { ($0.id, $1.value) }) {
      """
      SELECT "jsonProfiles"."id", "json_each"."value"
      FROM "jsonProfiles"
      JOIN json_each("jsonProfiles"."tags") ON 1
      """
    }
  }

  @Test func `elements of a blob are read by jsonb_each`() {
    assertSQL(JSONBProfile.columns.aliases.jsonbEach()) {
      """
      SELECT "jsonb_each"."key", "jsonb_each"."value"
      FROM jsonb_each("jsonbProfiles"."aliases")
      """
    }
  }

  @Test func `rows can be filtered by a condition on their elements`() {
    assertSQL(
      JSONProfile.where {
        $0.links.jsonEach().where { $0.value.jsonExtract(\.label).eq("a") }.exists()
      }
      .select(\.id)
    ) {
      """
      SELECT "jsonProfiles"."id"
      FROM "jsonProfiles"
      WHERE (EXISTS (
        SELECT "json_each"."key", "json_each"."value"
        FROM json_each("jsonProfiles"."links")
        WHERE ((json_extract("json_each"."value", '$."label"')) = ('a'))
      ))
      """
    }
  }

  @Test func `the elements can have an alias`() {
    enum Tag: AliasName {}
    let tags = JSONProfile.columns.tags.jsonEach().as(Tag.self)
    assertSQL(tags) {
      """
      SELECT "tags"."key", "tags"."value"
      FROM json_each("jsonProfiles"."tags") AS "tags"
      """
    }
    assertSQL(JSONProfile.join(tags) { $0.id.eq($1.key) }.select { ($0.id, $1.value) }) {
      """
      SELECT "jsonProfiles"."id", "tags"."value"
      FROM "jsonProfiles"
      JOIN json_each("jsonProfiles"."tags") AS "tags" ON ("jsonProfiles"."id") = ("tags"."key")
      """
    }
  }

  @Test func `elements under an alias can be filtered`() {
    enum Outer: AliasName {}
    let outer = JSONProfile.columns.links.jsonEach().as(Outer.self)
    assertSQL(outer.where { $0.value.jsonExtract(\.label).eq("a") }.select(\.key)) {
      """
      SELECT "outers"."key"
      FROM json_each("jsonProfiles"."links") AS "outers"
      WHERE ((json_extract("outers"."value", '$."label"')) = ('a'))
      """
    }
  }

  @Test func `a subquery in FROM takes an alias`() {
    enum Other: AliasName {}
    assertSQL(JSONItem.from(JSONItem.limit(1)).as(Other.self).select(\.id)) {
      """
      SELECT "others"."id"
      FROM (
        SELECT "jsonItems"."id", "jsonItems"."title", "jsonItems"."isDone", "jsonItems"."tags"
        FROM "jsonItems"
        LIMIT 1
      ) AS "others"
      """
    }
  }
}
