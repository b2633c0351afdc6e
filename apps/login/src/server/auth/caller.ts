import type { PageLanguage } from '@foyer/server'

/** The caller, as far as the connection reveals it. */
export type Client = {
  readonly ip: string
  /** /24, or /48 of IPv6. */
  readonly network: string
  readonly userAgent: string
  /** `Chrome on Linux` */
  readonly browser: string
  /** Of the page that calls: the first of the browser's that there is. */
  readonly language: PageLanguage
}

/** A device that proved itself with this call. */
export type Caller = {
  readonly jkt: string
  readonly client: Client
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal
}
