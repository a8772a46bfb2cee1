/// A type-erased cursor.
///
/// ```swift
/// func names(_ db: Database) throws -> AnyCursor<String> {
///   try AnyCursor(Player.fetchCursor(db).map(\.name))
/// }
/// ```
public final class AnyCursor<Element>: Cursor {
  private let body: () throws -> Element?

  /// Creates a cursor over the elements that a closure returns until it returns `nil`.
  public init(_ body: @escaping () throws -> Element?) { self.body = body }

  /// Creates a cursor over the remaining elements of another cursor.
  public convenience init(_ cursor: some Cursor<Element>) { self.init { try cursor.next() } }

  /// Creates a cursor over the elements of a sequence.
  public convenience init(_ elements: some Sequence<Element>) {
    var iterator = elements.makeIterator()
    self.init { iterator.next() }
  }

  /// Returns the next element, or `nil` after the last.
  ///
  /// - Throws: The errors of the underlying cursor or closure.
  public func next() throws -> Element? { try body() }
}
