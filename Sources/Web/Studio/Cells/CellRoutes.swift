import DatabaseTypes
import WebServer

extension StudioContext {
  /// The routes for whole values, the targets of foreign keys, and the schema as Swift.
  var cellRoutes: [Route] {
    [
      .get("/api/cell") { request in
        let cell = try CellRequest(request, schema: backend.defaultSchema)
        guard let value = try await backend.cell(cell) else {
          throw RequestError(404, "The row no longer exists.")
        }
        return value.response(to: request)
      },
      .get("/api/label") { request in
        let search = try LabelRequest(request, schema: backend.defaultSchema)
        return .json("{\"rows\":\(JSONText.array(try await backend.labels(search).map(\.json)))}")
      },
      .get("/api/swift") { _ in
        guard let text = try await backend.swiftSource() else {
          throw RequestError(404, "This program cannot write schemas as Swift.")
        }
        return .json("{\"text\":\(JSONText.string(text))}")
      },
    ]
  }
}

extension WebRequest {
  /// A value of the query.
  ///
  /// - Throws: `RequestError` if it is not there.
  func required(_ name: String) throws(RequestError) -> String {
    guard let value = self[name] else {
      throw RequestError(400, "The request lacks the value \(name).")
    }
    return value
  }

  /// The table that the query names.
  ///
  /// - Parameter schema: The default schema.
  func table(in schema: String) throws(RequestError) -> TableName {
    TableName(schema: self["schema"] ?? schema, try required("table"))
  }
}
