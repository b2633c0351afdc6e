import type { SessionErrorName } from '@foyer/protocol/session'

/** The answer to a wallet's request: success, an error, or none. */
export type Outcome = true | SessionErrorName | undefined
