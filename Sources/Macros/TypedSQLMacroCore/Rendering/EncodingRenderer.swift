/// A renderer of `_encode(into:)`, which binds the columns in order.
struct EncodingRenderer {
  static let signature =
    "public nonisolated func _encode(into encoder: inout some TypedSQL.QueryEncoder)"

  let columns: [ColumnModel]
  /// Whether a lazily initializable column that is `nil` is left to the database.
  var leavesUnset = false

  var lines: Lines {
    Lines(Self.signature) {
      for column in columns {
        "encoder.\(method(of: column))(self.\(column.property), as: \(column.queryType.text).self)"
      }
    }
  }

  private func method(of column: ColumnModel) -> String {
    if column.isGenerated { return "encodeGenerated" }
    return leavesUnset && column.isLazilyInitializable ? "encodeIfSet" : "encode"
  }
}
