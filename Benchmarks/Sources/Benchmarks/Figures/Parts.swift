import Foundation
import LiveSQL

/// A list as a record, with its associations.
private struct ListRecord: Codable, Hashable, Sendable, FetchableRecord, TableRecord {
  static let databaseTableName = "entryLists"
  static let entries = hasMany(
    EntryRecord.self,
    key: "entries",
    using: ForeignKey(["list"], to: ["id"])
  )
  let id: Int
  var name: String
  var owner: Int?
}

private struct EntryRecord: Codable, Hashable, Sendable, FetchableRecord, TableRecord {
  static let databaseTableName = "entries"
  let id: Int
  var list: Int
  var title: String
  var weight: Int
}

private struct ListWithEntries: Codable, Hashable, Sendable, FetchableRecord {
  var list: ListRecord
  var entries: [EntryRecord]
}

private struct ListWithCount: Codable, Hashable, Sendable, FetchableRecord {
  var list: ListRecord
  var entryCount: Int
}

enum PrefetchedChildren: ShapeFigure {
  static let name = "live-including-all"
  static let work =
    "From a write's start to the property: 50 records with 100 entries each, an entry changes"
  static let bar = FigureBar.atMost(300)

  static func measure(in folder: String) throws -> Double {
    let lists = try LiveLists(in: folder)
    try lists.database.write { db in
      try db.execute(
        sql: "DELETE FROM entryLists WHERE id > 50; DELETE FROM entries WHERE list > 50"
      )
    }
    let request = ListRecord.including(all: ListRecord.entries).asRequest(of: ListWithEntries.self)
    let property = FetchAll(request, database: lists.database, delivery: .immediate)
    // Each such number is the key of an entry in one of the lists.
    let reweighs = "UPDATE entries SET weight = ?1 WHERE id = ?2 / 1000 * 1000 + ?2 % 50"
    return try lists.latency(reweighs, of: property)
  }
}

enum RecordsWithCounts: ShapeFigure {
  static let name = "live-records-with-counts"
  static let work =
    "From a write's start to the property: 1,000 records with counts of 100,000 entries"
  static let bar = FigureBar.atMost(200)

  static func measure(in folder: String) throws -> Double {
    let lists = try LiveLists(in: folder)
    let request = ListRecord.annotated(with: ListRecord.entries.forKey("entries").count)
      .asRequest(of: ListWithCount.self)
    return try lists.latency(
      moves,
      of: FetchAll(request, database: lists.database, delivery: .immediate)
    )
  }
}

enum RowsInSections: ShapeFigure {
  static let name = "live-sections"
  static let work =
    "From a write's start to the property: 100,000 rows in 100 sections, one changes section"
  static let bar = FigureBar.atMost(300)

  static func measure(in folder: String) throws -> Double {
    let lists = try LiveLists(in: folder)
    let property = FetchAll(
      Entry.order(by: \.id),
      sectionBy: { #sql("printf('%02d', \($0.weight) % 100)", as: String?.self) },
      database: lists.database,
      delivery: .immediate
    )
    return try lists.latency(reweighs, of: property)
  }
}
