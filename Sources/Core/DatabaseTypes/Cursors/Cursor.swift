/// A source of elements that are fetched one by one, each of which may fail.
///
/// ```swift
/// try database.read { db in
///   let titles = try String.fetchCursor(db, sql: "SELECT title FROM reminders ORDER BY title")
///   while let title = try titles.next() { print(title) }
///   let lengths = try String.fetchCursor(db, sql: "SELECT title FROM reminders").map(\.count)
///   let longest = try lengths.max()
/// }
/// ```
///
/// Cursors made from a cursor, such as by `map` or `prefix`, are lazy: they read their source only
/// when they are asked for an element. A cursor can be read only once, and only within the access
/// in which it was created.
public protocol Cursor<Element>: AnyObject {
  /// The type of the fetched elements.
  associatedtype Element

  /// Returns the next element, or `nil` after the last.
  ///
  /// - Throws: An error if it could not be fetched.
  func next() throws -> Element?
}

extension Cursor {
  /// Calls a closure with each remaining element.
  ///
  /// - Throws: The errors of the cursor or the closure.
  @inlinable
  public func forEach(_ body: (Element) throws -> Void) throws {
    while let element = try next() { try body(element) }
  }

  /// Returns whether no element is left; if there is one, it is consumed.
  ///
  /// - Throws: The errors of the cursor.
  @inlinable
  public func isEmpty() throws -> Bool { try next() == nil }

  /// Returns the first remaining element that satisfies a condition; the elements before it are
  /// consumed.
  ///
  /// - Throws: The errors of the cursor or the condition.
  @inlinable
  public func first(where predicate: (Element) throws -> Bool) throws -> Element? {
    while let element = try next() { if try predicate(element) { return element } }
    return nil
  }

  /// Returns whether a remaining element satisfies a condition; it is read up to that element.
  ///
  /// - Throws: The errors of the cursor or the condition.
  @inlinable
  public func contains(where predicate: (Element) throws -> Bool) throws -> Bool {
    try first(where: predicate) != nil
  }

  /// Combines the remaining elements using a closure.
  ///
  /// - Throws: The errors of the cursor or the closure.
  @inlinable
  public func reduce<Result>(
    _ initial: Result,
    _ next: (Result, Element) throws -> Result
  ) throws -> Result {
    try reduce(into: initial) { $0 = try next($0, $1) }
  }

  /// Combines the remaining elements into a value that a closure updates in place.
  ///
  /// - Throws: The errors of the cursor or the closure.
  @inlinable
  public func reduce<Result>(
    into initial: Result,
    _ update: (inout Result, Element) throws -> Void
  ) throws -> Result {
    var result = initial
    while let element = try next() { try update(&result, element) }
    return result
  }

  /// Returns the greatest remaining element, or `nil` if no element is left.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first comes before the second.
  /// - Throws: The errors of the cursor or the closure.
  @inlinable
  public func max(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) throws -> Element? {
    guard var greatest = try next() else { return nil }
    while let element = try next() {
      if try areInIncreasingOrder(greatest, element) { greatest = element }
    }
    return greatest
  }

  /// Returns the least remaining element, or `nil` if no element is left.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first comes before the second.
  /// - Throws: The errors of the cursor or the closure.
  @inlinable
  public func min(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) throws -> Element? {
    try max { try areInIncreasingOrder($1, $0) }
  }
}

extension Cursor where Element: Equatable {
  /// Returns whether a remaining element equals a value; the cursor is read up to that element.
  ///
  /// - Throws: The errors of the cursor.
  @inlinable
  public func contains(_ element: Element) throws -> Bool { try contains { $0 == element } }
}

extension Cursor where Element: Comparable {
  /// Returns the greatest remaining element, or `nil` if no element is left.
  ///
  /// - Throws: The errors of the cursor.
  @inlinable
  public func max() throws -> Element? { try max(by: <) }

  /// Returns the least remaining element, or `nil` if no element is left.
  ///
  /// - Throws: The errors of the cursor.
  @inlinable
  public func min() throws -> Element? { try min(by: <) }
}

extension Cursor where Element: StringProtocol {
  /// Concatenates the remaining strings.
  ///
  /// - Parameter separator: The string to insert between two of them.
  /// - Throws: The errors of the cursor.
  public func joined(separator: String = "") throws -> String {
    var texts: [Element] = []
    try forEach { texts.append($0) }
    return texts.joined(separator: separator)
  }
}
