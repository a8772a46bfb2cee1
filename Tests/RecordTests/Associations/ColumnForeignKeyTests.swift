import LiveSQL
import Testing

/// Foreign keys of associations that are written with columns.
@Suite struct ColumnForeignKeyTests {
  struct Parent: Codable, Hashable, FetchableRecord, PersistableRecord {
    enum Columns: String, ColumnExpression { case id }
    var id: Int64
    static let children = hasMany(Child.self, using: ForeignKey([Column("parentId")]))
  }

  struct Child: Codable, Hashable, FetchableRecord, PersistableRecord {
    enum Columns: String, ColumnExpression { case id, parentId }
    var id: Int64
    var parentId: Int64
    static let parent = belongsTo(
      Parent.self,
      using: ForeignKey([Columns.parentId], to: [Parent.Columns.id])
    )
  }

  @Test func `columns are the columns of an association`() throws {
    #expect(ForeignKey([Column("a"), Column("b")]) == ForeignKey(["a", "b"]))
    let database = try makeQueue(
      "CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (id INTEGER, parentId INTEGER)"
    )
    try database.write { db throws in
      try Parent(id: 1).insert(db)
      try Child(id: 2, parentId: 1).insert(db)
      try Child(id: 3, parentId: 9).insert(db)
      #expect(try Parent.joining(required: Parent.children).fetchCount(db) == 1)
      #expect(try Child.joining(required: Child.parent).fetchAll(db).map(\.id) == [2])
    }
  }
}
