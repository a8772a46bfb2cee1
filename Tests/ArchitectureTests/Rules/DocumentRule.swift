import Foundation

/// The rule that everything that a document names exists.
struct DocumentRule {
  /// Returns whether there is a file or folder at a path from the root of the package.
  let exists: (String) -> Bool
  /// The names of all files, for documents that name a file without its folder.
  let fileNames: Set<String>

  func complaintsAboutLinks(in document: MarkdownText) -> [Complaint] {
    document.relativeLinks.compactMap { target, line in
      guard !exists(document.folder + target) else { return nil }
      return Complaint(
        path: document.path,
        line: line,
        message: "links to \(target), which is missing"
      )
    }
  }

  /// Returns the violations of paths, which begin at the root or at the document's own folder.
  func complaintsAboutPaths(in document: MarkdownText) -> [Complaint] {
    document.paths.compactMap { path, line in
      guard !exists(path), !exists(document.folder + path), !fileNames.contains(path) else {
        return nil
      }
      return Complaint(path: document.path, line: line, message: "names \(path), which is missing")
    }
  }
}
