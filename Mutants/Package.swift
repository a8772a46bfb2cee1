// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package of its own, so that nobody who uses the library builds the tool. It takes SwiftSyntax
// from the toolchain, as the plug-in of the macros does.

/// The folder of the toolchain that holds SwiftSyntax, found through `swiftc` on the path, links
/// resolved.
func toolchainSyntaxFolder() -> String? {
  for folder in (Context.environment["PATH"] ?? "").split(separator: ":") {
    let compiler = URL(fileURLWithPath: String(folder) + "/swiftc").resolvingSymlinksInPath()
    let usr = compiler.deletingLastPathComponent().deletingLastPathComponent()
    let host = usr.appendingPathComponent("lib/swift/host").path
    if FileManager.default.fileExists(atPath: host + "/SwiftParser.swiftmodule") { return host }
  }
  return nil
}

let folder = toolchainSyntaxFolder() ?? "/"

let package = Package(
  name: "Mutants",
  platforms: [.macOS(.v15)],
  targets: [
    .executableTarget(
      name: "Mutants",
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .unsafeFlags(["-I", folder]),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ],
      linkerSettings: [
        .unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder]),
        .linkedLibrary("SwiftSyntax"), .linkedLibrary("SwiftParser"),
        .linkedLibrary("SwiftOperators"), .linkedLibrary("SwiftDiagnostics"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
