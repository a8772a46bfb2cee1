public import Foundation
public import TypedSQL

// Shapes of declarations that the macros have to expand to code that compiles.

@Table struct PlainShape {
  let id: Int
  var title = ""
  var note: String?
  @Column("is_done") var isDone = false
  @Column(as: String?.self) var alias: String?
  var created = Date()
  var key = UUID()
  var factor = 60 * 5
  @Ephemeral var cache = [1, 2]
  var bytes: [UInt8] { [] }
  static let shared = 1
  var watched = 1 { didSet { _ = oldValue } }
  @Column(generated: .virtual) let length: Int
  var `default`: Int
  var all = true
}

@Selection struct GroupShape {
  var isOutOfStock = false
  var count: Int  // how many
}

@Table struct GroupedShape {
  @Column(primaryKey: true) let key: GroupShape
  var other: PlainShape?
}

@Table struct KeylessShape {
  @Column(primaryKey: false) let id: Int
  @Column(lazyInitializable: true) var createdAt: Date
  @Column(lazyInitializable: true) let name: String
}

@Table("shape", schema: "main") public struct PublicShape {
  public let id: UUID
  var hidden: HiddenValue
  private var secret = 1
}

enum HiddenValue: String, QueryBindable { case a, b }

private enum Outer {
  @Table struct Inner {
    let id: Int
    var status = Status.active
    var other: Self.Status?
    enum Status: Int, QueryBindable { case active, idle }
  }
  @Table fileprivate struct Second { var x = 1 }
}
