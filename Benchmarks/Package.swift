// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library do not build the benchmarks.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "LiveSQL", path: "..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "LiveSQL", package: "LiveSQL"),
        .product(name: "LiveSQLTestSupport", package: "LiveSQL"),
        .product(name: "SampleShop", package: "LiveSQL"),
        .product(name: "CSQLite", package: "LiveSQL"),
        .product(name: "PostgresRaw", package: "LiveSQL"),
        .product(name: "LiveSQLPostgres", package: "LiveSQL"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
