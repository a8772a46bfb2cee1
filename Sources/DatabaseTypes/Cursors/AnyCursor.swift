/// A cursor whose type says nothing but what its elements are.
///
/// ```swift
/// func names(_ db: Database) throws -> AnyCursor<String> {
///   try AnyCursor(Player.fetchCursor(db).map(\.name))
/// }
/// ```
public final class AnyCursor<Element>: Cursor {
  private let body: () throws -> Element?

  /// The elements that a closure gives, until it gives `nil`.
  public init(_ body: @escaping () throws -> Element?) { self.body = body }

  /// The elements that are left of a cursor.
  public convenience init(_ cursor: some Cursor<Element>) { self.init { try cursor.next() } }

  /// The elements of a sequence.
  public convenience init(_ elements: some Sequence<Element>) {
    var iterator = elements.makeIterator()
    self.init { iterator.next() }
  }

  /// The next element; `nil` after the last.
  ///
  /// - Throws: What the cursor or the closure throws.
  public func next() throws -> Element? { try body() }
}
