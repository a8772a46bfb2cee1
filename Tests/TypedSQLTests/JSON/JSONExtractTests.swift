import Testing
import TypedSQL
import TypedSQLExtras

@Suite struct JSONExtractTests {
  let row = JSONProfile.columns

  @Test func `a member of an object is extracted by its path`() {
    assertSQL(expression: row.author.jsonExtract(\.links.homepage)) {
      #"json_extract("jsonProfiles"."author", '$."links"."homepage"')"#
    }
  }

  @Test func `elements are counted from either end`() {
    assertSQL(expression: row.tags.jsonExtract(\.[0])) {
      #"json_extract("jsonProfiles"."tags", '$[0]')"#
    }
    assertSQL(expression: row.links.jsonExtract(\.[-1].label)) {
      #"json_extract("jsonProfiles"."links", '$[#-1]."label"')"#
    }
    assertSQL(expression: row.author.jsonExtract(\.tags[2])) {
      #"json_extract("jsonProfiles"."author", '$."tags"[2]')"#
    }
  }

  @Test func `the whole document is extracted by the path of itself`() {
    assertSQL(expression: row.author.jsonExtract(\.self)) {
      #"json_extract("jsonProfiles"."author", '$')"#
    }
  }

  @Test func `a key of a dictionary is bound`() {
    let extract = row.counts.jsonExtract(\.["it's"])
    #expect(extract.queryFragment.render().sql == #"json_extract("jsonProfiles"."counts", ?)"#)
    #expect(extract.queryFragment.bindings == [.text(#"$."it's""#)])
  }

  @Test func `the extracted value has the type of the member`() {
    let _: SQLQueryExpression<String> = row.author.jsonExtract(\.name)
    let _: SQLQueryExpression<String?> = row.author.jsonExtract(\.nickname)
    let _: SQLQueryExpression<String?> = row.author.jsonExtract(\.home.label)
    let _: SQLQueryExpression<String?> = row.editor.jsonExtract(\.name)
    let _: SQLQueryExpression<String?> = row.tags.jsonExtract(\.[0])
    let _: SQLQueryExpression<Int?> = row.counts.jsonExtract(\.["a"])
    let _: SQLQueryExpression<JSONLink.JSONRepresentation> = row.author.jsonExtract(\.links)
    let _: SQLQueryExpression<[String].JSONRepresentation> = row.author.jsonExtract(\.tags)
    let _: SQLQueryExpression<JSONAuthor.JSONRepresentation> = row.author.jsonExtract(\.self)
  }

  @Test func `an object is extracted as a blob, and selected as text`() {
    let links = JSONBProfile.columns.author.jsonbExtract(\.links)
    assertSQL(expression: links) {
      #"jsonb_extract("jsonbProfiles"."author", '$."links"')"#
    }
    #expect(
      links._selectionFragment.description(layout: .singleLine)
        == #"json(jsonb_extract("jsonbProfiles"."author", '$."links"'))"#
    )
    assertSQL(expression: JSONBProfile.columns.author.jsonbExtract(\.name)) {
      #"jsonb_extract("jsonbProfiles"."author", '$."name"')"#
    }
  }

  @Test func `jsonArrayLength counts the elements`() {
    let _: SQLQueryExpression<Int> = row.tags.jsonArrayLength()
    let _: SQLQueryExpression<Int?> = JSONBProfile.columns.aliases.jsonArrayLength()
    assertSQL(expression: row.tags.jsonArrayLength()) {
      #"json_array_length("jsonProfiles"."tags")"#
    }
    assertSQL(expression: row.author.jsonArrayLength(\.tags)) {
      #"json_array_length("jsonProfiles"."author", '$."tags"')"#
    }
  }
}
