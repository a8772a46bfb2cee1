public import Foundation
import SQLite

/// A comparison of the application's by which SQL sorts and compares texts.
///
/// ```swift
/// let natural = DatabaseCollation("numeric_order") { $0.compare($1, options: [.numeric, .caseInsensitive]) }
/// configuration.prepareDatabase { db in try db.add(collation: natural) }
/// // SELECT name FROM files ORDER BY name COLLATE numeric_order
/// ```
///
/// A collation belongs to one connection. Add it in ``Configuration/prepareDatabase(_:)``, so that the readers of a pool
/// have it too.
///
/// Indexes are stored in its order: it has to be total, and to stay the same as long as a file uses it.
public struct DatabaseCollation: Sendable {
  /// The name, which SQL writes whatever the case of its letters.
  public let name: String
  private let function: @Sendable (String, String) -> ComparisonResult

  /// Makes a collation.
  ///
  /// - Parameters:
  ///   - name: Its name. A collation of the same name is replaced.
  ///   - function: How it compares. It must not use the database.
  public init(
    _ name: String,
    function: @escaping @Sendable (_ left: String, _ right: String) -> ComparisonResult
  ) {
    self.name = name
    self.function = function
  }

  fileprivate func compare(_ left: String, _ right: String) -> CollationAnswer {
    switch function(left, right) {
    case .orderedAscending: .before
    case .orderedSame: .same
    case .orderedDescending: .after
    }
  }
}

extension Database {
  /// Adds a collation to SQL, for this connection.
  ///
  /// - Throws: ``DatabaseError`` with `.misuse` for a name that SQLite cannot take; with `.busy` where it replaces another
  ///   while a statement runs.
  public func add(collation: DatabaseCollation) throws {
    try direct { try $0.addCollation(collation.name) { collation.compare($0, $1) } }
  }

  /// Removes a collation.
  ///
  /// Nothing happens where there is none. Statements that need it fail afterwards.
  ///
  /// - Throws: ``DatabaseError`` with `.busy` while a statement runs.
  public func remove(collation: DatabaseCollation) throws {
    try direct { try $0.removeCollation(collation.name) }
  }
}
