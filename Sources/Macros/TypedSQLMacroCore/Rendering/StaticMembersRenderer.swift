/// A renderer of the members that are the same in all tables and drafts.
struct StaticMembersRenderer {
  let isGeneric: Bool

  var declarations: [Lines] {
    [
      Lines(["public typealias QueryValue = Self"]),
      Lines(["public typealias From = Swift.Never"]),
      Lines([columns]),
    ]
  }

  private var columns: String {
    isGeneric
      ? "public nonisolated static var columns: TableColumns { TableColumns() }"
      : "public nonisolated static let columns = TableColumns()"
  }
}
