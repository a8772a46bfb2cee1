/// The tables and columns that a statement reads or writes.
///
/// ```swift
/// var region = Region(table: "reminders", columns: ["title"])
/// region.formUnion(Region(table: "lists"))
/// ```
public struct Region: Sendable, Hashable {
  /// The columns of a table in a region.
  public enum Columns: Sendable, Hashable {
    /// All columns. It also stands for statements that only depend on the number of rows.
    case all
    /// The columns with these names, in lower case.
    case some(Set<String>)
  }

  /// The tables with their columns; empty for the full database.
  public private(set) var tables: [TableName: Columns]
  /// Whether the region contains all tables.
  public private(set) var isFullDatabase: Bool

  /// Creates an empty region.
  public init() {
    tables = [:]
    isFullDatabase = false
  }

  /// Creates a region of some columns of a table, or of all of them.
  public init(table: TableName, columns: [String]? = nil) {
    self.init()
    insert(table, columns: columns)
  }

  /// The region of all tables.
  public static var fullDatabase: Region {
    var region = Region()
    region.isFullDatabase = true
    return region
  }
}

extension Region {
  /// Whether the region contains no table.
  public var isEmpty: Bool { tables.isEmpty && !isFullDatabase }

  /// Returns the columns of a table, or `nil` if the region does not contain it.
  public func columns(of table: TableName) -> Columns? {
    if isFullDatabase { return .all }
    // Most regions have one table; comparing its name is faster than looking it up.
    guard tables.count == 1, let only = tables.first else { return tables[table] }
    return only.key == table ? only.value : nil
  }

  /// Adds some columns of a table, or all of them.
  public mutating func insert(_ table: TableName, columns: [String]? = nil) {
    guard !isFullDatabase else { return }
    switch (tables[table], columns) {
    case (.all, _): break
    case (_, nil): tables[table] = .all
    case (.some(.some(let known)), .some(let names)):
      tables[table] = .some(known.union(names.map { $0.lowercased() }))
    case (nil, .some(let names)): tables[table] = .some(Set(names.map { $0.lowercased() }))
    }
  }

  /// Adds another region.
  public mutating func formUnion(_ other: Region) {
    guard !isFullDatabase, !other.isFullDatabase else {
      self = .fullDatabase
      return
    }
    for (table, columns) in other.tables {
      switch columns {
      case .all: insert(table)
      case .some(let names): insert(table, columns: Array(names))
      }
    }
  }

  /// Returns the union of this region and another.
  public func union(_ other: Region) -> Region {
    var union = self
    union.formUnion(other)
    return union
  }

  /// Returns whether two regions have a column in common.
  public func overlaps(_ other: Region) -> Bool {
    if isFullDatabase { return !other.isEmpty }
    if other.isFullDatabase { return !isEmpty }
    return tables.contains { table, columns in
      switch (columns, other.tables[table]) {
      case (_, nil): false
      case (.all, _), (_, .all): true
      case (.some(let left), .some(.some(let right))): !left.isDisjoint(with: right)
      }
    }
  }
}

extension Region: CustomStringConvertible {
  /// The tables with their columns: `lists, reminders(id, title)`.
  public var description: String {
    if isFullDatabase { return "full database" }
    if tables.isEmpty { return "empty" }
    return tables.map { table, columns in
      switch columns {
      case .all: "\(table)"
      case .some(let names): "\(table)(\(names.sorted().joined(separator: ", ")))"
      }
    }.sorted().joined(separator: ", ")
  }
}
