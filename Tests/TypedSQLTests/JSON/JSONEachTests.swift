import Testing
import TypedSQL

@Suite struct JSONEachTests {
  let row = JSONProfile.columns

  @Test func `the elements of an array are rows`() {
    let each: Select<(), JSONEach<Int, String>, ()> = row.tags.jsonEach()
    assertSQL(each) {
      """
      SELECT "json_each"."key", "json_each"."value"
      FROM json_each("jsonProfiles"."tags")
      """
    }
  }

  @Test func `objects in an array have members`() {
    assertSQL(row.links.jsonEach().select { $0.value.jsonExtract(\.label) }) {
      """
      SELECT json_extract("json_each"."value", '$."label"')
      FROM json_each("jsonProfiles"."links")
      """
    }
  }

  @Test func `the entries of a dictionary are rows`() {
    let each: Select<(), JSONEach<String, Int>, ()> = row.counts.jsonEach()
    assertSQL(each.select(\.value).order(by: \.key)) {
      """
      SELECT "json_each"."value"
      FROM json_each("jsonProfiles"."counts")
      ORDER BY "json_each"."key"
      """
    }
  }

  @Test func `the elements at a place are rows`() {
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

  @Test func `blobs are read as text`() {
    assertSQL(JSONBProfile.columns.aliases.jsonbEach()) {
      """
      SELECT "jsonb_each"."key", "jsonb_each"."value"
      FROM jsonb_each("jsonbProfiles"."aliases")
      """
    }
  }
}
