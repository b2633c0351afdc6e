import type { RecoveryEvidence } from '@foyer/protocol/custody'
import { refuse } from '@foyer/server'
import { assertPasskey } from './passkeys/assertPasskey.ts'
import type { Services } from './services.ts'
import type { Asking } from './standing.ts'

/**
 * Verifies the evidence in a call, and stores what it approves. Ignores evidence that can not be verified, since the
 * mailed link may have been approved.
 * @throws {@link HttpError} 403 `evidence-required` for an unsupported kind, and for an invalid passkey assertion
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
