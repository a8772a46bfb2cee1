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
    self.init(request, .values())
  }

  init(rows request: some FetchRequest<Row>) where Element == Row { self.init(request, .rows()) }

  private init(_ request: some FetchRequest<Element>, _ decoding: RequestDecoding<Element>) {
    let symbolic = request.symbolic
    self.init(identity: symbolic?.identity, statement: symbolic?.statement) { db in
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
