import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/**
 * Logs as JSON lines, without any of the server's secrets in them.
 *
 * @param secrets - texts that never appear in a line, wherever they come from
 * @param destination - @default standard output
 */
export function createLog({
  destination,
  level = 'info',
  secrets = [],
}: createLog.Options = {}): Logger {
  // Short ones would blacken half of every line, and are refused as secrets elsewhere.
  const hidden = [...new Set(secrets)]
    .filter((secret) => secret.length >= 6)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
  const options: LoggerOptions = {
    level,
    base: { app: 'relay' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: pino.stdSerializers.err },
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.token',
        '*.url',
        '*.connectionString',
      ],
      censor: '[hidden]',
    },
    hooks: {
      streamWrite: (line) =>
        hidden.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), line),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

export declare namespace createLog {
  type Options = {
    level?: LogLevel | undefined
    secrets?: readonly string[] | undefined
    destination?: DestinationStream | undefined
  }
}

/** The parts of a Redis address that must not be seen: its password, and the whole of it. */
export function secretsOfUrl(url: string): string[] {
  if (!URL.canParse(url)) return [url]
  const { password } = new URL(url)
  return password === '' ? [] : [url, password, decodeURIComponent(password)]
}
