/// One small change of the sources.
struct Mutant: Sendable, Codable {
  /// The form in which the change is written beside what was there.
  enum Form: Sendable, Codable {
    /// Another expression in the place of the one in the range.
    case expression(String)
    /// Another statement in the place of the one in the range, or none.
    case statement(String)
  }

  /// By which the tests are told which one is on; from 1 up.
  var number = 0
  /// The file, from the package's folder on.
  let file: String
  let line: Int
  /// The replaced range, in bytes of the file.
  let range: Range<Int>
  let form: Form
  /// A description of the change.
  let description: String

  /// The module that is changed.
  var module: String { String(file.split(separator: "/").dropFirst().first ?? "") }
}

extension Mutant {
  /// The text that behaves like the original, or like the mutant where that is on.
  ///
  /// The comments tell where it begins and ends, to find out whose fault an error of the compiler
  /// is.
  func text(around original: String) -> String {
    let body =
      switch form {
      case .expression(let other): "(_mutant(\(number)) ? (\(other)) : (\(original)))"
      case .statement(""): "if !_mutant(\(number)) { \(original) }"
      case .statement(let other):
        "if _mutant(\(number)) { \(other) } else { \(original) }"
      }
    return "/*<\(number)*/\(body)/*\(number)>*/"
  }
}
