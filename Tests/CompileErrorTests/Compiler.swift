import Foundation

/// The compiler that built these tests, with the modules and the macros of the same build.
struct Compiler {
  /// An error in the file that was compiled.
  struct CompileError: Sendable {
    let line: Int
    let message: String
  }

  /// The folder of the build's products.
  let products: URL

  static var own: Compiler {
    Compiler(
      products: URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent()
    )
  }

  /// Type-checks a mistake beside the shared tables, and returns the errors in the order in which
  /// they are printed.
  func errors(in mistake: Mistake) async throws -> [CompileError] {
    let tables = try String(
      contentsOf: Mistake.folder.appending(path: "Tables.txt"),
      encoding: .utf8
    )
    return try await errors(in: [tables, mistake.code])
  }

  /// Type-checks the files of a module, and returns the errors in the order in which they are
  /// printed.
  func errors(in codes: [String]) async throws -> [CompileError] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "compiled-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = codes.indices.map { folder.appending(path: "File\($0).swift") }
    for (file, code) in zip(files, codes) {
      try code.write(to: file, atomically: true, encoding: .utf8)
    }
    let output = try await check(files, output: folder.appending(path: "Output.txt"))
    return output.matches(of: /(?m)^(.+):(\d+):\d+: error: (.*)$/).compactMap { match in
      Int(match.2).map { CompileError(line: $0, message: String(match.3)) }
    }
  }

  /// Runs the compiler; no thread waits for it.
  private func check(_ files: [URL], output: URL) async throws -> String {
    let sources = Mistake.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/SQLite")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    defer { try? handle.close() }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-module-name", "App",
        "-diagnostic-style", "llvm", "-I", products.appending(path: "Modules").path,
        "-I", sources.appending(path: "CSQLite").path,
        "-load-plugin-executable",
        products.appending(path: "TypedSQLMacros-tool").path + "#TypedSQLMacros",
      ] + files.map(\.path)
    process.standardOutput = handle
    process.standardError = handle
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    return try String(contentsOf: output, encoding: .utf8)
  }
}
