import DatabaseTypes
import WebServer

extension GridRequest.Filter {
  var oneValue: WireCell {
    get throws(RequestError) {
      guard case .one(let value)? = value else {
        throw RequestError(400, "The condition on \(column) has no value.")
      }
      return value
    }
  }

  var severalValues: [WireCell] {
    get throws(RequestError) {
      guard case .several(let values)? = value, values.count <= 1_000 else {
        throw RequestError(400, "The condition on \(column) takes up to 1,000 values.")
      }
      return values
    }
  }
}

extension WireCell {
  /// The text by which a value is searched for; for a number, its digits.
  var plainText: String {
    switch value {
    case .text(let text): text
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .null, .blob: ""
    }
  }
}
