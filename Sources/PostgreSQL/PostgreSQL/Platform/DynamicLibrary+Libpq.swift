import DynamicLibraries

extension DynamicLibrary {
  /// The file names of libpq on this system, in the order in which they are tried.
  static var libpqNames: [String] {
    #if os(Windows)
      ["libpq.dll"]
    #elseif canImport(Darwin)
      [
        "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
        "/usr/local/opt/libpq/lib/libpq.5.dylib",
      ]
    #else
      ["libpq.so.5"]
    #endif
  }

  /// Instructions for installing libpq.
  static var libpqAdvice: String {
    #if os(Windows)
      "Install PostgreSQL's client and put the folder of libpq.dll on the PATH."
    #elseif canImport(Darwin)
      "Type: brew install libpq"
    #else
      "On Debian and Ubuntu type: sudo apt-get install libpq5; on Fedora: sudo dnf install libpq"
    #endif
  }
}
