// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// Whether somebody depends on this package; it is evaluated at `/` while versions are resolved.
let isDependency =
  Context.packageDirectory.contains("/checkouts/")
  || !FileManager.default.fileExists(atPath: Context.packageDirectory + "/Package.swift")

/// The folder with SwiftSyntax of the toolchain whose `PackageDescription` evaluates this manifest:
/// this process has mapped that library, and the system tells from where (Linux).
func toolchainSyntaxFolder() -> String? {
  guard let maps = FileHandle(forReadingAtPath: "/proc/self/maps") else { return nil }
  var bytes = Data()
  // The system gives the file page by page; reading it at once returns only the first page.
  while let part = try? maps.read(upToCount: 65_536), !part.isEmpty { bytes += part }
  let files = String(decoding: bytes, as: UTF8.self)
  let library = "/.*/lib/swift(?=/pm/.*libPackageDescription)"
  guard let found = files.range(of: library, options: .regularExpression) else { return nil }
  let host = files[found] + "/host"
  return FileManager.default.fileExists(atPath: host + "/SwiftSyntaxMacros.swiftmodule")
    ? String(host) : nil
}

/// The toolchain's folder with SwiftSyntax; without one, the package swift-syntax is used.
///
/// `LIVESQL_SWIFT_SYNTAX=package` chooses the package anyway. Others may depend on a version of
/// this package in spite of its unsafe flags, since the tools version is 6.2 or later.
let syntaxFolder =
  Context.environment["LIVESQL_SWIFT_SYNTAX"] == "package" ? nil : toolchainSyntaxFolder()

/// Whether the plug-in can ask SQLite about the text of `#sql`.
let hasSQLite: Bool = {
  #if os(Linux)
    return ["/usr/include", "/usr/local/include"]
      .contains { FileManager.default.fileExists(atPath: $0 + "/sqlite3.h") }
  #else
    return true
  #endif
}()

/// Settings of every target: Swift 6 mode, and the features of the next language mode.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    // Each function has its own section, so that a linker leaves out what is not used.
    .unsafeFlags(
      ["-Xfrontend", "-function-sections"],
      .when(platforms: [.linux], configuration: .release)
    ),
  ]
  + [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault",
  ].map { .enableUpcomingFeature($0) }

/// Settings of what imports SwiftSyntax from the toolchain.
///
/// The plug-in runs for milliseconds: optimising it for a release build would take longer.
func toolchainSettings(_ folder: String) -> [SwiftSetting] {
  [
    .unsafeFlags(["-I", folder]),
    // SwiftPM's own flags would put first a `SwiftSyntax` that it builds for another macro.
    .unsafeFlags(["-driver-use-frontend-path", Context.packageDirectory + "/Scripts/frontend"]),
    // The driver would look for the sanitizers' libraries beside that frontend.
    .unsafeFlags(["-resource-dir", String(folder.dropLast("/host".count))]),
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)),
    .define("TOOLCHAIN_SYNTAX"),
  ]
}

/// Settings of what imports SwiftSyntax.
let syntaxSettings: [SwiftSetting] =
  settings + (syntaxFolder.map(toolchainSettings) ?? [])
  + (hasSQLite ? [.define("SQLITE_CHECKS")] : [])
/// What of SwiftSyntax the plug-in links.
let syntaxModules = [
  "SwiftBasicFormat", "SwiftCompilerPluginMessageHandling", "SwiftDiagnostics", "SwiftOperators",
  "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder",
  "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
]
let syntaxLinking: [LinkerSetting] =
  syntaxFolder.map { folder in
    [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]
      + syntaxModules.map { .linkedLibrary($0) }
  } ?? []

/// The products of the swift-syntax package, which is used if the toolchain has none.
func syntaxProducts(_ names: [String]) -> [Target.Dependency] {
  syntaxFolder == nil ? names.map { .product(name: $0, package: "swift-syntax") } : []
}

let syntaxPackage: [Package.Dependency] =
  syntaxFolder != nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"700.0.0")]
