/// A form that creates or renames a list.
struct ListForm: PagePart {
  let action: WebPath
  let button: String
  let cancel: WebPath
  var title = ""
  var problem: FormProblem?
  var hidden: [HiddenField] = []

  var node: Node {
    postForm(action, .classes("card"), hidden: hidden) {
      LabeledField(label: "Title", name: "title", problem: problem) { common in
        .element(
          Element(
            name: "input",
            attributes: common + [
              .value(title), .other("maxlength", "\(FormLimits.title)"),
              .other("autocomplete", "off"),
            ] + [.flag("required"), .flag("autofocus")].compactMap(\.self)
          )
        )
      }
      FormButtons(button: button, cancel: cancel)
    }
  }
}
