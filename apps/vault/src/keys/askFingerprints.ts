import { FoyerError } from '@foyer/protocol'
import { authFingerprints } from '@foyer/protocol/vault'
import { type CallService, HttpError } from '@foyer/server'

/**
 * Asks A for the fingerprints of its keys; undefined while A does not answer.
 * @throws FoyerError `options-invalid` when A refuses the vault, as it does when it finds one of its own keys here
 */
export async function askFingerprints(
  callAuth: CallService,
): Promise<readonly string[] | undefined> {
  try {
    return (await callAuth(authFingerprints, {})).fingerprints
  } catch (error) {
    if (error instanceof HttpError && error.status === 403)
      throw new FoyerError('options-invalid', {
        details:
          'The login server refuses this vault: both have a key in common, another service secret, or clocks that differ.',
      })
    return undefined
  }
}
