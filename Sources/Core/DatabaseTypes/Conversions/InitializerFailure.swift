/// Returns a clause that says why the initializer of a column's type failed.
///
/// Values of the database stay out of it. So do paths within JSON: the keys of a dictionary are
/// values too.
package func initializerFailureReason(_ error: any Error) -> String {
  switch error {
  case DecodingError.keyNotFound(let key, _):
    "the member “\(key.stringValue)” is missing; make its property optional, or decode it with a default"
  case DecodingError.valueNotFound(let type, _):
    "a member of type \(type) is null; make its property optional"
  case DecodingError.typeMismatch(let type, _): "a member is not of type \(type)"
  case DecodingError.dataCorrupted: "the stored text or blob cannot be decoded"
  default: "its initializer threw \(type(of: error))"
  }
}
