public import SQLiteDatabase
public import TypedSQL

/// The module of virtual tables that index boxes: SQLite's R*Tree.
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
public struct RTreeModule: VirtualTableModule {
  /// The name of the module in SQL.
  public var moduleName: String { holdsIntegers ? "rtree_i32" : "rtree" }
  let holdsIntegers: Bool

  /// Creates a definition without dimensions.
  public func makeDefinition(of table: String) -> RTreeBuilder { RTreeBuilder(table: table) }

  /// Returns the columns as SQL: the key, the dimensions, and the further columns.
  public func arguments(of definition: RTreeBuilder, in db: Database) throws -> [QueryFragment] {
    guard !definition.dimensions.isEmpty else {
      throw DefinitionError.misuse(
        "The R*Tree “\(definition.table)” has no dimension. Add one to five with `t.dimension(\"minX\", \"maxX\")`."
      )
    }
    return [QueryFragment(quote: definition.keyName)]
      + definition.dimensions.flatMap { [QueryFragment(quote: $0.0), QueryFragment(quote: $0.1)] }
      // A plus marks a column without an index.
      + definition.columns.map { "+\(quote: $0)" }
  }
}

/// The definition of an R*Tree.
public final class RTreeBuilder {
  let table: String
  var keyName = "id"
  var dimensions: [(String, String)] = []
  var columns: [String] = []

  init(table: String) { self.table = table }

  /// Names the key, which is `id` otherwise.
  public func key(_ name: String) { keyName = name }

  /// Adds a dimension: the columns of its minimum and maximum.
  public func dimension(_ minimum: String, _ maximum: String) {
    dimensions.append((minimum, maximum))
  }

  /// Adds a column that is stored but not indexed.
  public func column(_ name: String) { columns.append(name) }
}

/// Returns the R*Tree module, for ``Database/create(virtualTable:options:using:_:)``.
///
/// The function shares its name with the protocol of typed tables.
///
/// - Parameter holdsIntegers: Whether coordinates are 32-bit integers instead of floating-point
///   numbers.
public func RTree(holdsIntegers: Bool = false) -> RTreeModule {
  RTreeModule(holdsIntegers: holdsIntegers)
}
