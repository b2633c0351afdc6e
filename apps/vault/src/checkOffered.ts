import type { RecoveryEvidence } from '@foyer/protocol/custody'
import { refuse } from '@foyer/server'
import { assertPasskey } from './passkeys/assertPasskey.ts'
import type { Services } from './services.ts'
import type { Asking } from './standing.ts'

/**
 * Checks the evidence that a call brings, and remembers what it approved. Evidence that can not be checked is ignored:
 * the approval of the mailed link still counts.
 * @throws {@link HttpError} 403 `evidence-required` for a kind that this vault does not check, and for a passkey that is
 *   not right
 * @source security design 2.5
 */
export async function checkOffered(
  services: Services,
  {
    caller,
    offered,
  }: { caller: Asking & { origin?: string | undefined }; offered: RecoveryEvidence | undefined },
): Promise<void> {
  if (offered?.kind === 'passkey')
    await assertPasskey(services, { assertion: offered.assertion, caller })
  else if (offered)
    refuse(
      'evidence-required',
      'This kind is not enrolled here: approve the link that the vault mailed',
    )
}
