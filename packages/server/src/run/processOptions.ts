import * as v from 'valibot'
import { logLevel, secret, text, wholeNumber } from '../environment/variables.ts'
import type { DestinationStream, LogLevel } from '../log/createLog.ts'

/** Options that `start` of every server accepts. */
export type ProcessOptions = {
  /** TCP port; 0 for a free one. */
  port: number
  /** @default '127.0.0.1' */
  host?: string | undefined
  /** Number of proxies in front whose forwarded addresses are trusted. @default 0 */
  trustedProxies?: number | undefined
  /** The bearer token required by `/metrics`. @default none: it refuses every call */
  metricsToken?: string | undefined
  /** @default 'error' */
  logLevel?: LogLevel | undefined
  /** @default standard output */
  logDestination?: DestinationStream | undefined
}

/** Returns the schemas of the variables for {@link ProcessOptions}. @param port - default of `PORT` */
export const processVariables = (port: string) => ({
  PORT: v.optional(wholeNumber(0, 65_535, 'a TCP port'), port),
  HOST: v.optional(text('an address such as 127.0.0.1 or 0.0.0.0'), '127.0.0.1'),
  TRUST_PROXY: v.optional(wholeNumber(0, 10, 'proxies in front of this server'), '0'),
  METRICS_TOKEN: v.optional(secret(16)),
  LOG_LEVEL: v.optional(logLevel, 'info'),
})

type Variables = ReturnType<typeof processVariables>

/** Converts parsed {@link processVariables} to options. */
export const readProcessOptions = (
  values: v.InferOutput<v.ObjectSchema<Variables, undefined>>,
): ProcessOptions => ({
  port: values.PORT,
  host: values.HOST,
  trustedProxies: values.TRUST_PROXY,
  metricsToken: values.METRICS_TOKEN,
  logLevel: values.LOG_LEVEL,
})
