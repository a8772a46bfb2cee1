#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#elseif os(Windows)
  import WinSDK
#endif

/// A library that is opened while the program runs, and never closed.
@safe
struct DynamicLibrary {
  #if os(Windows)
    private let handle: HMODULE
  #else
    private let handle: UnsafeMutableRawPointer
  #endif

  /// Opens the first of some names that there is; `nil` where there is none.
  init?(anyOf names: [String]) {
    for name in names {
      #if os(Windows)
        guard let handle = unsafe LoadLibraryA(name) else { continue }
      #else
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      #endif
      unsafe self.handle = handle
      return
    }
    return nil
  }

  /// The address of a function; `nil` where the library lacks it.
  func address(of name: UnsafePointer<CChar>) -> UnsafeMutableRawPointer? {
    #if os(Windows)
      unsafe unsafeBitCast(GetProcAddress(handle, name), to: UnsafeMutableRawPointer?.self)
    #else
      unsafe dlsym(handle, name)
    #endif
  }

  /// The names under which systems have libpq, in the order in which they are tried.
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

  /// How to install libpq.
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
