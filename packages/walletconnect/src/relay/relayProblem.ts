import { FoyerError } from '@foyer/protocol'

/** The reason why messages cannot reach wallets; as text, to be sent to other tabs. */
export type RelayProblem = {
  readonly code: 'relay-unreachable' | 'relay-refused' | 'clock-wrong'
  readonly details: string
  /** The relay's message, in the wording that alerts match. */
  readonly words?: string | undefined
}

export const unreachable: RelayProblem = {
  code: 'relay-unreachable',
  details: 'The relay did not answer in time: check the network, and relayUrl of walletConnect().',
}

/** Each relay's own wording. @source spec 8.21 */
const alerting: readonly [said: RegExp, words: string][] = [
  [/origin not allowed/i, 'Unauthorized: origin not allowed'],
  [/invalid key|project not found/i, 'Unauthorized: invalid key'],
]

/** True if a relay rejected a token for its date. */
export const isAboutClock = (reason: string): boolean =>
  /not yet valid|in the future|expired|check the clock/i.test(reason)

/** Reads the reason of a relay that closed for good. */
export function readRefusal(reason: string): RelayProblem {
  if (isAboutClock(reason))
    return {
      code: 'clock-wrong',
      details: `Set the clock of this device right, then connect again. The relay said: ${reason}`,
      words: 'JWT validation error: JWT Token is not yet valid',
    }
  return {
    code: 'relay-refused',
    details: `The relay refused the connection: ${reason}. Check projectId of walletConnect() and the origins of the project.`,
    words: alerting.find(([said]) => said.test(reason))?.[1] ?? reason,
  }
}

/** Creates the error of a problem. Its `cause` has the relay's text as `message`. */
export function toRelayError({ code, details, words }: RelayProblem): FoyerError {
  return new FoyerError(code, { details, ...(words && { cause: new Error(words) }) })
}
