import Foundation
import LiveSQL

/// An item as a line of CSV, with its category's name and a price such as 12.50.
@Selection
struct CSVItem: Hashable, Sendable {
  var name: String
  var quantity: Int
  var price: String?
  var category: String
  var notes: String
  /// 1 for a checked item, on both databases.
  @Column("is_completed") var isCompleted: Int
}

extension CSVItem {
  // snippet.read
  /// Reads all lines of a file.
  ///
  /// They are read into a table of their own, in memory, which says for each column what fits; a
  /// spreadsheet may leave out columns, and leave fields empty.
  static func read(
    _ source: ImportSource,
    progress: @escaping @Sendable (ImportProgress) throws -> Void
  ) async throws -> [CSVItem] {
    let lines = try DatabaseQueue()
    defer { try? lines.close() }
    try await lines.write { db in
      try db.create(table: "lines", options: .strict) { table in
        table.column("name", .text).notNull()
        table.column("quantity", .integer)
        table.column("price", .text)
        table.column("category", .text)
        table.column("notes", .text)
        table.column("is_completed", .integer)
      }
    }
    let options = RowImportOptions(format: .csv(), createsTable: false)
    try await lines.importRows(from: source, into: "lines", options, progress: progress)
    return try await lines.read { db in
      try #sql(
        """
        SELECT name, coalesce(quantity, 1) AS quantity, price,
          coalesce(category, \(bind: ItemCategory.defaultName)) AS category,
          coalesce(notes, '') AS notes, coalesce(is_completed, 0) AS is_completed
        FROM lines ORDER BY rowid
        """,
        as: CSVItem.self
      ).fetchAll(db)
    }
  }
  // snippet.end

  /// Returns the details of the item.
  ///
  /// - Throws: ``RepositoryError`` if there is no such category, or the price is none.
  func details(_ categories: [ItemCategory]) throws(RepositoryError) -> ItemDetails {
    let amount = price.flatMap { Decimal(amount: $0) }
    guard price == nil || amount != nil else {
      throw .invalid("The price of “\(name)” is not an amount such as 12.50.")
    }
    return ItemDetails(
      name: name,
      quantity: quantity,
      price: amount,
      notes: notes,
      categoryId: try categories.named(category).id
    )
  }
}

extension ItemCategory {
  /// The name of the category of items for which none is given.
  package static let defaultName = "Other"
}

extension [ItemCategory] {
  /// Returns the category that has a name, without regard to case.
  ///
  /// - Throws: ``RepositoryError/notFound(_:)`` with the names that there are.
  package func named(_ name: String) throws(RepositoryError) -> ItemCategory {
    let wanted = name.lowercased()
    if let category = first(where: { $0.name.lowercased() == wanted }) { return category }
    let names = map(\.name).joined(separator: ", ")
    throw .notFound("category: \(name); there are \(names)")
  }
}
