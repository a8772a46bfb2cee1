import DatabaseTypes
import IncrementalQueries

/// The rows that a plan keeps in order: all rows of a result, or the first ones and a reserve.
///
/// With a limit or an offset, the result is a window of the first rows, and some rows after it are
/// kept in reserve. A row that comes after the last row kept can be ignored, and when rows
/// disappear, those in reserve move up.
///
/// - Invariant: With a window, all rows up to the bound are kept; without a bound, all rows.
struct MaterializedRows<Key: PlanKey, Element: Sendable>: Sendable {
  /// The window and its reserve.
  private struct Window: Sendable {
    let range: Range<Int>
    let reserve: Int
    /// All rows that are kept; those in the range are the result.
    var elements: [Element] = []
    var bound: (key: Key, sorts: [DatabaseValue])?
  }

  private(set) var rows: OrderedRows<Key>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var window: Window?

  /// Creates an empty list of rows.
  init(_ analyzed: AnalyzedSelect, isSame: @escaping @Sendable (Element, Element) -> Bool) {
    rows = OrderedRows(order: analyzed.rowOrder)
    self.isSame = isSame
    guard let window = analyzed.window else { return }
    // Larger than any number of rows, but without overflow when the reserve is added.
    let most = Int(Int32.max)
    let offset = min(window.offset, most)
    let range = offset..<(offset + min(window.limit ?? most, most))
    self.window = Window(range: range, reserve: max(16, min(range.count, 1024)))
  }

  /// Whether only the first rows are kept.
  var hasWindow: Bool { window != nil }

  /// The rows as a query that runs again may return them, so that their keys need not be stored
  /// twice.
  var known: OrderedRows<Key>.Walk? { hasWindow || rows.count == 0 ? nil : rows.walk }

  /// Returns the key of a row of the result.
  func key(at index: Int) -> Key? {
    let place = (window?.range.lowerBound ?? 0) + index
    return place < rows.count ? rows.keys(in: place..<place + 1).first : nil
  }

  /// The number of first rows to read; `nil` for all.
  var readCount: Int? { window.map { $0.range.upperBound + $0.reserve } }
}

// MARK: - Reading

extension MaterializedRows {
  /// Replaces the rows by those of a query that was run as a whole.
  ///
  /// - Returns: The result.
  mutating func take(_ read: PlanRows<Key, Element>) throws -> [Element] {
    try rows.take(read.keys, read.sorts)
    guard window != nil else { return read.elements }
    let bound = read.elements.count == readCount ? rows.last : nil
    window?.elements = read.elements
    window?.bound = bound
    return visible(in: read.elements)
  }

  /// Replaces the rows by those of a query that was run again.
  mutating func replaceRows(_ read: PlanRows<Key, Element>, after elements: [Element]) throws
    -> ResultChange<[Element]>
  {
    if read.areUnchanged {
      let difference = Difference.inPlace(elements, read.elements, isSame: isSame)
      return ResultChange(run: read.elements, difference, isSame: isSame)
    }
    let old = rows
    let new = try take(read)
    return ResultChange(run: new, difference(from: elements, old, to: new), isSame: isSame)
  }

  private func visible(in elements: [Element]) -> [Element] {
    guard let window else { return elements }
    return Array(elements[window.range.clamped(to: 0..<elements.count)])
  }

  private func difference(from elements: [Element], _ old: OrderedRows<Key>, to new: [Element])
    -> Difference<Element>
  {
    .between(old, elements, rows, new, from: window?.range.lowerBound ?? 0, isSame: isSame)
  }
}

// MARK: - Patching

extension MaterializedRows {
  /// Moves touched rows to their new places.
  ///
  /// - Parameters:
  ///   - elements: The result before the change.
  ///   - touched: The keys of all rows that may have changed, each once.
  ///   - found: The touched rows that satisfy the conditions now.
  ///   - collate: Compares texts by a collation of the application.
  /// - Returns: The change; `nil` if too few rows are left, and the first ones have to be read
  ///   again.
  mutating func patch(
    _ elements: [Element],
    touched: [Key],
    found: [PlacedRow<Key, Element>],
    _ collate: TextComparison
  ) throws -> ResultChange<[Element]>? {
    guard window != nil else {
      let change = try rows.patch(elements, touched: touched, found: found, isSame: isSame, collate)
      return ResultChange(patched: change, isSame: isSame)
    }
    let old = rows
    let near = try found.filter { try isWithinBound($0, collate) }
    guard let change = try patchRetained(touched, near, collate) else { return .unchanged }
    if let updated = updated(elements, by: change) {
      return ResultChange(patched: updated, isSame: isSame)
    }
    guard let window else { return .unchanged }
    if window.bound != nil, window.elements.count < window.range.upperBound {
      rows = old
      return nil
    }
    let new = visible(in: window.elements)
    return ResultChange(patched: difference(from: elements, old, to: new), isSame: isSame)
  }

