import Foundation
import LiveSQLCommand

let code = await Program().runProcess(Array(CommandLine.arguments.dropFirst()))
exit(code.rawValue)
