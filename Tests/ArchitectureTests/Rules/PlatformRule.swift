/// The rule that platform conditions are only allowed in `Platform` folders.
///
/// A condition on a framework, such as `canImport(SwiftUI)`, is not a platform condition.
enum PlatformRule {
  private static let systemModules = "Glibc|Musl|Android|Bionic|Darwin|WinSDK"

  static func complaints(about source: SourceText) throws -> [Complaint] {
    guard !source.folders.contains("Platform") else { return [] }
    let condition = try Regex(
      #"^\s*#(?:else)?if\b.*\b(?:os\s*\(|targetEnvironment\s*\(|canImport\s*\(\s*(?:"#
        + systemModules + #")\b)"#
    )
    let conditions = source.numberedLines.filter { $0.line.contains(condition) }.map { number, _ in
      Complaint(
        path: source.path,
        line: number,
        message: "asks for the platform outside a folder Platform"
      )
    }
    let system = Set(systemModules.split(separator: "|").map(String.init))
    let imports = source.imports.filter { system.contains($0.module) }.map { module, line in
      Complaint(
        path: source.path,
        line: line,
        message: "imports \(module) outside a folder Platform"
      )
    }
    return conditions + imports
  }
}
