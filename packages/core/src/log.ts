/** From the most verbose to the least. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Writes to the console from a level up. */
export type Log = (
  level: Exclude<LogLevel, 'silent'>,
  message: string,
  ...details: readonly unknown[]
) => void

/** @source spec 9.9 */
export function createLog(from: LogLevel): Log {
  return (level, message, ...details) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(from)) return
    console[level](`[foyer] ${message}`, ...details)
  }
}