  /// Changes touched rows that all stay in their places, as most rows of a partition do.
  ///
  /// - Parameters:
  ///   - elements: The result before the change.
  ///   - touched: The keys of all rows that may have changed.
  ///   - found: The touched rows that satisfy the conditions now.
  /// - Returns: `nil` if one of them appeared, disappeared or moved, or if only the first rows are
  ///   kept.
  func patchInPlace(
    _ elements: [Element],
    touched: [Key],
    _ found: PlanRows<Key, Element>
  ) -> ResultChange<[Element]>? {
    guard window == nil, haveSameKeys(touched, found.keys),
      let places = rows.positions(of: found.keys, orderedBy: found.sorts)
    else { return nil }
    var changed: [Int] = []
    for (index, place) in places.enumerated()
    where !isSame(elements[place], found.elements[index]) { changed.append(index) }
    changed.sort { places[$0] < places[$1] }
    let updated = changed.map { index in
      Difference<Element>.Updated(
        oldIndex: places[index],
        newIndex: places[index],
        oldElement: elements[places[index]],
        newElement: found.elements[index],
        isMoved: false
      )
    }
    let difference = Difference(oldCount: elements.count, updated: updated)
    return ResultChange(patched: difference, isSame: isSame)
  }

  private mutating func patchRetained(
    _ touched: [Key],
    _ found: [PlacedRow<Key, Element>],
    _ collate: TextComparison
  ) throws -> Difference<Element>? {
    // Hold the only reference to the elements, so that they are changed in place.
    var elements = window?.elements ?? []
    window?.elements = []
    let change = try rows.patch(elements, touched: touched, found: found, isSame: isSame, collate)
    if let change { try elements.apply(change) }
    window?.elements = elements
    return change
  }

  private func isWithinBound(_ row: PlacedRow<Key, Element>, _ collate: TextComparison) throws
    -> Bool
  {
    guard let bound = window?.bound else { return true }
    return try rows.order.compare(row.sorts, row.key, bound.sorts, bound.key, collate) <= 0
  }

  /// The path of most updates: rows change and stay in their places.
  private func updated(_ elements: [Element], by change: Difference<Element>) -> Difference<
    Element
  >? {
    guard let range = window?.range, change.counts.total == change.updated.count,
      !change.updated.contains(where: \.isMoved)
    else { return nil }
    return Difference(
      oldCount: elements.count,
      updated: change.updated.filter { range.contains($0.newIndex) }.map { item in
        .init(
          oldIndex: item.oldIndex - range.lowerBound,
          newIndex: item.newIndex - range.lowerBound,
          oldElement: item.oldElement,
          newElement: item.newElement,
          isMoved: false
        )
      }
    )
  }

  /// Drops rows after the reserve if there are many more than it should hold.
  ///
  /// - Returns: The keys of the dropped rows.
  mutating func dropExcess() -> [Key] {
    guard let window else { return [] }
    let most = window.range.upperBound + 2 * window.reserve
    guard window.elements.count > most else { return [] }
    let count = window.range.upperBound + window.reserve
    let dropped = rows.keys(in: count..<window.elements.count)
    self.window?.elements.removeLast(window.elements.count - count)
    rows.removeRows(from: count)
    self.window?.bound = rows.last
    return dropped
  }
}

/// Returns whether two lists have the same keys, each once, in any order.
@_specialize(where Key == Int64)
func haveSameKeys<Key: PlanKey>(_ keys: [Key], _ others: [Key]) -> Bool {
  guard keys.count == others.count else { return false }
  var left = Set(keys)
  return others.allSatisfy { left.remove($0) != nil }
}

/// Reads rows of which some may be in reserve.
///
/// There, a row that cannot be decoded is not an error of the statement, which does not return it.
///
/// - Parameter hasReserve: Whether there is a reserve.
func readingReserve<Output, Snapshot: LiveSnapshot>(
  _ hasReserve: Bool,
  of snapshot: Snapshot.Type,
  _ body: () throws -> Output
) throws -> Output {
  do { return try body() } catch {
    guard hasReserve, !Snapshot.isDatabaseError(error), !(error is CancellationError),
      !(error is PlanFailure)
    else { throw error }
    throw PlanFailure.undecodable
  }
}
