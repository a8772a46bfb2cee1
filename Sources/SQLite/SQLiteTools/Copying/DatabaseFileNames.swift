import Foundation
import SQLiteDatabase

/// The paths of a database and of the files beside it.
struct DatabaseFileNames {
  /// The path of the database; two paths if the first one is a link.
  let main: [String]
  /// The paths of the files beside it.
  let sides: [String]

  private var all: [String] { main + sides }

  /// Creates the names of a database that is read.
  ///
  /// SQLite puts the other files beside the file to which a link leads.
  init(reading path: String) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    main = [path, target]
    let suffixes = WrittenFile.sideSuffixes + ["-live1"]
    sides = suffixes.flatMap { [path + $0, target + $0] }
  }

  /// Creates the names of a database that is written under another name first.
  init(writing path: String, partial: String) {
    main = [path]
    let suffixes = WrittenFile.sideSuffixes
    sides = suffixes.map { path + $0 } + [partial] + suffixes.map { partial + $0 }
  }

  /// Returns whether no file is a part of both databases, or would become one.
  func isApart(from other: Self) -> Bool {
    let files = Set(all.compactMap { FileIdentity(path: $0) })
    return files.isDisjoint(with: other.all.compactMap { FileIdentity(path: $0) })
      && Self.places(all).isDisjoint(with: Self.places(other.all))
      && isNotBeside(other) && other.isNotBeside(self)
  }

  /// Returns whether the database is none of the files beside another one, in any letter case.
  ///
  /// These need not exist yet, so that they have no identity, and the file system may ignore case.
  private func isNotBeside(_ other: Self) -> Bool {
    let sides = Self.places(other.sides, ignoresCase: true)
    return Self.places(main, ignoresCase: true).isDisjoint(with: sides)
  }

  /// A name in a folder, which a file may have or not.
  private struct Place: Hashable {
    let folder: FileIdentity
    let name: String
  }

  private static func places(_ paths: [String], ignoresCase: Bool = false) -> Set<Place> {
    Set(
      paths.compactMap { path -> Place? in
        let url = URL(fileURLWithPath: path)
        guard let folder = FileIdentity(path: url.deletingLastPathComponent().path) else {
          return nil
        }
        let name = url.lastPathComponent
        return Place(folder: folder, name: ignoresCase ? name.lowercased() : name)
      }
    )
  }
}