/// What publishers are made of where there is no Combine: only where the trait of that name is on.
let openCombine: [Target.Dependency] = [
  .product(name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"]))
]

let sqlite: [SystemPackageProvider] = [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
/// SQLCipher in the place of SQLite: a trait could not take the other one away.
let isCipher = Context.environment["LIVESQL_SQLCIPHER"] == "1"
let (home, library) = isCipher ? ("Sources/SQLite/CSQLCipher", "sqlcipher") : (nil, "sqlite3")

// The folders in `Sources`, and the modules in each. A group depends only on groups above it.
let groups = """
  Core: DatabaseTypes SQLSyntax Waiting TypedSQL TypedSQLExtras SQLQueries DynamicColumns
  SQLite: CSQLite SQLite SQLiteDatabase SQLiteQueries SQLiteTools
  Live: DatabaseDependencies IncrementalQueries LiveEngine LiveQueries
  PostgreSQL: CPostgreSQL DynamicLibraries PostgreSQL PostgreSQLDatabase PostgreSQLQueries
  PostgreSQL: PostgreSQLTools PostgreSQLLive
  Records: Records SchemaDefinitions LiveRecords
  Macros: CSQLiteForMacros TypedSQLMacroCore TypedSQLMacros TypedSQLMacroDeclarations
  Products: LiveSQL LiveSQLPostgres SampleShop
  Web: CMicroHTTPD WebServer Studio
  Command: Terminal LiveSQLCommand livesql
  Testing: TestSockets LiveSQLTestSupport PostgreSQLTestSupport TerminalTestSupport TestBrowser
  """

let package = Package(
  name: "LiveSQL",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11)],
  products: ["LiveSQL", "LiveSQLPostgres", "LiveSQLTestSupport", "SampleShop", "CSQLite"]
    .map { .library(name: $0, targets: [$0]) } + [
      .library(name: "PostgresRaw", targets: ["CPostgreSQL", "PostgreSQLTestSupport"]),
      .executable(name: "livesql", targets: ["livesql"]),
    ],
  traits: [
    .trait(name: "OpenCombine", description: "Publishers without Combine; off by default"),
    .trait(name: "ColumnCoding", description: "Coding keys are called as columns; off by default"),
    .trait(name: "CasePaths", description: "Nothing; for manifests that ask for it"),
  ],
  dependencies: syntaxPackage
    + [.package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0")],
  // In dependency order: a target depends only on targets above it.
  targets: [
    .systemLibrary(name: "CSQLite", path: home, pkgConfig: library, providers: sqlite),
    .systemLibrary(name: "CSQLiteForMacros", pkgConfig: "sqlite3", providers: sqlite),
    .target(name: "DatabaseTypes"),
    .target(name: "SQLSyntax"),
    .target(name: "Waiting"),
    .target(name: "Terminal"),
    .target(name: "TypedSQL", dependencies: ["DatabaseTypes", "SQLSyntax"]),
    .target(name: "TypedSQLExtras", dependencies: ["DatabaseTypes", "TypedSQL"]),
    .target(name: "SQLQueries", dependencies: ["DatabaseTypes", "TypedSQL"]),
    .target(name: "SQLite", dependencies: ["CSQLite", "DatabaseTypes"]),
    .target(name: "DynamicLibraries"),
    .target(name: "CPostgreSQL"),
    .target(
      name: "PostgreSQL",
      dependencies: ["CPostgreSQL", "DynamicLibraries", "DatabaseTypes", "SQLSyntax"]
    ),
    .target(name: "PostgreSQLDatabase", dependencies: ["DatabaseTypes", "PostgreSQL"]),
    .target(
      name: "PostgreSQLQueries",
      dependencies: ["DatabaseTypes", "TypedSQL", "SQLQueries", "PostgreSQL"]
    ),
    .target(
      name: "PostgreSQLTools",
      dependencies: [
        "DatabaseTypes", "SQLSyntax", "TypedSQL", "TypedSQLExtras", "PostgreSQL",
        "PostgreSQLDatabase",
      ]
    ),
    .target(name: "CMicroHTTPD"),
    .target(name: "WebServer", dependencies: ["CMicroHTTPD", "DynamicLibraries"]),
    .target(name: "IncrementalQueries", dependencies: ["DatabaseTypes"]),
    .target(
      name: "SQLiteDatabase",
      dependencies: ["DatabaseTypes", "SQLSyntax", "SQLite", "Waiting"]
    ),
    .target(
      name: "SQLiteQueries",
      dependencies: ["DatabaseTypes", "TypedSQL", "SQLQueries", "SQLite", "SQLiteDatabase"]
    ),
    .target(name: "DatabaseDependencies", dependencies: ["DatabaseTypes", "SQLiteDatabase"]),
    .target(
      name: "LiveEngine",
      dependencies: ["DatabaseTypes", "SQLSyntax", "TypedSQL", "IncrementalQueries", "Waiting"],
      exclude: ["README.md"]
    ),
    .target(
      name: "PostgreSQLLive",
      dependencies: [
        "DatabaseTypes", "SQLSyntax", "TypedSQL", "PostgreSQL", "PostgreSQLQueries",
        "IncrementalQueries", "LiveEngine", "Waiting",
      ]
    ),
    .target(
      name: "LiveQueries",
      dependencies: [
        "DatabaseTypes", "TypedSQL", "SQLiteDatabase", "SQLiteQueries", "IncrementalQueries",
        "DatabaseDependencies", "LiveEngine", "Waiting",
      ] + openCombine
    ),
    .target(
      name: "SQLiteTools",
      dependencies: [
        "DatabaseTypes", "SQLSyntax", "SQLite", "TypedSQL", "TypedSQLExtras", "SQLQueries",
        "SQLiteDatabase", "SQLiteQueries",
      ]
    ),
    .target(name: "DynamicColumns", dependencies: ["DatabaseTypes", "SQLSyntax", "TypedSQL"]),
    .target(
      name: "Records",
      dependencies: [
        "DatabaseTypes", "TypedSQL", "SQLQueries", "SQLiteDatabase", "SQLiteQueries",
        "DynamicColumns",
      ]
    ),
    .target(
      name: "SchemaDefinitions",
      dependencies: [
        "DatabaseTypes", "SQLSyntax", "TypedSQL", "TypedSQLExtras", "SQLQueries", "SQLite",
        "SQLiteDatabase", "SQLiteQueries", "DynamicColumns",
      ]
    ),
    .target(
      name: "LiveRecords",
      dependencies: ["DatabaseTypes", "TypedSQL", "SQLiteDatabase", "Records", "LiveQueries"]
        + openCombine
    ),
    .target(
      name: "TypedSQLMacroCore",
      dependencies: ["CSQLiteForMacros"].filter { _ in hasSQLite }
        + syntaxProducts([
          "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
          "SwiftSyntaxMacros",
        ]),
      swiftSettings: syntaxSettings + [.define("COLUMN_CODING", .when(traits: ["ColumnCoding"]))],
      linkerSettings: syntaxLinking
    ),
    .macro(
      name: "TypedSQLMacros",
      dependencies: ["TypedSQLMacroCore"] + syntaxProducts(["SwiftCompilerPlugin"]),
      swiftSettings: syntaxSettings,
      linkerSettings: syntaxLinking
    ),
    .target(name: "TypedSQLMacroDeclarations", dependencies: ["TypedSQL", "TypedSQLMacros"]),
    .target(
      name: "LiveSQL",
      dependencies: [
        "DatabaseTypes", "TypedSQL", "TypedSQLExtras", "TypedSQLMacroDeclarations", "SQLQueries",
        "SQLite", "SQLiteDatabase", "SQLiteQueries", "SQLiteTools", "IncrementalQueries",
        "DatabaseDependencies", "LiveEngine", "LiveQueries", "DynamicColumns", "Records",
        "SchemaDefinitions", "LiveRecords",
      ]
    ),
    .target(
      name: "LiveSQLPostgres",
      dependencies: [
        "DatabaseTypes", "SQLSyntax", "TypedSQL", "SQLQueries", "SQLiteDatabase",
        "SQLiteQueries", "SQLiteTools", "IncrementalQueries", "LiveEngine", "LiveQueries",
        "DynamicColumns", "Records", "PostgreSQL", "PostgreSQLDatabase", "PostgreSQLQueries",
        "PostgreSQLLive", "PostgreSQLTools", "SchemaDefinitions",
      ]
    ),
    .target(name: "TestSockets"),
    .target(
      name: "LiveSQLTestSupport",
      dependencies: [
        "LiveSQL", "DatabaseTypes", "TypedSQL", "SQLite", "SQLiteDatabase", "SQLiteQueries",
        "DatabaseDependencies", "SQLiteTools", "IncrementalQueries", "LiveEngine", "LiveQueries",
        "Records", "TestSockets",
      ]
    ),
    .target(name: "TerminalTestSupport", dependencies: ["Terminal"]),
    .target(name: "TestBrowser", dependencies: ["TestSockets"]),
    .target(name: "PostgreSQLTestSupport", dependencies: ["PostgreSQL", "TestSockets"]),
    .target(name: "SampleShop", dependencies: ["LiveSQL", "DatabaseTypes", "SQLiteDatabase"]),
    .target(
      name: "Studio",
      dependencies: [
        "DatabaseTypes", "SQLSyntax", "SQLite", "SQLiteDatabase", "SQLiteTools",
        "IncrementalQueries", "LiveEngine", "LiveQueries", "PostgreSQL", "PostgreSQLDatabase",
        "PostgreSQLTools", "PostgreSQLLive", "WebServer",
      ],
      exclude: ["Resources", "PROTOCOL.md"]
    ),
    .target(
      name: "LiveSQLCommand",
      dependencies: [
        "LiveSQL", "SQLSyntax", "SQLiteDatabase", "PostgreSQLDatabase", "PostgreSQLTools", "Studio",
        "DatabaseTypes", "SQLiteTools", "LiveEngine", "PostgreSQL", "PostgreSQLLive", "WebServer",
        "SQLite", "IncrementalQueries", "LiveQueries", "SampleShop", "LiveSQLPostgres", "Terminal",
      ]
    ),
    .executableTarget(name: "livesql", dependencies: ["LiveSQLCommand", "Terminal"]),
    .testTarget(name: "ArchitectureTests", dependencies: ["DatabaseTypes", "LiveSQLTestSupport"]),
    .testTarget(
      name: "CompileErrorTests",
      dependencies: ["LiveSQL"],
      exclude: ["Mistakes", "PlainSwift.txt", "Tables.txt"]
    ),
    .testTarget(name: "DatabaseTypesTests", dependencies: ["DatabaseTypes", "LiveSQLTestSupport"]),
    .testTarget(
      name: "SQLSyntaxTests",
      dependencies: ["SQLSyntax", "SQLite", "PostgreSQLTestSupport", "LiveSQLTestSupport"]
    ),
    .testTarget(
      name: "TypedSQLMacrosTests",
      dependencies: ["TypedSQLMacroCore"]
        + syntaxProducts([
          "SwiftBasicFormat", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax",
          "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
        ]),
      swiftSettings: syntaxSettings
    ),
    .testTarget(
      name: "TypedSQLTests",
      dependencies: ["TypedSQL", "TypedSQLExtras", "TypedSQLMacroDeclarations"]
    ),
    .testTarget(
      name: "MainActorTests",
      dependencies: ["TypedSQL", "TypedSQLExtras", "TypedSQLMacroDeclarations"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "QueryTests",
      dependencies: [
        "LiveSQL", "LiveSQLTestSupport", "TestSockets", "PostgreSQL", "PostgreSQLQueries",
        "PostgreSQLTestSupport",
      ],
      exclude: ["Refused"]
    ),
    .testTarget(
      name: "BothDatabasesTests",
      dependencies: [
        "LiveSQL", "LiveSQLPostgres", "LiveSQLTestSupport", "DatabaseTypes", "PostgreSQL",
        "PostgreSQLQueries", "PostgreSQLLive", "PostgreSQLTestSupport", "LiveEngine",
      ]
    ),
    .testTarget(name: "WebServerTests", dependencies: ["WebServer", "LiveSQLTestSupport"]),
    .testTarget(
      name: "StudioTests",
      dependencies: ["Studio", "TestSockets", "LiveSQLTestSupport", "PostgreSQLTestSupport"]
    ),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "Studio", "WebServer", "TestBrowser", "TestSockets", "LiveSQLTestSupport",
        "DatabaseTypes", "SQLiteDatabase", "PostgreSQL", "PostgreSQLTestSupport",
      ]
    ),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "LiveSQLTestSupport"]),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "TerminalTestSupport", "LiveSQLTestSupport"]
    ),
    .testTarget(
      name: "PostgreSQLTests",
      dependencies: ["PostgreSQL", "PostgreSQLTestSupport", "LiveSQLTestSupport"]
    ),
    .testTarget(
      name: "PostgreSQLDatabaseTests",
      dependencies: [
        "DatabaseTypes", "PostgreSQLDatabase", "PostgreSQLTestSupport", "LiveSQLTestSupport",
      ]
    ),
    .testTarget(
      name: "IncrementalQueriesTests",
      dependencies: ["IncrementalQueries", "LiveSQLTestSupport"]
    ),
    .testTarget(
      name: "SQLiteDatabaseTests",
      dependencies: ["SQLiteDatabase", "SQLiteTools", "LiveSQLTestSupport"]
    ),
    .testTarget(
      name: "LiveEngineTests",
      dependencies: [
        "LiveEngine", "IncrementalQueries", "DatabaseTypes", "TypedSQL", "LiveSQLTestSupport",
      ]
    ),
    .testTarget(
      name: "PostgreSQLLiveTests",
      dependencies: [
        "PostgreSQLLive", "PostgreSQL", "PostgreSQLQueries", "PostgreSQLTestSupport", "LiveEngine",
        "IncrementalQueries", "DatabaseTypes", "TypedSQL", "TypedSQLMacroDeclarations",
        "LiveSQLTestSupport",
      ]
    ),
    .testTarget(
      name: "LiveQueriesTests",
      dependencies: ["LiveEngine", "LiveQueries", "TypedSQL", "LiveSQLTestSupport"]
    ),
    .testTarget(name: "RecordTests", dependencies: ["LiveSQL", "LiveSQLTestSupport"]),
    .testTarget(
      name: "SeedTests",
      dependencies: ["LiveSQL"],
      exclude: ["Screens", "Refused", "LeftOut.md"],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
    .testTarget(
      name: "SeedMainActorTests",
      dependencies: ["LiveSQL"],
      swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]
    ),
    .testTarget(name: "SchemaDefinitionTests", dependencies: ["LiveSQL", "LiveSQLTestSupport"]),
    .testTarget(
      name: "LiveSQLCommandTests",
      dependencies: [
        "LiveSQLCommand", "livesql", "LiveSQLTestSupport", "TerminalTestSupport",
        "PostgreSQLTestSupport", "TestSockets",
      ]
    ),
    .testTarget(
      name: "SchemaSourceTests",
      dependencies: [
        "LiveSQL", "LiveSQLCommand", "LiveSQLTestSupport", "PostgreSQL", "PostgreSQLQueries",
        "PostgreSQLTestSupport", "PostgreSQLDatabase", "PostgreSQLTools",
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Examples. Where somebody depends on the package, their names may be taken.
if !isDependency {
  package.targets += [
    .target(name: "ItemsModel", dependencies: ["LiveSQL"], path: "Examples/Items/Model"),
    .target(name: "ItemsScreen", dependencies: ["ItemsModel"], path: "Examples/Items/Screen"),
    .executableTarget(
      name: "Items",
      dependencies: ["LiveSQL", "Terminal", "ItemsModel"],
      path: "Examples/Items/Program"
    ),
    .target(
      name: "ShoppingListsModel",
      dependencies: ["LiveSQL", "LiveSQLPostgres"],
      path: "Examples/ShoppingLists/Model"
    ),
    .target(
      name: "ShoppingListsScreen",
      dependencies: ["ShoppingListsModel"],
      path: "Examples/ShoppingLists/Screen"
    ),
    .executableTarget(
      name: "ShoppingLists",
      dependencies: ["LiveSQL", "Terminal", "ShoppingListsModel"],
      path: "Examples/ShoppingLists/Program"
    ),
    .executableTarget(
      name: "ShoppingListsWeb",
      dependencies: ["LiveSQL", "Terminal", "WebServer", "ShoppingListsModel"],
      path: "Examples/ShoppingLists/Web",
      exclude: ["Resources"]
    ),
    .executableTarget(
      name: "WebBenchmarks",
      dependencies: [
        "Studio", "WebServer", "TestBrowser", "TestSockets", "DatabaseTypes", "SQLiteDatabase",
        "ShoppingListsModel",
      ],
      path: "Benchmarks/Web"
    ),
    .testTarget(
      name: "ItemsTests",
      dependencies: ["Items", "ItemsModel", "Terminal", "LiveSQL", "LiveSQLTestSupport"],
      path: "Examples/Items/Tests"
    ),
    .testTarget(
      name: "ShoppingListsTests",
      dependencies: [
        "ShoppingLists", "ShoppingListsModel", "Terminal", "LiveSQL", "LiveSQLPostgres",
        "LiveSQLTestSupport", "PostgreSQLTestSupport", "TerminalTestSupport",
      ],
      path: "Examples/ShoppingLists/Tests"
    ),
    .testTarget(
      name: "ShoppingListsWebTests",
      dependencies: [
        "ShoppingListsWeb", "ShoppingListsModel", "WebServer", "TestBrowser", "TestSockets",
        "ShoppingLists", "LiveSQL", "LiveSQLPostgres", "LiveSQLTestSupport",
      ],
      path: "Examples/ShoppingLists/WebTests"
    ),
  ]
}

// The test targets to build: all of them in a release build take twenty minutes.
if let names = Context.environment["LIVESQL_TEST_TARGETS"]?.split(separator: ",") {
  package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}
for line in groups.split(separator: "\n") {
  let names = line.split(separator: " ")
  for target in package.targets where target.path == nil && names.contains(target.name[...]) {
    target.path = "Sources/\(names[0].dropLast())/\(target.name)"
  }
}
// What says nothing else has the settings of all; targets of C are no Swift.
for target in package.targets
where target.type != .system && target.swiftSettings == nil
  && !["CPostgreSQL", "CMicroHTTPD"].contains(target.name)
{
  // What calls C marks each unsafe expression `unsafe`.
  let isBinding = ["SQLite", "DynamicLibraries", "PostgreSQL", "WebServer"].contains(target.name)
  target.swiftSettings = settings + (isBinding ? [.strictMemorySafety()] : [])
}
