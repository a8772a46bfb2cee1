import DatabaseTypes
import Synchronization

/// How the columns of a result make a row with others in it.
struct RowShape: Sendable {
  /// A joined table.
  struct Child: Sendable {
    var shape: RowShape
    /// Whether it has a row of its own; else the rows below it belong to the row above.
    let isIncluded: Bool
  }

  /// Rows that are fetched afterwards.
  struct Prefetch: Sendable {
    let key: String
    /// Where the values are by which they are found.
    let columns: Range<Int>
    let steps: [AssociationStep]
    let pairs: [AssociationPair]
  }

  /// The key of the association; `nil` for the row of the request itself.
  let key: String?
  /// Whether it has no row where all its columns are NULL.
  var isOptional = false
  var columns: [Range<Int>] = []
  var children: [Child] = []
  var prefetches: [Prefetch] = []

  init(key: String?) { self.key = key }

  /// The first columns alone.
  init(columnCount: Int) {
    self.init(key: nil)
    columns = [0..<columnCount]
  }
}

extension RowShape {
  /// Whether rows are as they come.
  var isFlat: Bool { !hasPrefetches && !hasScopes }

  /// Whether rows are fetched afterwards.
  var hasPrefetches: Bool {
    !prefetches.isEmpty || children.contains { $0.shape.hasPrefetches }
  }

  private var hasScopes: Bool { children.contains { $0.isIncluded || $0.shape.hasScopes } }

  /// What is fetched afterwards, in the order in which rows ask for it.
  var allPrefetches: [Prefetch] { prefetches + children.flatMap(\.shape.allPrefetches) }
}

extension RowShape: CustomStringConvertible {
  /// The names under which rows are found, and where their columns are: different for rows that decode differently.
  var description: String {
    let children = children.map { "\($0.isIncluded ? "" : "~")\($0.shape)" }
    let prefetches = prefetches.map { "\($0.key): \($0.pairs) \($0.columns)" }
    return "\(key ?? "")\(isOptional ? "?" : "")\(columns)\(children)\(prefetches)"
  }
}

/// The rows that were fetched for others, by the values by which they are found.
typealias FetchedRelations = [[DatabaseValue]: [Row]]

/// Makes rows with others in them.
///
/// The layouts of the parts are made once for all rows.
struct RowAssembly: Sendable {
  private let shape: RowShape
  private let layout: RowLayout
  private let indexes: [Int]
  private let children: [(assembly: RowAssembly, isIncluded: Bool)]
  /// How many things are fetched afterwards for it and all below.
  private let prefetchCount: Int

  /// Prepares for the rows of a result.
  init(_ shape: RowShape, _ whole: RowLayout) {
    self.shape = shape
    indexes = shape.columns.flatMap { Array($0) }.filter { $0 < whole.columnNames.count }
    layout = RowLayout(
      columnNames: indexes.map { whole.columnNames[$0] },
      origins: indexes.map { whole.origins[$0] },
      moments: whole.moments.isEmpty ? [] : indexes.map { whole.moments[$0] }
    )
    children = shape.children.map { (RowAssembly($0.shape, whole), $0.isIncluded) }
    prefetchCount = shape.allPrefetches.count
  }

  /// The row, with those that belong to it.
  ///
  /// - Parameter relations: What was fetched, in the order of ``RowShape/allPrefetches``.
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

  /// The keys of what is fetched afterwards for rows that are not there.
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

/// Prepares for the rows of each layout once.
///
/// State: what was prepared last, guarded by a mutex.
final class RowAssemblies: Sendable {
  private let adapted = Mutex<(layout: RowLayout, adaptation: RowAdaptation)?>(nil)
  private let known = Mutex<(layout: RowLayout, shape: Int, assembly: RowAssembly)?>(nil)

  /// What makes rows of a layout, of which the last columns may be for no reader.
  func assembly(_ layout: RowLayout, columnCount: Int, _ make: () -> RowShape) -> RowAssembly {
    known.withLock { known in
      if let known, known.layout === layout, known.shape == columnCount { return known.assembly }
      let assembly = RowAssembly(make(), layout)
      known = (layout, columnCount, assembly)
      return assembly
    }
  }

  /// How an adapter sees the rows of a result.
  func adaptation(_ layout: RowLayout, _ adapter: any RowAdapter) throws -> RowAdaptation {
    try adapted.withLock { adapted in
      if let adapted, adapted.layout === layout { return adapted.adaptation }
      let adaptation = try RowAdaptation(adapter, layout)
      adapted = (layout, adaptation)
      return adaptation
    }
  }
}
