// swift-tools-version: 6.0
import CompilerPluginSupport
import PackageDescription

// A small stand-in for a package of macros on swift-syntax: its modules have the names and the dependencies of the real ones, so
// they hide the toolchain's as those would.
let package = Package(
  name: "OtherMacros",
  platforms: [.macOS(.v15)],
  products: [.library(name: "OtherMacros", targets: ["OtherMacros"])],
  targets: [
    .target(name: "_SwiftSyntaxCShims"),
    .target(name: "SwiftSyntax", dependencies: ["_SwiftSyntaxCShims"]),
    .macro(name: "OtherMacrosPlugin", dependencies: ["SwiftSyntax"]),
    .target(name: "OtherMacros", dependencies: ["OtherMacrosPlugin"]),
  ]
)
