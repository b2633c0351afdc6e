import * as v from 'valibot'
import { logLevel, secret, text, wholeNumber } from '../environment/variables.ts'
import type { DestinationStream, LogLevel } from '../log/createLog.ts'

/** What `start` of every server takes. */
export type ProcessOptions = {
  /** 0 takes a free one. */
  port: number
  /** @default '127.0.0.1' */
  host?: string | undefined
  /** How many proxies in front are to be believed about addresses. @default 0 */
  trustedProxies?: number | undefined
  /** What `/metrics` wants as a bearer token. @default it answers nobody */
  metricsToken?: string | undefined
  /** @default 'error' */
  logLevel?: LogLevel | undefined
  /** @default standard output */
  logDestination?: DestinationStream | undefined
}

/** The variables of {@link ProcessOptions}. @param port - the default of `PORT` */
export const processVariables = (port: string) => ({
  PORT: v.optional(wholeNumber(0, 65_535, 'a TCP port'), port),
  HOST: v.optional(text('an address such as 127.0.0.1 or 0.0.0.0'), '127.0.0.1'),
  TRUST_PROXY: v.optional(wholeNumber(0, 10, 'proxies in front of this server'), '0'),
  METRICS_TOKEN: v.optional(secret(16)),
  LOG_LEVEL: v.optional(logLevel, 'info'),
})

type Variables = ReturnType<typeof processVariables>

/** What {@link processVariables} say. */
export const readProcessOptions = (
  values: v.InferOutput<v.ObjectSchema<Variables, undefined>>,
): ProcessOptions => ({
  port: values.PORT,
  host: values.HOST,
  trustedProxies: values.TRUST_PROXY,
  metricsToken: values.METRICS_TOKEN,
  logLevel: values.LOG_LEVEL,
})
