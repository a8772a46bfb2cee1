import Foundation
import LiveSQLTestSupport
import Terminal
import TestSockets
import Testing

@testable import LiveSQLCommand

/// `livesql completions` and `livesql manual`.
@Suite(.mayBlock, .timeLimit(.hang)) struct CompletionsTests {
  private static let syntaxes = Program.allCommands.map { $0.syntax }
  private static let shells = CompletedShell.allCases

  private func script(_ shell: CompletedShell) async -> String {
    await ProgramRun("completions", shell.rawValue).output
  }

  @Test(arguments: shells)
  func `the script contains every command and option`(shell: CompletedShell) async {
    let lines = await script(shell).split(separator: "\n")
    for syntax in Self.syntaxes {
      let ofCommand = section(of: syntax.name, in: lines, shell)
      #expect(lines.contains { $0.contains(syntax.name) }, "\(syntax.name)")
      for option in syntax.allOptions {
        let spelling = shell == .fish ? "-l \(option.name)" : "--\(option.name)"
        #expect(ofCommand.contains { $0.contains(spelling) }, "\(syntax.name) \(spelling)")
        for choice in option.choices {
          #expect(
            ofCommand.contains { $0.contains(choice) },
            "\(syntax.name) \(spelling) \(choice)"
          )
        }
      }
    }
  }

  /// Returns the lines of a script about a command.
  private func section(of name: String, in lines: [Substring], _ shell: CompletedShell)
    -> [Substring]
  {
    switch shell {
    case .bash: lines.filter { $0.contains("'\(name) -") || $0.contains("  \(name)) ") }
    case .zsh:
      Array(
        lines.drop { $0 != "        \(name))" }.prefix { !$0.hasSuffix(" ;;") }
          + lines.drop { $0 != "        \(name))" }.drop { !$0.hasSuffix(" ;;") }.prefix(1)
      )
    case .fish: lines.filter { $0.contains("__fish_seen_subcommand_from \(name)'") }
    }
  }

  @Test func `the manual contains every command, option, argument and exit code`() async {
    let manual = await ProgramRun("manual").output
    let plain = manual.replacing(#"\-"#, with: "-").replacing(#"\e"#, with: #"\"#)
    for syntax in Self.syntaxes {
      let section = plain.components(separatedBy: "\n.SS ").first {
        $0.hasPrefix("\(syntax.name)\n")
      }
      guard let section else {
        Issue.record("The manual has no section on \(syntax.name).")
        continue
      }
      for option in syntax.options {
        for spelling in option.spellings { #expect(section.contains(#"\fB\#(spelling)\fR"#)) }
        #expect(section.contains(option.help.split(separator: "\n").joined(separator: " ")))
      }
      for argument in syntax.arguments { #expect(section.contains(argument.help)) }
      for example in syntax.examples { #expect(section.contains(example)) }
    }
    for code in ExitCode.explanations { #expect(plain.contains(code.help)) }
    // A dot at the beginning of a line starts a command.
    let commands = manual.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix(3) }
    #expect(Set(commands).isSubset(of: [".TH", ".SH", ".SS", ".TP", ".PP", ".nf", ".fi"]))
  }

  @Test(.enabled(if: has("groff"), "groff is not installed"))
  func `groff accepts the manual without warnings`() async throws {
    let manual = await ProgramRun("manual").output
    let run = try shellRun("groff", ["-man", "-Tutf8", "-wall", "-k"], input: manual)
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("LIVESQL(1)"))
  }

  @Test func `an unknown shell is refused`() async {
    let run = await ProgramRun("completions", "fis")
    #expect(run.code == .usage)
    #expect(run.errors.contains("did you mean 'fish'?"))
    #expect(await ProgramRun("completions").code == .usage)
  }

  // MARK: Real shells

  @Test(
    .enabled(if: has("bash"), "bash is not installed"),
    arguments: [
      (["livesql", "que"], "query"), (["livesql", "query", "a.db", "--form"], "--format"),
      (["livesql", "query", "a.db", "--format", "mark"], "markdown"),
      (["livesql", "query", "--format", "=", "js"], "json jsonl"),
      (["livesql", "--color", "nev"], "never"), (["livesql", "--color", "never", "ver"], "verify"),
      (["livesql", "--color", "=", "never", "ver"], "verify"),
      (["livesql", "help", "wat"], "watch"),
      (["livesql", "completions", "z"], "zsh"), (["livesql", "--ver"], "--version"),
      (["livesql", "query", "a.db", "--param", "x"], ""), (["livesql", "query", "a"], ""),
    ]
  )
  func `bash completes commands, options and their values`(words: [String], expected: String)
    async throws
  {
    let quoted = words.map(shellQuoted).joined(separator: " ")
    let asking = """
      COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _livesql; echo "${COMPREPLY[*]}"
      """
    let run = try shellRun("bash", ["-u"], input: await script(.bash) + asking)
    #expect(run.output == expected + "\n")
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test(.enabled(if: has("zsh"), "zsh is not installed"))
  func `zsh accepts its script`() async throws {
    let run = try shellRun("zsh", ["-n"], input: await script(.zsh))
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    let whole =
      "autoload -U compinit; compinit -u -D\n" + (await script(.zsh))
      + "\nwhich _livesql >/dev/null && echo known"
    #expect(try shellRun("zsh", ["-f"], input: whole).output == "known\n")
  }

  @Test(
    .enabled(if: has("fish"), "fish is not installed"),
    arguments: [
      ("livesql que", "query"), ("livesql query a.db --form", "--format"),
      ("livesql query a.db --format mark", "markdown"), ("livesql help wat", "watch"),
      ("livesql completions z", "zsh"),
    ]
  )
  func `fish completes commands, options and their values`(line: String, expected: String)
    async throws
  {
    let asking = "\ncomplete -C \(shellQuoted(line))\n"
    let run = try shellRun("fish", ["--no-config"], input: await script(.fish) + asking)
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(
      run.output.split(separator: "\n").contains {
        $0.split(separator: "\t").first == expected[...]
      }
    )
  }
}

/// Returns whether the machine has a program.
private func has(_ name: String) -> Bool {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
}

/// Runs a program of the machine with text on its standard input.
private func shellRun(_ name: String, _ arguments: [String], input: String) throws
  -> (code: Int32, output: String, errors: String)
{
  BlockingThreads.expectCurrent(for: "Waiting for a program")
  let scratch = try ScratchDirectory()
  let file = scratch.url.appending(path: "input")
  let errors = scratch.url.appending(path: "errors")
  try input.write(to: file, atomically: true, encoding: .utf8)
  try Data().write(to: errors)
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [name] + arguments
  process.environment = ProcessInfo.processInfo.environment.merging(["HOME": scratch.path]) { $1 }
  process.standardInput = try FileHandle(forReadingFrom: file)
  process.standardOutput = output
  process.standardError = try FileHandle(forWritingTo: errors)
  try process.run()
  let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  let told = try String(contentsOf: errors, encoding: .utf8)
  return (process.terminationStatus, String(decoding: bytes, as: UTF8.self), told)
}
