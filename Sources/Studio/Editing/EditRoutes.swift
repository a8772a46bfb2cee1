import WebServer

private struct EditsBody: Decodable {
  var changes: [StagedChange]
}

private struct UndoBody: Decodable {
  var undo: String
}

extension StudioContext {
  /// The routes that update, insert and delete rows, all in one transaction.
  var editRoutes: [Route] {
    [
      .post("/api/edits/preview", bodyLimit: Self.editLimit) { request in
        let texts = try await backend.texts(of: try request.json(EditsBody.self).changes)
        return .json("{\"sql\":\(JSONText.strings(texts))}")
      },
      .post("/api/edits", bodyLimit: Self.editLimit) { request in
        try checkWritable()
        return try await apply(try request.json(EditsBody.self).changes)
      },
      .post("/api/undo") { request in
        try checkWritable()
        return try await undo(try request.json(UndoBody.self).undo)
      },
    ]
  }

  /// The maximum size of changes in bytes: they contain blobs and long texts as hexadecimal digits.
  private static let editLimit = 32 << 20

  private func checkWritable() throws(RequestError) {
    guard !backend.isWritable else { return }
    throw RequestError(403, "The database is open for reading: start livesql studio with --write.")
  }

  private func apply(_ changes: [StagedChange]) async throws -> WebResponse {
    do {
      let undo = try await backend.apply(changes)
      return .json("{\"applied\":\(changes.count),\"undo\":\(JSONText.optional(undo))}")
    } catch let refusal as EditRefusal {
      return .json(refusal.json, status: 409)
    }
  }

  private func undo(_ name: String) async throws -> WebResponse {
    do {
      return .json("{\"applied\":\(try await backend.undo(name)),\"undo\":null}")
    } catch let refusal as EditRefusal {
      return .json(refusal.json, status: 409)
    }
  }
}

extension EditRefusal {
  fileprivate var json: String {
    JSONText.object([
      "error": JSONText.string(message),
      "index": "\(index)",
      "conflict": conflict?.json ?? "null",
    ])
  }
}

extension EditConflict {
  fileprivate var json: String {
    JSONText.object([
      "key": key.keyJSON,
      "column": JSONText.string(column),
      "yours": yours.json(isWhole: true),
      "theirs": theirs?.json(isWhole: true) ?? "null",
      "was": was.json(isWhole: true),
      "gone": "\(theirs == nil)",
    ])
  }
}
