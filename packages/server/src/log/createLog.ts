import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { DestinationStream, Logger } from 'pino'
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/** Serializes an error without its extra properties, such as a driver's query parameters. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { cause, code, name, stack } = error as Error & { code?: unknown }
  const hasParameters = name === 'DrizzleQueryError' || 'params' in error
  return {
    name,
    ...(hasParameters ? {} : { message: error.message }),
    ...(typeof code === 'string' && { code }),
    ...(!hasParameters && { stack }),
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  }
}

/** Patterns that are always redacted: addresses, tokens, proofs, shares, links. */
const patterns: readonly RegExp[] = [
  // Bounded repetition: otherwise a long word without an @ takes quadratic time.
  /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63})*/g,
  // A word with `eyJ` in it, read once and as a whole.
  /(?<![\w-])(?=[\w-]*eyJ)(?=([\w-]+))\1\.[\w-]*\.[\w-]*(\.[\w-]*){0,2}/g,
  /#t=[\w-]+/g,
]

/**
 * Makes a pino log of JSON lines that redacts all secrets of the server and its users.
 * @param app - name of the server, in each line
 * @param secrets - texts to redact in every line
 * @param destination - @default standard output
 */
export function createLog({
  app,
  destination,
  level = 'info',
  secrets = [],
}: createLog.Options): Logger {
  // Skip short values, which would match everywhere; the configuration refuses secrets that short.
  const hidden = [...new Set(secrets.filter((secret) => secret !== undefined))]
    .filter((secret) => secret.length >= 6)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
  const options: LoggerOptions = {
    level,
    base: { app },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: serializeError },
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
        patterns.reduce(
          (text, pattern) => text.replace(pattern, '[hidden]'),
          hidden.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), line),
        ),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

export declare namespace createLog {
  type Options = {
    app: string
    /** @default 'info' */
    level?: LogLevel | undefined
    /** @default none */
    secrets?: readonly (string | undefined)[] | undefined
    destination?: DestinationStream | undefined
  }
}
