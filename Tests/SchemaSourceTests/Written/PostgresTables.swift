// swift-format-ignore-file
// Written by `livesql schema --swift`.

import Foundation
import LiveSQL

/// A row of the table audit.pg_events.
@Table("pg_events", schema: "audit")
struct PgEvent: Hashable, Sendable {
  @Column(primaryKey: true) let name: String
  var at: Date?
}

/// A row of the view pg_done, which can only be read.
@Table("pg_done")
struct PgDone: Hashable, Sendable {
  @Column(primaryKey: false) let id: Int?
  let title: String?
}

/// A row of the table pg_entries.
@Table("pg_entries")
struct PgEntry: Hashable, Identifiable, Sendable {
  let id: Int
  var isDone: Bool = false
  var small: Int = -1
  @Column("count_of") var countOf: Int?
  var real: Double = 1.5
  var double: Double?
  var price: Decimal
  var title: String = "it's"
  var body: String?
  var photo: Data?
  /// Default in the database: gen_random_uuid()
  @Column(lazyInitializable: true) var number: UUID
  /// Default in the database: now()
  @Column("created_at", lazyInitializable: true) var createdAt: Date
  var local: Date?
  var day: Date?
  /// It contains JSON, which @Column(as: [Element].JSONRepresentation.self) would decode.
  var data: String = "{}"
  /// The enumeration pg_mood: sad, it's "fine".
  var mood: String?
  @Column(as: [String]?.ArrayRepresentation.self) var tags: [String]?
  @Column(generated: .stored) let twice: Int?
  var `class`: String?
  @Column("odd name!") var oddName: String?
}

/// A row of the table pg_entry_links.
@Table("pg_entry_links")
struct PgEntryLink: Hashable, Identifiable, Sendable {
  /// The primary key.
  @Selection
  struct ID: Hashable, Sendable {
    /// Refers to pg_entries.
    @Column("entry_id") let entryID: Int
    let other: String
  }

  let id: ID
  var weight: Double = 1.0
}

/// A row of the partitioned table pg_logs.
@Table("pg_logs")
struct PgLog: Hashable, Identifiable, Sendable {
  /// The primary key.
  @Selection
  struct ID: Hashable, Sendable {
    let id: Int
    let day: Date
  }

  let id: ID
}

/// A row of the table pg_loose.
@Table("pg_loose")
struct PgLoose: Hashable, Sendable {
  @Column(primaryKey: false) var id: Int?
  var note: String?
}
