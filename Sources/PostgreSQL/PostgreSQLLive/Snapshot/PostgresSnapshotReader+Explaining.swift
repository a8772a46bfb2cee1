import DatabaseTypes
import PostgreSQL
package import TypedSQL

// Many statements that are explained together.

extension PostgresSnapshotReader {
  /// Asks the planner about many queries at once, before their regions are asked for one by one.
  ///
  /// It takes two round trips for 64 texts. If a statement fails, each query is asked about on its
  /// own, so that only the one has the error.
  package func prepareRegions(of queries: [QueryFragment]) {
    explanations = [:]
    guard (try? tables.advice) != nil else { return }
    var new = newTexts(of: queries)[...]
    guard new.count > 1 else { return }
    while !new.isEmpty {
      let part = new.prefix(64)
      new = new.dropFirst(64)
      guard (try? recovering({ try explain(Array(part)) })) != nil else {
        explanations = [:]
        return
      }
    }
  }

  /// Returns one query for each text whose region is not known.
  private func newTexts(of queries: [QueryFragment]) -> [(QueryFragment, StatementText)] {
    var seen: Set<ByteText> = []
    return queries.compactMap { query in
      let text = Self.explaining(query)
      guard text.problem == nil, !isRegionKnown(of: query, text),
        seen.insert(ByteText(text.sql)).inserted
      else { return nil }
      return (query, text)
    }
  }

  private func explain(_ queries: [(QueryFragment, StatementText)]) throws {
    catchUpWithCatalog()
    try connection.prepare(all: queries.map { $0.1.sql })
    try connection.pipelineInFrame { pipeline in
      pipeline.declareReadOnly()
      for (query, text) in queries {
        try pipeline.execute(text.sql) { [self] result, _ in
          explanations[query] = try result.first { row in try row.decode(String.self, at: 0) }
        } values: {
          try text.values(for: $0)
        }
      }
    }
  }
}
