import Foundation
import LiveSQLCommand

let code = await Program().run(Array(CommandLine.arguments.dropFirst()))
exit(code.rawValue)
