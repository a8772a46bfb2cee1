// Android's C library as far as the package uses it: what is as in Glibc, and what is of another type.

@_exported import Glibc

public typealias pthread_t = Int

public func pthread_self() -> pthread_t { 0 }
