/// An invalid form field, with a sentence that is shown beside it.
struct FormProblem: Error, Hashable, Sendable {
  let field: String
  let message: String

  init(_ field: String, _ message: String) { (self.field, self.message) = (field, message) }
}
