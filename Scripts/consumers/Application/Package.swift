// swift-tools-version: 6.0
import PackageDescription

// An application that depends on LiveSQL by URL and version: `Scripts/consumer` builds it, alone and together with another
// package of macros.
let version = Version(stringLiteral: Context.environment["CONSUMER_VERSION"] ?? "1.0.0")
let isBesideOthers = Context.environment["CONSUMER_BESIDE"] != nil

let package = Package(
  name: "Application",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://livesql.invalid/LiveSQL.git", exact: version)]
    + (isBesideOthers ? [.package(path: "../OtherMacros")] : []),
  targets: [
    .executableTarget(
      name: "Application",
      dependencies: [.product(name: "LiveSQL", package: "LiveSQL")]
        + (isBesideOthers ? [.product(name: "OtherMacros", package: "OtherMacros")] : []),
      swiftSettings: isBesideOthers ? [.define("BESIDE_OTHERS")] : []
    )
  ]
)
