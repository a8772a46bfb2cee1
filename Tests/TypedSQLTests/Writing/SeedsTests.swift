import Testing
import TypedSQL

@Suite struct SeedsTests {
  @Test func `consecutive values of one type become one statement`() {
    let statements = Seeds {
      Tag(id: 1, title: "a")
      for title in ["b"] { Tag.Draft(title: title) }
      [Tag.Draft(title: "c")]
      User(id: 1, name: "d")
      if false { User(id: 2) }
    }
    .map { $0.query.description(layout: .singleLine) }
    #expect(
      statements == [
        #"INSERT INTO "tags" ("id", "title") VALUES (1, 'a')"#,
        #"INSERT INTO "tags" ("id", "title") VALUES (NULL, 'b'), (NULL, 'c')"#,
        #"INSERT INTO "users" ("id", "name") VALUES (1, 'd')"#,
      ]
    )
  }
}
