public import DatabaseTypes
import IncrementalQueries

/// The effect of one commit on the result of a live query, for a file, a socket or another process.
///
/// `liveQuery.changeRecords` is a sequence of them, and `liveQuery.changeLines` of their JSON:
///
/// ```json
/// {"commit":3,"origin":"otherProcess","inserted":[{"id":7,"size":2}],"updated":[],"removed":[]}
/// ```
///
/// A row that only changed its place is in none of the lists.
public struct ChangeRecord: Sendable {
  /// The number of the last commit that the result includes.
  ///
  /// It is counted since the database was opened: for a number that outlives the process, use an
  /// outbox.
  public let commit: Int
  /// The cause; `initial` for the first record, whose `inserted` is the whole result.
  public let origin: LiveQueryUpdate.Cause
  /// The names of the columns.
  public let columnNames: [String]
  /// The inserted rows.
  public let inserted: [Row]
  /// The updated rows, with their new values.
  public let updated: [Row]
  /// The removed rows, with their last values.
  public let removed: [Row]
  /// How the values are written as JSON, if their columns' types say more than they do.
  package var shownColumns: ShownColumns?

  /// Creates a record.
  public init(
    commit: Int,
    origin: LiveQueryUpdate.Cause,
    columnNames: [String],
    inserted: [Row] = [],
    updated: [Row] = [],
    removed: [Row] = []
  ) {
    self.commit = commit
    self.origin = origin
    self.columnNames = columnNames
    self.inserted = inserted
    self.updated = updated
    self.removed = removed
  }

  /// Creates the record of a live query's result.
  public init(_ update: LiveQueryUpdate) {
    self.init(
      commit: update.number,
      origin: update.cause,
      columnNames: update.layout.columnNames,
      inserted: update.difference.inserted.map(\.element),
      updated: update.difference.updated.map(\.newElement),
      removed: update.difference.removed.map(\.element)
    )
    shownColumns = update.shownColumns
  }
}

extension ChangeRecord {
  /// The record as a JSON object on one line, without the end of the line.
  ///
  /// Rows are objects by column name; the second of two columns with the same name is called
  /// `name_2`. A blob is `{"base64":"…"}`.
  /// On PostgreSQL, Booleans, decimal numbers and documents are those of JSON.
  public var json: String { json(areJSON: shownColumns?.areJSON ?? []) }

  /// Returns the record as a JSON object on one line.
  ///
  /// - Parameters:
  ///   - areJSON: Whether the texts of each column already are JSON; none by default.
  ///   - further: Further members as JSON: `"stats":{}`.
  package func json(areJSON: [Bool], adding further: String? = nil) -> String {
    let writer = JSONRowWriter(columns: columnNames, areJSON: areJSON)
    var text = "{\"commit\":\(commit),\"origin\":\"\(origin.rawValue)\""
    for (name, rows) in [("inserted", inserted), ("updated", updated), ("removed", removed)] {
      text += ",\"\(name)\":["
      for (index, row) in rows.enumerated() {
        if index > 0 { text += "," }
        writer.append(shownColumns?.shown(row.values) ?? row.values, to: &text)
      }
      text += "]"
    }
    return text + (further.map { ",\($0)" } ?? "") + "}"
  }
}
