public import Foundation
import SQLite

/// A comparison of the application's by which SQL sorts and compares texts.
///
/// ```swift
/// let natural = DatabaseCollation("numeric_order") { $0.compare($1, options: [.numeric, .caseInsensitive]) }
/// configuration.prepareDatabase { db in db.add(collation: natural) }
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
  /// It throws nothing. A name that SQLite cannot take is an error of the next statement, or of the access; one that replaces
  /// another while a statement runs is there for the next statement.
  public func add(collation: DatabaseCollation) {
    install { try $0.addCollation(collation.name) { collation.compare($0, $1) } }
  }

  /// Removes a collation.
  ///
  /// Nothing happens where there is none. Statements that need it fail afterwards. While a statement runs, it is there
  /// until the next one begins.
  public func remove(collation: DatabaseCollation) {
    install { try $0.removeCollation(collation.name) }
  }
}
