// Darwin's C library as far as the package uses it: what is as on Linux, what is not there, and what is of another type.

@_exported import CDarwin
@_exported import Glibc

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>

public func pthread_self() -> pthread_t { UnsafeMutablePointer.allocate(capacity: 1) }
