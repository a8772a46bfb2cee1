/// A form control with its label and its error.
struct LabeledField: PagePart {
  let label: String
  let name: StaticString
  let problem: FormProblem?
  /// Creates the control from the attributes that all controls have.
  let control: (_ common: [Attribute]) -> Node

  private var ownProblem: String? { problem?.field == name.description ? problem?.message : nil }

  var node: Node {
    let id = "field-\(name)"
    let common: [Attribute?] = [
      .id(id), .name(name), ownProblem.map { _ in .other("aria-invalid", "true") },
      .described(by: ownProblem.map { _ in "\(id)-problem" }),
    ]
    return tag("div", .classes("field", "field-\(name)")) {
      tag("label", .other("for", id)) { label }
      control(common.compactMap(\.self))
      if let ownProblem {
        tag("p", .id("\(id)-problem"), .classes("problem")) { ownProblem }
      }
    }
  }
}
