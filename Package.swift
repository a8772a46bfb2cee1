// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6 mode, and the features of the next language mode.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Settings of the binding: each unsafe expression is marked `unsafe`.
let bindingSettings = settings + [.strictMemorySafety()]

let package = Package(
  name: "LiveSQL",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11)],
  products: [
    .library(name: "LiveSQL", targets: ["LiveSQL"]),
    .library(name: "LiveSQLTestSupport", targets: ["LiveSQLTestSupport"]),
    .library(name: "SampleShop", targets: ["SampleShop"]),
    // For the benchmarks, which compare with raw calls.
    .library(name: "CSQLite", targets: ["CSQLite"]),
    .executable(name: "livesql", targets: ["livesql"]),
  ],
  // In dependency order: a target depends only on targets above it.
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
    ),
    .target(name: "DatabaseTypes", swiftSettings: settings),
    .target(
      name: "SQLite",
      dependencies: ["CSQLite", "DatabaseTypes"],
      swiftSettings: bindingSettings
    ),
    .target(name: "IncrementalQueries", dependencies: ["DatabaseTypes"], swiftSettings: settings),
    .target(
      name: "SQLiteDatabase",
      dependencies: ["DatabaseTypes", "SQLite"],
      swiftSettings: settings
    ),
    .target(
      name: "LiveQueries",
      dependencies: ["DatabaseTypes", "SQLiteDatabase", "IncrementalQueries"],
      swiftSettings: settings
    ),
    .target(
      name: "LiveSQL",
      dependencies: ["DatabaseTypes", "SQLiteDatabase", "IncrementalQueries", "LiveQueries"],
      swiftSettings: settings
    ),
    .target(
      name: "LiveSQLTestSupport",
      dependencies: ["LiveSQL", "DatabaseTypes", "SQLite", "SQLiteDatabase"],
      swiftSettings: settings
    ),
    .target(
      name: "SampleShop",
      dependencies: ["LiveSQL", "DatabaseTypes", "SQLiteDatabase"],
      swiftSettings: settings
    ),
    .target(
      name: "LiveSQLCommand",
      dependencies: [
        "LiveSQL", "DatabaseTypes", "SQLiteDatabase", "IncrementalQueries", "LiveQueries",
        "SampleShop",
      ],
      swiftSettings: settings
    ),
    .executableTarget(name: "livesql", dependencies: ["LiveSQLCommand"], swiftSettings: settings),

    // Reads the sources and documents as text: imports point down, what is named exists.
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    .testTarget(
      name: "DatabaseTypesTests",
      dependencies: ["DatabaseTypes", "LiveSQLTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SQLiteTests",
      dependencies: ["SQLite", "LiveSQLTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "IncrementalQueriesTests",
      dependencies: ["IncrementalQueries", "LiveSQLTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SQLiteDatabaseTests",
      dependencies: ["SQLiteDatabase", "LiveSQLTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "LiveQueriesTests",
      dependencies: ["LiveQueries", "LiveSQLTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "LiveSQLCommandTests",
      dependencies: [
        "LiveSQLCommand", "livesql", "SampleShop", "DatabaseTypes", "LiveQueries",
        "LiveSQLTestSupport",
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
