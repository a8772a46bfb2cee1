/// The text that `--help` and `help` print.
package struct HelpText {
  /// The name of the program.
  package let program: String
  /// The number of columns to fill.
  package let width: Int

  /// Creates the help of a program.
  package init(program: String, width: Int = 80) {
    self.program = program
    self.width = width
  }

  /// Returns the help of the program: its commands and exit codes.
  ///
  /// - Parameters:
  ///   - summary: A line that says what the program is.
  ///   - commands: Its commands, in the order in which they are listed.
  ///   - exitCodes: The explanations of its exit codes.
  package func program(
    summary: String,
    commands: [CommandSyntax],
    exitCodes: [(name: String, help: String)]
  ) -> [Line] {
    var lines: [Line] = [
      Line("\(program): \(summary)"), "", heading("Usage"),
      Line("  \(program) COMMAND [options] [arguments]"), "", heading("Commands"),
    ]
    let entries = commands.map { ($0.name, $0.summary) } + [("help", "Explains a command.")]
    lines += table(entries)
    lines += ["", heading("Options")]
    lines += table([
      ("-h, --help", "Shows this help."), ("--version", "Shows the version."),
      ("--color auto|always|never", CommonOptions.color.syntax.help),
    ])
    lines += ["", heading("Exit codes")] + table(exitCodes)
    return lines + ["", Line("'\(program) help COMMAND' shows more about a command.")]
  }

  /// Returns the help of a command.
  package func command(_ syntax: CommandSyntax) -> [Line] {
    var lines = wrapped(syntax.summary)
    lines += ["", heading("Usage"), Line("  \(syntax.usage(of: program))")]
    if !syntax.arguments.isEmpty {
      lines += ["", heading("Arguments")] + table(syntax.arguments.map { ($0.name, $0.help) })
    }
    lines += ["", heading("Options")] + table(syntax.allOptions.map { (label(of: $0), $0.help) })
    for paragraph in syntax.discussion { lines += [""] + wrapped(paragraph) }
    if !syntax.examples.isEmpty {
      lines += ["", heading("Examples")] + syntax.examples.map { Line("  \($0)") }
    }
    return lines
  }

  private func label(of option: OptionSyntax) -> String {
    let names = option.letter.map { "-\($0), --\(option.name)" } ?? "--\(option.name)"
    return option.value.map { "\(names) \($0)" } ?? names
  }

  private func heading(_ text: String) -> Line { Line("\(text):", .heading) }

  private func wrapped(_ text: String) -> [Line] {
    wrap(text, to: width).map { Line($0) }
  }

  /// Lays out names with their explanations next to them, or below if a name is long.
  package func table(_ entries: [(name: String, help: String)]) -> [Line] {
    let longest = entries.map { displayWidth($0.name) }.filter { $0 <= 24 }.max() ?? 0
    return entries.flatMap { entry -> [Line] in
      let texts = wrap(entry.help, to: max(20, width - longest - 4))
      let indent = String(repeating: " ", count: longest + 4)
      let name = displayWidth(entry.name)
      let below = texts.map { Line(indent + $0) }
      guard name <= longest, let first = texts.first else {
        return [Line("  \(entry.name)")] + below
      }
      let gap = String(repeating: " ", count: longest - name + 2)
      return [Line("  \(entry.name)\(gap)\(first)")] + below.dropFirst()
    }
  }
}

/// Breaks text at spaces into lines of a width.
package func wrap(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(whereSeparator: \.isWhitespace) {
    if !line.isEmpty, displayWidth(line) + 1 + displayWidth(word) > width {
      lines.append(line)
      line = ""
    }
    line += line.isEmpty ? String(word) : " \(word)"
  }
  return line.isEmpty ? lines : lines + [line]
}
