import Foundation
public import SQLiteDatabase

/// Opens a database that is suitable for the context of the process.
///
/// ```swift
/// prepareDependencies { $0.defaultDatabase = try! defaultDatabase() }
/// ```
///
/// In an application, it is a pool on a file in the application support folder. In tests and
/// previews, it is a pool on a new file in the temporary folder, whatever the path is, so that they
/// share nothing and leave the application's data alone.
///
/// - Parameters:
///   - path: The application's file; by default, `LiveSQL.db` in the application support folder.
///   - configuration: The settings.
/// - Throws: `DatabaseError` with the reason why the file cannot be opened.
public func defaultDatabase(
  path: String? = nil,
  configuration: Configuration = Configuration()
) throws -> any DatabaseWriter {
  let path =
    switch DependencyValues.current.context {
    case .live: try path ?? applicationPath()
    case .test, .preview: temporaryPath()
    }
  return try DatabasePool(path: path, configuration: configuration)
}

private func applicationPath() throws -> String {
  let folder = try FileManager.default.url(
    for: .applicationSupportDirectory,
    in: .userDomainMask,
    appropriateFor: nil,
    create: true
  )
  return folder.appendingPathComponent("LiveSQL.db").path
}

private func temporaryPath() -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).db").path
}
