/// All that the expansion of `@Table` or `@Selection` depends on.
struct TableModel: Equatable {
  /// Which macro is expanded.
  enum Role: String {
    case table = "Table"
    case selection = "Selection"
  }

  enum Content: Equatable {
    case columns([ColumnModel])
    case cases([CaseModel])
  }

  var role: Role
  /// The type, as code inside of it names it.
  var name: String
  /// The table's name: the source text of a string literal.
  var tableName: String
  /// The schema's name: the source text of a string literal.
  var schemaName: String?
  var content: Content
  /// Whether the type is public, so that its members may show public types only.
  var isPublic = false
  /// Whether the type is or stands in a generic one, which may not store static properties.
  var isGeneric = false
  /// Whether the type stands in another one, whose types an extension does not see.
  var isNested = false
  /// Whether the other of `@Table` and `@Selection` is applied, too.
  var isSelectionToo = false
  /// Whether the type gets coding keys that are called as its columns.
  var writesCodingKeys = false
  /// The `@available` attributes of the type, one a line.
  var availability: [String] = []

  var columns: [ColumnModel] {
    guard case .columns(let columns) = content else { return [] }
    return columns
  }

  var primaryKey: ColumnModel? { columns.first(where: \.isPrimaryKey) }

  /// The protocols to conform to, without their module.
  var conformances: [String] {
    var names = isSelection ? ["Table", "_Selection"] : ["Table"]
    if primaryKey != nil { names.append("PrimaryKeyedTable") }
    return names + ["PartialSelectStatement"]
  }

  private var isSelection: Bool { role == .selection || isSelectionToo }
}
