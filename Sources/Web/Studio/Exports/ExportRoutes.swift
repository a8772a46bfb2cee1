import WebServer

extension StudioContext {
  /// The routes for files of rows.
  var exportRoutes: [Route] {
    [
      .post("/api/exports") { request in
        let export = try await backend.export(try request.json(ExportRequest.self))
        return .json("{\"path\":\"/exports/\(tickets.add(export))\"}")
      },
      .get("/exports/:ticket", access: .open) { request in
        guard let export = tickets.take(request["ticket"] ?? "") else {
          throw RequestError(404, "This link was already used, or is too old. Export again.")
        }
        let name = "\(export.name).\(export.format.rawValue)"
        return .download(name, contentType: export.format.contentType) { stream in
          try await export.run { piece in try await stream.write(piece) }
        }
      },
    ]
  }
}
