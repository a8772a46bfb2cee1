// swift-tools-version: 6.2
import PackageDescription

// A typical application; `Scripts/buildtime` measures how long its clean build takes.
let package = Package(
  name: "Application",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../..")],
  targets: [
    .executableTarget(
      name: "Application",
      // The package has the name of its folder.
      dependencies: [.product(name: "LiveSQL", package: packageName)]
    )
  ]
)

/// The name by which SwiftPM knows the package two folders up.
var packageName: String {
  Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "LiveSQL"
}
