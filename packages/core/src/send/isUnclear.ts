import { type ErrorCode, errors, type FoyerError } from '@foyer/protocol'

/** The answer was not waited for, or could not arrive any more. */
const lost: readonly ErrorCode[] = [
  'request-aborted',
  'not-connected',
  'provider-disconnected',
  'relay-refused',
]

/**
 * Tells if the wallet may have sent what it was asked for, or may still do so: its answer was lost, or does not say. JSON-RPC's
 * number for an internal error is also that of a timeout and of a call of a node or server that failed.
 */
export const isUnclear = ({ code }: Pick<FoyerError, 'code'>): boolean =>
  lost.includes(code) || errors[code][1] === -32603
