import Foundation
import Terminal

/// `livesql new`: creates a small package that uses LiveSQL.
struct NewCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "new",
    summary: "Creates a small package that uses LiveSQL.",
    discussion: [
      """
      The package is ready to build: a model with its migrations, a program that shows it live in the terminal, \
      and tests. 'swift run' and 'swift test' in its folder are the next steps.
      """,
      """
      LiveSQL comes from a checkout (--path), which needs no network, or from a repository (--url), in the \
      version of this program or later.
      """,
    ],
    arguments: [
      .init(name: "NAME", help: "The name of the package: letters, digits and _."),
      .init(
        name: "FOLDER",
        help: "The folder to create it in, new or empty; named after the package by default.",
        isOptional: true,
        isFile: true
      ),
    ],
    options: [path.syntax, url.syntax, version.syntax, CommonOptions.json.syntax],
    examples: [
      "livesql new Groceries --path ../LiveSQL",
      "livesql new Groceries --url https://example.com/LiveSQL.git",
    ]
  )

  private static let path = Option<String>(
    "path",
    value: "FOLDER",
    help: "Uses LiveSQL from a checkout."
  ) { text throws(UsageError) in text }
  private static let url = Option<String>(
    "url",
    value: "URL",
    help: "Uses LiveSQL from a repository."
  ) { text throws(UsageError) in
    guard !text.isEmpty else { throw UsageError("'--url' takes the URL of a repository") }
    return text
  }
  private static let version = Option<String>(
    "from",
    value: "VERSION",
    help: "The minimum version of LiveSQL; the version of this program by default."
  ) { text throws(UsageError) in
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ UInt($0) != nil }) else {
      throw UsageError("'--from' takes a version such as \(Program.version), not '\(text)'")
    }
    return text
  }

  private let name: String
  private let folder: String
  private let source: PackageSource

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = try arguments.requiredArgument(at: 0, named: "NAME")
    try Self.check(name)
    folder = arguments.argument(at: 1) ?? name
    let path = try arguments.value(of: Self.path)
    let url = try arguments.value(of: Self.url)
    let version = try arguments.value(of: Self.version)
    switch (path, url) {
    case (let path?, nil):
      if version != nil { throw UsageError("'--from' is for '--url': a checkout has one version") }
      source = .path(URL(fileURLWithPath: path).standardizedFileURL.path)
    case (nil, let url?): source = .url(url, from: version ?? Program.version)
    case (nil, nil): throw UsageError("'new' needs '--path' or '--url', to know where LiveSQL is")
    case (_?, _?): throw UsageError("'new' takes '--path' or '--url', not both")
    }
  }

  /// Rejects names that cannot name types and modules, or are already used.
  private static func check(_ name: String) throws(UsageError) {
    let isWord = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || Character(Unicode.Scalar(byte)).isLetter && byte < 0x80
        || (0x30...0x39).contains(byte)
    }
    guard isWord, let first = name.first, first.isLetter else {
      throw UsageError(
        "the name of a package consists of letters, digits and _, beginning with a letter, not '\(name)'"
      )
    }
    let taken = ["livesql", "item", "testing", "swift", "package", "foundation", "main"]
    guard !taken.contains(name.lowercased()) else {
      throw UsageError("the name '\(name)' is already used by a dependency of the package")
    }
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    try checkSource()
    let package = NewPackage(name: name, source: source)
    try write(package.files)
    try context.output.write(
      NewPackageReport(name: name, folder: folder, files: package.files.map(\.path))
    )
    return .success
  }

  private func checkSource() throws {
    guard case .path(let path) = source else { return }
    let manifest = try? String(contentsOfFile: path + "/Package.swift", encoding: .utf8)
    guard manifest?.contains("name: \"LiveSQL\"") == true else {
      throw CommandFailure(message: "There is no checkout of LiveSQL at \(path). Check the path.")
    }
  }

  private func write(_ files: [NewPackage.File]) throws {
    let manager = FileManager.default
    if let content = try? manager.contentsOfDirectory(atPath: folder), !content.isEmpty {
      throw CommandFailure(message: "The folder \(folder) is not empty. Give another FOLDER.")
    }
    if !manager.fileExists(atPath: folder + "/."), manager.fileExists(atPath: folder) {
      throw CommandFailure(message: "\(folder) is a file. Give another FOLDER.")
    }
    let root = URL(fileURLWithPath: folder, isDirectory: true)
    do {
      for file in files {
        let url = root.appending(path: file.path)
        try manager.createDirectory(
          at: url.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try Data(file.text.utf8).write(to: url)
      }
    } catch {
      throw CommandFailure(
        message: "The package cannot be written to \(folder): \(error.localizedDescription)"
      )
    }
  }
}

/// The report of `livesql new`.
private struct NewPackageReport: Presentable {
  let name: String
  let folder: String
  let files: [String]

  var json: JSON {
    [
      "name": .string(name), "folder": .string(folder),
      "files": .array(files.map { .string($0) }),
    ]
  }

  func lines(width: Int?) -> [Line] {
    files.map { Line("  \($0)", .secondary) } + [
      Line("Created the package \(name) in \(folder). Next steps:", .success),
      Line("  cd \(folder)"), Line("  swift run \(name)"), Line("  swift test"),
    ]
  }
}
