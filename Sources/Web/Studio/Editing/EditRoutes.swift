import WebServer

private struct EditsBody: Decodable {
  var changes: [StagedChange]

  var edits: [RowEdit] { RowEdit.edits(of: changes) }
}

private struct UndoBody: Decodable {
  var undo: String
}

extension StudioContext {
  /// The routes that update, insert and delete rows, all in one transaction.
  var editRoutes: [Route] {
    [
      .post("/api/edits/preview", bodyLimit: Self.editLimit) { request in
        try await preview(try request.json(EditsBody.self))
      },
      .post("/api/edits", bodyLimit: Self.editLimit) { request in
        try checkWritable()
        return try await apply(try request.json(EditsBody.self))
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

  /// The statements, each at the place of the change that it belongs to.
  private func preview(_ body: EditsBody) async throws -> WebResponse {
    let edits = body.edits
    let texts = try await backend.texts(of: edits)
    var statements = [String?](repeating: nil, count: body.changes.count)
    var owners = Array(body.changes.indices)
    for (edit, text) in zip(edits, texts) {
      statements[edit.place] = text
      for place in edit.places { owners[place] = edit.place }
    }
    return .json(
      JSONText.object([
        "sql": JSONText.array(statements.map(JSONText.optional)),
        "with": JSONText.array(owners.map(String.init)),
      ])
    )
  }

  private func apply(_ body: EditsBody) async throws -> WebResponse {
    do {
      let undo = try await backend.apply(body.edits)
      return .json("{\"applied\":\(body.changes.count),\"undo\":\(JSONText.optional(undo))}")
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
