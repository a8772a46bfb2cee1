import Foundation
import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

@Suite struct JSONModificationTests {
  let row = JSONProfile.columns
  let binary = JSONBProfile.columns

  @Test func `successive calls of one function are merged`() {
    assertSQL(expression: row.author.jsonSet(\.name, "B").jsonSet(\.age, 3)) {
      #"json_set("jsonProfiles"."author", '$."name"', 'B', '$."age"', 3)"#
    }
  }

  @Test func `calls of different functions are nested`() {
    assertSQL(expression: row.author.jsonSet(\.name, "B").jsonRemove(\.nickname)) {
      #"json_remove(json_set("jsonProfiles"."author", '$."name"', 'B'), '$."nickname"')"#
    }
  }

  @Test func `optional members take values and NULL`() {
    assertSQL(expression: row.author.jsonInsert(\.nickname, "B")) {
      #"json_insert("jsonProfiles"."author", '$."nickname"', 'B')"#
    }
    assertSQL(expression: row.author.jsonReplace(\.nickname, #bind(nil))) {
      #"json_replace("jsonProfiles"."author", '$."nickname"', NULL)"#
    }
  }

  @Test func `JSON in JSON stays JSON`() throws {
    let link = JSONLink(homepage: try #require(URL(string: "https://a.b")), label: nil)
    let set = row.author.jsonSet(\.links, #bind(link))
    #expect(
      set.queryFragment.render().sql == #"json_set("jsonProfiles"."author", '$."links"', json(?))"#
    )
    assertSQL(expression: row.author.jsonSet(\.isActive, true)) {
      #"""
      json_set("jsonProfiles"."author", '$."isActive"', json(CASE 1 WHEN 0 THEN 'false' WHEN 1 THEN 'true' END))
      """#
    }
  }

  @Test func `elements of arrays are appended, replaced, removed and inserted`() {
    assertSQL(expression: row.tags.jsonAppend("x").jsonAppend("y")) {
      #"json_insert("jsonProfiles"."tags", '$[#]', 'x', '$[#]', 'y')"#
    }
    assertSQL(expression: row.author.jsonAppend(\.tags, "x")) {
      #"json_insert("jsonProfiles"."author", '$."tags"[#]', 'x')"#
    }
    assertSQL(expression: row.tags.jsonReplace(\.[0], "x")) {
      #"json_replace("jsonProfiles"."tags", '$[0]', 'x')"#
    }
    assertSQL(expression: row.tags.jsonRemove(\.[-1])) {
      #"json_remove("jsonProfiles"."tags", '$[#-1]')"#
    }
    assertSQL(expression: row.tags.jsonArrayInsert(\.[0], "x")) {
      #"json_array_insert("jsonProfiles"."tags", '$[0]', 'x')"#
    }
  }

  @Test func `a blob is converted to text only where it is selected`() {
    let set = binary.author.jsonbSet(\.name, "B")
    assertSQL(expression: set) { #"jsonb_set("jsonbProfiles"."author", '$."name"', 'B')"# }
    #expect(
      set._selectionFragment.description(layout: .singleLine)
        == #"json(jsonb_set("jsonbProfiles"."author", '$."name"', 'B'))"#
    )
    assertSQL(expression: binary.tags.jsonbAppend("x")) {
      #"jsonb_insert("jsonbProfiles"."tags", '$[#]', 'x')"#
    }
  }

  @Test func `an optional document can be changed`() {
    assertSQL(expression: row.editor.jsonSet(\.name, "B")) {
      #"json_set("jsonProfiles"."editor", '$."name"', 'B')"#
    }
    let _: _JSONModification<JSONAuthor.JSONRepresentation?> = row.editor.jsonSet(\.name, "B")
  }

  @Test func `jsonPatch merges another object`() {
    assertSQL(expression: row.author.jsonPatch(row.editor)) {
      #"json_patch("jsonProfiles"."author", "jsonProfiles"."editor")"#
    }
  }

  @Test func `an element or an entry of any type that is Codable can be set`() {
    let basket = Basket.columns
    let item = BasketItem(name: "Milk")
    assertSQL(expression: basket.items.jsonSet(\.[0], item)) {
      """
      json_set("baskets"."items", '$[0]', json('{
        "name" : "Milk"
      }'))
      """
    }
    assertSQL(expression: basket.items.jsonReplace(\.[-1], item)) {
      """
      json_replace("baskets"."items", '$[#-1]', json('{
        "name" : "Milk"
      }'))
      """
    }
    assertSQL(expression: basket.items.jsonAppend(item)) {
      """
      json_insert("baskets"."items", '$[#]', json('{
        "name" : "Milk"
      }'))
      """
    }
    assertSQL(expression: basket.items.jsonbAppend(item)) {
      """
      jsonb_insert("baskets"."items", '$[#]', json('{
        "name" : "Milk"
      }'))
      """
    }
    assertSQL(expression: basket.stored.jsonbSet(\.[0], item)) {
      """
      jsonb_set("baskets"."stored", '$[0]', json('{
        "name" : "Milk"
      }'))
      """
    }
    let update = Basket.update { $0.stored = $0.stored.jsonbSet(\.[0], item) }
    assertSQL(update) {
      """
      UPDATE "baskets"
      SET "stored" = jsonb_set("baskets"."stored", '$[0]', json('{
        "name" : "Milk"
      }'))
      """
    }
  }
}

/// A type of elements that has no columns.
struct BasketItem: Codable, Sendable, Equatable {
  var name = ""
}

@Table struct Basket {
  let id: Int
  @Column(as: [BasketItem].JSONRepresentation.self) var items: [BasketItem]
  @Column(as: [BasketItem].JSONBRepresentation.self) var stored: [BasketItem]
}
