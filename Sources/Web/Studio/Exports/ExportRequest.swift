/// A request of the page to export: the rows of a grid, or of the first statement of a text.
struct ExportRequest: Decodable, Sendable {
  /// A grid, all of whose rows are exported.
  struct Grid: Decodable, Sendable {
    var schema: String?
    var table: String
    var columns: [String]?
    var filters: [GridRequest.Filter]?
    var search: String?
    var sort: [GridRequest.Sort]?

    var request: GridRequest {
      var request = GridRequest(table: table, count: 0)
      (request.schema, request.columns, request.filters) = (schema, columns, filters)
      (request.search, request.sort) = (search, sort)
      return request
    }
  }

  var grid: Grid?
  var sql: String?
  var format: ExportFormat
  var safe: Bool?
}
