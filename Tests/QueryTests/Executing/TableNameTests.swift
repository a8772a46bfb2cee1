import LiveSQL
import LiveSQLTestSupport
import Testing

/// A table with a different name in each year.
private struct YearEntry: Equatable, Sendable {
  @TaskLocal static var year = 2025

  let id: Int
  var title = ""

  struct Draft: TableDraft {
    typealias SourceTable = YearEntry
    typealias QueryValue = Self
    typealias From = Never
    static var columns: TableColumns { TableColumns() }
    static var _columnWidth: Int { 2 }
    var id: Int?
    var title: String

    init(_ other: YearEntry) { (id, title) = (other.id, other.title) }

    init(decoder: inout some QueryDecoder) throws {
      id = try decoder.column(Int?.self)
      title = try decoder.column(String.self)
    }

    func _encode(into encoder: inout some QueryEncoder) {
      encoder.encode(id, as: Int?.self)
      encoder.encode(title, as: String.self)
    }

    struct TableColumns: TableDefinition {
      typealias QueryValue = Draft
      var id: TableColumn<Draft, Int?> { TableColumn("id") }
      var title: TableColumn<Draft, String> { TableColumn("title") }
      static var allColumns: [any TableColumnExpression] {
        _tableColumns(QueryValue.columns.id, QueryValue.columns.title)
      }
      static var writableColumns: [any WritableTableColumnExpression] {
        _writableColumns(of: allColumns)
      }
    }

    struct Selection: TableExpression {
      typealias QueryValue = Draft
      let allColumns: [any QueryExpression]
    }
  }
}

extension YearEntry: Table, PrimaryKeyedTable, PartialSelectStatement {
  typealias QueryValue = Self
  typealias From = Never
  static var tableName: String { "entries\(year)" }
  static var columns: TableColumns { TableColumns() }
  static var _columnWidth: Int { 2 }
  var primaryKey: Int { id }

  init(decoder: inout some QueryDecoder) throws {
    id = try decoder.column(Int.self)
    title = try decoder.column(String.self)
  }

  func _encode(into encoder: inout some QueryEncoder) {
    encoder.encode(id, as: Int.self)
    encoder.encode(title, as: String.self)
  }

  struct TableColumns: TableDefinition, PrimaryKeyedTableDefinition {
    typealias QueryValue = YearEntry
    var id: TableColumn<YearEntry, Int> { TableColumn("id") }
    var title: TableColumn<YearEntry, String> { TableColumn("title") }
    var primaryKey: TableColumn<YearEntry, Int> { TableColumn("id") }
    static var allColumns: [any TableColumnExpression] {
      _tableColumns(QueryValue.columns.id, QueryValue.columns.title)
    }
    static var writableColumns: [any WritableTableColumnExpression] {
      _writableColumns(of: allColumns)
    }
  }

  struct Selection: TableExpression {
    typealias QueryValue = YearEntry
    let allColumns: [any QueryExpression]
  }
}

/// Tests that cached statements of a type match the current name of its table.
@Suite(.mayBlock) struct TableNameTests {
  @Test func `a type whose table name changes reads and writes the current table`() throws {
    try DatabaseQueue().both { db in
      for year in [2025, 2026] {
        try db.execute(sql: "CREATE TABLE entries\(year) (id INTEGER PRIMARY KEY, title TEXT)")
        try YearEntry.$year.withValue(year) {
          try YearEntry.insert { YearEntry(id: 1, title: "\(year)") }.execute(db)
        }
      }
      for year in [2025, 2026, 2025, 2026] {
        try YearEntry.$year.withValue(year) {
          #expect(try YearEntry.find(1).fetchOne(db)?.title == "\(year)")
          #expect(try YearEntry.find(db, key: 1).title == "\(year)")
          #expect(try YearEntry.where { $0.id.eq(1) }.select(\.title).fetchAll(db) == ["\(year)"])
          try YearEntry.insert { YearEntry(id: year, title: "new") }.execute(db)
          #expect(try YearEntry.find(year).fetchOne(db)?.title == "new")
          try YearEntry.find(year).delete().execute(db)
        }
      }
    }
  }
}
