import { FoyerError } from '@foyer/protocol'

/** Why nothing gets through to wallets; as text, since other tabs are told of it too. */
export type RelayProblem = {
  readonly code: 'relay-unreachable' | 'relay-refused' | 'clock-wrong'
  readonly details: string
  /** What the relay said, in the words that alerts know. */
  readonly words?: string | undefined
}

export const unreachable: RelayProblem = {
  code: 'relay-unreachable',
  details: 'The relay did not answer in time: check the network, and relayUrl of walletConnect().',
}

/** What each relay says in words of its own. @source ledger 8.21 */
const alerting: readonly [said: RegExp, words: string][] = [
  [/origin not allowed/i, 'Unauthorized: origin not allowed'],
  [/invalid key|project not found/i, 'Unauthorized: invalid key'],
]

/** Whether a relay refused a token for its time. */
export const isAboutClock = (reason: string): boolean =>
  /not yet valid|in the future|expired|check the clock/i.test(reason)

/** What a relay meant when it closed for good. */
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

/** The error of a problem. Its `cause` has the relay's words as `message`. */
export function toRelayError({ code, details, words }: RelayProblem): FoyerError {
  return new FoyerError(code, { details, ...(words && { cause: new Error(words) }) })
}
