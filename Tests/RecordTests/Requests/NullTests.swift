import DatabaseTypes
import LiveSQL
import Testing

/// Requests for values that distinguish NULL from a missing row, if the type can be NULL.
@Suite struct NullTests {
  typealias Item = Groceries.Item

  @Test func `NULL is a value of a type that can be NULL`() throws {
    try Groceries.database().read { db throws in
      let (null, none) = (Item.filter(Column("id") == 4), Item.filter(Column("id") == 40))
      let quantity = Column("quantity")
      #expect(try null.select(quantity, as: DatabaseValue.self).fetchOne(db) == .some(.null))
      #expect(try none.select(quantity, as: DatabaseValue.self).fetchOne(db) == nil)
      #expect(try null.select(quantity, as: Int?.self).fetchOne(db) == .some(nil))
      #expect(try none.select(quantity, as: Int?.self).fetchOne(db) == nil)
      #expect(try null.select(quantity, as: Int.self).fetchOne(db) == nil)
      let sql = SQLRequest<DatabaseValue>(sql: "SELECT quantity FROM item WHERE id = 4")
      #expect(try sql.fetchOne(db) == .some(.null))
      // The same for a request with a join, whose rows are put together.
      let joined = null.annotated(with: Column("name")).select(quantity, as: DatabaseValue.self)
      #expect(try joined.fetchOne(db) == .some(.null))
    }
  }
}
