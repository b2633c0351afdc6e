import { FoyerError } from '@foyer/protocol'

/**
 * Validates a signature from a wallet: `0x` and at least 62 hex digits.
 *
 * @throws FoyerError `unknown`
 * @source spec 5.7
 */
export function toSignature(answer: unknown): `0x${string}` {
  if (typeof answer === 'string' && /^0x[0-9a-f]{62,}$/i.test(answer))
    return answer as `0x${string}`
  throw new FoyerError('unknown', { details: 'The wallet answered with no signature.' })
}
