extension QueryFragment {
  /// The parts between the commas outside parentheses, such as the columns of a row.
  var listItems: [QueryFragment] {
    guard code.contains(UInt8(ascii: ",")) else { return [self] }
    let reader = PostgresWriter(self, layout: .singleLine, parameters: [])
    var firstBinding = 0
    return reader.list(code.indices).map { range in
      let next = firstBinding + reader.bindingCount(in: range)
      defer { firstBinding = next }
      var item = QueryFragment()
      item.code = Array(code[range])
      item.bindings = Array(bindings[firstBinding..<next])
      return item
    }
  }
}
