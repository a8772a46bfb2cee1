import DatabaseTypes
import Synchronization

/// The way that the columns of a result form a row with related rows.
struct RowShape: Sendable {
  /// A joined table.
  struct Child: Sendable {
    var shape: RowShape
    /// Whether the table has its own row; otherwise the rows below it belong to the row above.
    let isIncluded: Bool
  }

  /// Prefetched rows of an association.
  struct Prefetch: Sendable {
    let key: String
    /// The columns with the values by which the rows are found.
    let columns: Range<Int>
    let steps: [AssociationStep]
    let pairs: [AssociationPair]
  }

  /// The key of the association; `nil` for the row of the request itself.
  let key: String?
  /// Whether the row is missing if all its columns are NULL.
  var isOptional = false
  var columns: [Range<Int>] = []
  var children: [Child] = []
  var prefetches: [Prefetch] = []

  init(key: String?) { self.key = key }

  /// Creates the shape of a row with the first columns only.
  init(columnCount: Int) {
    self.init(key: nil)
    columns = [0..<columnCount]
  }
}

extension RowShape {
  /// Whether rows have no related rows.
  var isFlat: Bool { !hasPrefetches && !hasScopes }

  /// Whether rows are prefetched.
  var hasPrefetches: Bool {
    !prefetches.isEmpty || children.contains { $0.shape.hasPrefetches }
  }

  private var hasScopes: Bool { children.contains { $0.isIncluded || $0.shape.hasScopes } }

  /// All prefetched associations, in the order in which rows use them.
  var allPrefetches: [Prefetch] { prefetches + children.flatMap(\.shape.allPrefetches) }
}

extension RowShape: CustomStringConvertible {
  /// The keys of rows and the positions of their columns.
  ///
  /// Rows that decode differently have different descriptions.
  var description: String {
    let children = children.map { "\($0.isIncluded ? "" : "~")\($0.shape)" }
    let prefetches = prefetches.map { "\($0.key): \($0.pairs) \($0.columns)" }
    return "\(key ?? "")\(isOptional ? "?" : "")\(columns)\(children)\(prefetches)"
  }
}

/// Prefetched rows, by the values that link them to their owners.
typealias FetchedRelations = [[DatabaseValue]: [Row]]

/// An assembly of rows with their related rows.
///
/// The layouts of the parts are created once for all rows.
struct RowAssembly: Sendable {
  private let shape: RowShape
  private let layout: RowLayout
  private let indexes: [Int]
  private let children: [(assembly: RowAssembly, isIncluded: Bool)]
  /// The number of prefetched associations of the row and all rows below it.
  private let prefetchCount: Int

  /// Creates an assembly for the rows of a result.
  init(_ shape: RowShape, _ whole: RowLayout) {
    self.shape = shape
    indexes = shape.columns.flatMap { Array($0) }.filter { $0 < whole.columnNames.count }
    layout = RowLayout(
      columnNames: indexes.map { whole.columnNames[$0] },
      origins: indexes.map { whole.origins[$0] },
      areTimestamps: whole.areTimestamps.isEmpty ? [] : indexes.map { whole.areTimestamps[$0] },
      hasDecimals: whole.hasDecimals,
      areDecimals: whole.areDecimals.isEmpty ? [] : indexes.map { whole.areDecimals[$0] }
    )
    children = shape.children.map { (RowAssembly($0.shape, whole), $0.isIncluded) }
    prefetchCount = shape.allPrefetches.count
  }

  /// Returns a row, with its related rows.
  ///
  /// - Parameter relations: The prefetched rows, in the order of ``RowShape/allPrefetches``.
  func row(_ values: [DatabaseValue], _ relations: [FetchedRelations]) -> Row {
    var row = Row(layout: layout, values: indexes.map { values[$0] })
    if children.isEmpty, shape.prefetches.isEmpty { return row }
    row.related = RelatedRows(
      scopes: scopes(values, relations[...]),
      prefetched: prefetched(values, relations[...]),
      missing: missing(values)
    )
    return row
  }

  private func scopes(
    _ values: [DatabaseValue],
    _ relations: ArraySlice<FetchedRelations>
  ) -> [String: Row?] {
    var scopes: [String: Row?] = [:]
    var rest = relations.dropFirst(shape.prefetches.count)
    for (child, isIncluded) in children {
      let own = rest.prefix(child.prefetchCount)
      rest = rest.dropFirst(child.prefetchCount)
      if isIncluded, let key = child.shape.key {
        scopes[key] = .some(child.rowIfPresent(values, own))
      } else {
        scopes.merge(child.scopes(values, own)) { first, _ in first }
      }
    }
    return scopes
  }

  private func prefetched(
    _ values: [DatabaseValue],
    _ relations: ArraySlice<FetchedRelations>
  ) -> [String: [Row]] {
    var rows: [String: [Row]] = [:]
    for (prefetch, relation) in zip(shape.prefetches, relations) {
      rows[prefetch.key, default: []] += relation[prefetch.columns.map { values[$0] }] ?? []
    }
    var rest = relations.dropFirst(shape.prefetches.count)
    for (child, isIncluded) in children {
      let own = rest.prefix(child.prefetchCount)
      rest = rest.dropFirst(child.prefetchCount)
      if !isIncluded { rows.merge(child.prefetched(values, own)) { $0 + $1 } }
    }
    return rows
  }

  private func rowIfPresent(
    _ values: [DatabaseValue],
    _ relations: ArraySlice<FetchedRelations>
  ) -> Row? {
    isMissing(values) ? nil : row(values, Array(relations))
  }

  private func isMissing(_ values: [DatabaseValue]) -> Bool {
    shape.isOptional && indexes.allSatisfy { values[$0] == .null }
  }

  /// Returns the keys of associations that are prefetched for missing rows.
  private func missing(_ values: [DatabaseValue]) -> Set<String> {
    var keys: Set<String> = []
    for (child, isIncluded) in children where child.prefetchCount > 0 {
      if !isIncluded {
        keys.formUnion(child.missing(values))
      } else if child.isMissing(values) {
        keys.formUnion(child.shape.allPrefetches.map(\.key))
      }
    }
    return keys
  }
}

/// A cache of assemblies, so that each layout is prepared once.
///
/// State: the last preparations, each guarded by a mutex.
final class RowAssemblies: Sendable {
  private let adapted = Mutex<(layout: RowLayout, adaptation: ResolvedRowAdapter)?>(nil)
  private let known = Mutex<(layout: RowLayout, shape: Int, assembly: RowAssembly)?>(nil)

  /// Returns the assembly for a layout, of which the last columns may be hidden.
  func assembly(_ layout: RowLayout, columnCount: Int, _ make: () -> RowShape) -> RowAssembly {
    known.withLock { known in
      if let known, known.layout === layout, known.shape == columnCount { return known.assembly }
      let assembly = RowAssembly(make(), layout)
      known = (layout, columnCount, assembly)
      return assembly
    }
  }

  /// Returns the adaptation of a result by an adapter.
  func adaptation(_ layout: RowLayout, _ adapter: any RowAdapter) throws -> ResolvedRowAdapter {
    try adapted.withLock { adapted in
      if let adapted, adapted.layout === layout { return adapted.adaptation }
      let adaptation = try ResolvedRowAdapter(adapter, layout)
      adapted = (layout, adaptation)
      return adaptation
    }
  }
}
