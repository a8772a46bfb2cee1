import DatabaseQueries
import DatabaseTypes
import LiveQueries
import Records
import SQLiteDatabase
import TypedSQL

extension RowsRequest {
  init(records request: some FetchRequest<Element>) where Element: FetchableRecord {
    self.init(request, .records())
  }

  init(values request: some FetchRequest<Element>) where Element: DatabaseValueConvertible {
    self.init(request, .values(), as: "values")
  }

  init(rows request: some FetchRequest<Row>) where Element == Row { self.init(request, .rows()) }

  /// Makes a request of rows that are decoded in one of the ways in which a type may be.
  private init(
    _ request: some FetchRequest<Element>,
    _ decoding: RequestDecoding<Element>,
    as kind: String = "rows"
  ) {
    let symbolic = request.symbolic
    let identity = symbolic.map { $0.identity + " -- \(raw: kind)" }
    self.init(identity: identity, statement: symbolic?.statement) { db in
      let written = try request.written(db)
      return Written(
        parts: written.canBePlanned ? written.parts : nil,
        query: written.query,
        decoding: RowDecoding { statement, hiddenCount in
          try written.element(statement, hiddenCount: hiddenCount, decoding)
        },
        fetchAll: { try written.elements($0, decoding) },
        fetchOne: { try written.firstElement($0, decoding) }
      )
    }
  }
}

extension Optional {
  /// The value.
  ///
  /// - Throws: ``NotFound`` where there is none.
  func orNotFound() throws -> Wrapped {
    guard let self else { throw NotFound() }
    return self
  }
}
