/// The files of a small package that uses LiveSQL.
///
/// They contain a model, migrations, a live view in the terminal, and a test.
struct NewPackage: Sendable {
  /// The name of the package and its program, which is a Swift identifier.
  let name: String
  /// The place from which the package gets LiveSQL.
  let source: PackageSource

  /// A file: its path within the package, and its contents.
  struct File: Sendable, Equatable {
    let path: String
    let text: String
  }

  /// All files, in reading order.
  var files: [File] {
    [
      File(path: "README.md", text: readMe), File(path: ".gitignore", text: ignored),
      File(path: "Package.swift", text: manifest),
      File(path: "Sources/\(name)Model/Item.swift", text: Self.model),
      File(path: "Sources/\(name)Model/Storage.swift", text: Self.storage),
      File(path: "Sources/\(name)/\(name).swift", text: program),
      File(path: "Tests/\(name)ModelTests/ItemTests.swift", text: tests),
    ]
  }
}

extension NewPackage {
  private var readMe: String {
    """
    # \(name)

    A list of items that stays up to date.

    ```sh
    swift run \(name)                   # shows the items, and follows each change until Ctrl-C
    swift run \(name) add "Buy milk"    # in another terminal
    swift run \(name) done 1
    swift run \(name) migrate --plan     # the SQL that the next start will run, before it runs
    swift run \(name) migrate --check    # whether the migrations create the tables of the types
    swift test
    ```

    The items are in `\(name.lowercased()).db`. `Sources/\(name)Model` has the type of an item, the migrations \
    that create its table, and
    the query; `Sources/\(name)` is the program. On Linux the development files of SQLite are needed: `apt-get install libsqlite3-dev`.

    To change the table, add another migration to `Storage.swift`; those that have run stay as they are.
    `migrate --check` and the tests fail if the migrations and the type of an item disagree.

    """
  }

  private var ignored: String {
    """
    .build/
    .swiftpm/
    DerivedData/
    .DS_Store
    *.db
    *.db-shm
    *.db-wal

    """
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15)],
      dependencies: [
        \(source.dependency)
      ],
      targets: [
        .target(
          name: "\(name)Model",
          dependencies: [\(source.product)]
        ),
        .executableTarget(
          name: "\(name)",
          dependencies: [
            "\(name)Model", \(source.product),
          ]
        ),
        .testTarget(
          name: "\(name)ModelTests",
          dependencies: [
            "\(name)Model", \(source.product),
          ]
        ),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }
}
