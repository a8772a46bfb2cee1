public import SQLiteDatabase
public import TypedSQL

/// The kind of virtual table that indexes boxes: SQLite's R*Tree.
///
/// ```swift
/// try db.create(virtualTable: "place_box", using: RTree()) { t in
///   t.key("id")
///   t.dimension("minX", "maxX")
///   t.dimension("minY", "maxY")
///   t.column("name")
/// }
/// // CREATE VIRTUAL TABLE "place_box" USING rtree("id", "minX", "maxX", "minY", "maxY", +"name")
/// ```
///
/// https://www.sqlite.org/rtree.html
public struct BoxIndexModule: VirtualTableModule {
  /// The name of the module in SQL.
  public var moduleName: String { holdsIntegers ? "rtree_i32" : "rtree" }
  let holdsIntegers: Bool

  /// Begins the definition of a table.
  public func makeDefinition(of table: String) -> BoxIndexBuilder { BoxIndexBuilder(table: table) }

  /// The arguments of the module.
  public func arguments(of definition: BoxIndexBuilder, in db: Database) throws -> [QueryFragment] {
    guard !definition.dimensions.isEmpty else {
      throw DefinitionError.misuse(
        "The R*Tree “\(definition.table)” has no dimension. Add one to five by `t.dimension(\"minX\", \"maxX\")`."
      )
    }
    return [QueryFragment(quote: definition.keyName)]
      + definition.dimensions.flatMap { [QueryFragment(quote: $0.0), QueryFragment(quote: $0.1)] }
      // A plus marks a column that is not indexed.
      + definition.columns.map { "+\(quote: $0)" }
  }
}

/// An index of boxes while it is defined.
public final class BoxIndexBuilder {
  let table: String
  var keyName = "id"
  var dimensions: [(String, String)] = []
  var columns: [String] = []

  init(table: String) { self.table = table }

  /// Names the key; `id` unless said.
  public func key(_ name: String) { keyName = name }

  /// Adds a dimension: the columns of its least and its greatest number.
  public func dimension(_ minimum: String, _ maximum: String) {
    dimensions.append((minimum, maximum))
  }

  /// Adds a column that is stored, and not indexed.
  public func column(_ name: String) { columns.append(name) }
}

/// The kind of virtual table that indexes boxes, for ``Database/create(virtualTable:options:using:_:)``.
///
/// It shares its name with the protocol of typed tables.
///
/// - Parameter holdsIntegers: Whether coordinates are integers of 32 bits, and not floating-point numbers.
public func RTree(holdsIntegers: Bool = false) -> BoxIndexModule {
  BoxIndexModule(holdsIntegers: holdsIntegers)
}
