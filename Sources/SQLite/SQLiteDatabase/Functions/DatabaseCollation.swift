public import Foundation
import SQLite

/// A collation of the application, with which SQL sorts and compares text.
///
/// ```swift
/// let natural = DatabaseCollation("numeric_order") {
///   $0.compare($1, options: [.numeric, .caseInsensitive])
/// }
/// configuration.prepareDatabase { db in db.add(collation: natural) }
/// // SELECT name FROM files ORDER BY name COLLATE numeric_order
/// ```
///
/// A collation belongs to one connection. Add it in ``Configuration/prepareDatabase(_:)``, so that
/// the readers of a pool also have it.
///
/// Indexes are stored in the order of their collation, so the order has to be total, and must not
/// change as long as a file uses it.
public struct DatabaseCollation: Sendable {
  /// The name, which is case-insensitive in SQL.
  public let name: String
  private let function: @Sendable (String, String) -> ComparisonResult
  /// The implementation, which copies share.
  fileprivate let implementation = Implementation.ofNewValue()

  /// Creates a collation.
  ///
  /// - Parameters:
  ///   - name: The name. A collation with the same name is replaced.
  ///   - function: Compares two strings. It must not use the database.
  public init(
    _ name: String,
    function: @escaping @Sendable (_ left: String, _ right: String) -> ComparisonResult
  ) {
    self.name = name
    self.function = function
  }

  fileprivate func compare(_ left: String, _ right: String) -> CollationOrder {
    switch function(left, right) {
    case .orderedAscending: .ascending
    case .orderedSame: .same
    case .orderedDescending: .descending
    }
  }
}

extension Database {
  /// Adds a collation to this connection.
  ///
  /// It does not throw. If SQLite does not accept the name, the next statement or the access
  /// throws. If it replaces another collation while a statement is running, it takes effect with
  /// the next statement.
  ///
  /// Adding the same collation again has no effect. If another one is replaced, all live queries
  /// are read again; so do not create the collation again in each write.
  public func add(collation: DatabaseCollation) {
    let name = InstalledName(collation: collation.name)
    install(InstalledItem(name, collation.implementation)) {
      try $0.addCollation(collation.name) { collation.compare($0, $1) }
    }
  }

  /// Removes a collation; does nothing if it does not exist.
  ///
  /// Statements that need it fail afterwards. While a statement is running, the collation remains
  /// until the next statement begins.
  public func remove(collation: DatabaseCollation) {
    install(InstalledItem(InstalledName(collation: collation.name))) {
      try $0.removeCollation(collation.name)
    }
  }
}
