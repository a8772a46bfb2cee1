/// A source of elements, fetched one by one, each of which may fail.
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
/// What is made of a cursor, as by `map` or `prefix`, takes its elements from it, when it is asked for its own. A cursor is
/// read once, from its beginning to its end, and is used within the access in which it was made.
public protocol Cursor<Element>: AnyObject {
  /// What is fetched.
  associatedtype Element

  /// The next element; `nil` after the last.
  ///
  /// - Throws: Why it could not be fetched.
  func next() throws -> Element?
}

extension Cursor {
  /// Runs a closure with each element that is left.
  ///
  /// - Throws: What the cursor or the closure throws.
  @inlinable
  public func forEach(_ body: (Element) throws -> Void) throws {
    while let element = try next() { try body(element) }
  }

  /// Whether no element is left; if there is one, it is read and gone.
  ///
  /// - Throws: What the cursor throws.
  @inlinable
  public func isEmpty() throws -> Bool { try next() == nil }

  /// The first element of those that are left for which a condition holds; what comes before it is read and gone.
  ///
  /// - Throws: What the cursor or the condition throws.
  @inlinable
  public func first(where predicate: (Element) throws -> Bool) throws -> Element? {
    while let element = try next() { if try predicate(element) { return element } }
    return nil
  }

  /// Whether a condition holds for an element that is left; it is read as far as that element.
  ///
  /// - Throws: What the cursor or the condition throws.
  @inlinable
  public func contains(where predicate: (Element) throws -> Bool) throws -> Bool {
    try first(where: predicate) != nil
  }

  /// What a closure makes of the elements that are left, one after the other.
  ///
  /// - Throws: What the cursor or the closure throws.
  @inlinable
  public func reduce<Result>(
    _ initial: Result,
    _ next: (Result, Element) throws -> Result
  ) throws -> Result {
    try reduce(into: initial) { $0 = try next($0, $1) }
  }

  /// What a closure makes of the elements that are left, one after the other, in place.
  ///
  /// - Throws: What the cursor or the closure throws.
  @inlinable
  public func reduce<Result>(
    into initial: Result,
    _ update: (inout Result, Element) throws -> Void
  ) throws -> Result {
    var result = initial
    while let element = try next() { try update(&result, element) }
    return result
  }

  /// The greatest of the elements that are left; `nil` where there is none.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first comes before the second.
  /// - Throws: What the cursor or the closure throws.
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

  /// The least of the elements that are left; `nil` where there is none.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first comes before the second.
  /// - Throws: What the cursor or the closure throws.
  @inlinable
  public func min(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) throws -> Element? {
    try max { try areInIncreasingOrder($1, $0) }
  }
}

extension Cursor where Element: Equatable {
  /// Whether an element is among those that are left; it is read as far as that element.
  ///
  /// - Throws: What the cursor throws.
  @inlinable
  public func contains(_ element: Element) throws -> Bool { try contains { $0 == element } }
}

extension Cursor where Element: Comparable {
  /// The greatest of the elements that are left; `nil` where there is none.
  ///
  /// - Throws: What the cursor throws.
  @inlinable
  public func max() throws -> Element? { try max(by: <) }

  /// The least of the elements that are left; `nil` where there is none.
  ///
  /// - Throws: What the cursor throws.
  @inlinable
  public func min() throws -> Element? { try min(by: <) }
}

extension Cursor where Element: StringProtocol {
  /// The texts that are left, one after the other.
  ///
  /// - Parameter separator: What stands between two of them.
  /// - Throws: What the cursor throws.
  public func joined(separator: String = "") throws -> String {
    var texts: [Element] = []
    try forEach { texts.append($0) }
    return texts.joined(separator: separator)
  }
}
