import DynamicLibraries

extension DynamicLibrary {
  /// The file names of libmicrohttpd on this system, in the order in which they are tried.
  static var microHTTPDNames: [String] {
    #if os(Windows)
      ["libmicrohttpd-12.dll", "libmicrohttpd.dll"]
    #elseif canImport(Darwin)
      [
        "libmicrohttpd.12.dylib", "/opt/homebrew/lib/libmicrohttpd.12.dylib",
        "/usr/local/lib/libmicrohttpd.12.dylib",
      ]
    #else
      ["libmicrohttpd.so.12"]
    #endif
  }

  /// The advice on how to install libmicrohttpd.
  static var microHTTPDAdvice: String {
    #if os(Windows)
      "Put the folder of libmicrohttpd-12.dll on the PATH."
    #elseif canImport(Darwin)
      "Type: brew install libmicrohttpd"
    #else
      "On Debian and Ubuntu type: sudo apt-get install libmicrohttpd12; on Fedora: sudo dnf install libmicrohttpd"
    #endif
  }
}
