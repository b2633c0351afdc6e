import type { SessionErrorName } from '@foyer/protocol'

/** What a wallet's request is answered with: success, a refusal, or nothing at all. */
export type Outcome = true | SessionErrorName | undefined
