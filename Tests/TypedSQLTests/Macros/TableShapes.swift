public import Foundation
public import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

// Declarations of many shapes; the macros must expand each to code that compiles.

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
  var `class` = Date()
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

/// A table that is visible to other modules.
@Table("shape", schema: "main") public struct PublicShape {
  /// The row's key.
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

@Selection struct ImageShape {
  var url: String
  var caption: String?
}

@Table enum CaseShape {
  case note(String)
  case image(ImageShape)
  @Column("due", as: Date.self)
  case date(Date)
  case labelled(text: String = "")
  case `default`(Int)
}

@Selection enum SingleCaseShape { case only(Int) }

@Table struct EnumHolder {
  let id: Int
  var kind: CaseShape
  var other: SingleCaseShape?
}

private func uses() {
  _ = CaseShape.Columns.note("x")
  _ = CaseShape.Columns.image(ImageShape.Columns(url: "x"))
  _ = CaseShape.Columns.labelled()
  _ = EnumHolder.columns.kind.is(\.note)
  _ = EnumHolder.Draft(kind: .note(""))
}

struct GenericOuter<T: QueryBindable> {
  @Table struct Inner {
    let id: Int
    var name: String
  }
}

// Conformances and members that people add to a table.

@Table struct ConformingShape: Codable, Hashable, Identifiable, Sendable {
  let id: Int
  var title = ""
  @Column(as: [String].JSONRepresentation.self) var notes: [String] = []
  @Column(as: [String]?.JSONRepresentation.self) var others: [String]?
  var isDeleted = false

  static let all = Self.where { !$0.isDeleted }
}

extension ConformingShape.Draft: Codable, Equatable, Identifiable, Sendable {}

extension ConformingShape.TableColumns {
  var isUntitled: some QueryExpression<Bool> { title.eq("") }
}

@Table struct TextShape: FTS5 {
  var title: String
  var notes: String
}

struct ExtendedOuter {}

extension ExtendedOuter {
  enum Kind: String, QueryBindable { case a, b }

  @Table struct Inner {
    @Column(primaryKey: true) let kind: Kind
    var group: Group
    var date = Date()
  }

  @Selection struct Group { var x = 1 }
  @Selection enum Choice {
    case group(Group)
    case kind(Kind)
  }
}

@Table private struct ObservedShape {
  private let id: UUID
  fileprivate var name: String { willSet {} }
  var list: HiddenValue? = nil
}

@Table @available(macOS 15, *) struct AvailableShape { var x: Int }

/// A composite key.
@Selection public struct PublicKey: Hashable, Sendable {
  /// The first part.
  public let first: Int
  /// The second part.
  public let second: String
}

/// A table with a composite key.
@Table public struct PublicKeyedShape: Sendable {
  /// The key.
  public let id: PublicKey
  /// A column that the database may fill.
  @Column(lazyInitializable: true) public var createdAt: Date

  /// Creates a row.
  public init(id: PublicKey, createdAt: Date) {
    self.id = id
    self.createdAt = createdAt
  }
}
