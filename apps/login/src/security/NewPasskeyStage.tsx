import { FoyerError } from '@foyer/protocol'
import type { PasskeyEvidence } from '@foyer/protocol/custody'
import { Button, Notice } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { factorFailure } from '../account/factorFailure.ts'
import { createPasskey, mayCreatePasskey } from '../account/passkey.ts'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import { createWalletPasskey, knowsWalletPasskeys } from '../approve/unlock/walletPasskey.ts'
import { ConfirmStage } from './ConfirmStage.tsx'
import type { EnrolStage } from './enrolStage.ts'

/** Creates a passkey with a PRF secret, and enrols it. Asks for the vault's link first if the vault requires it. */
export function NewPasskeyStage({
  enrol,
  error,
  evidence,
  known,
  pending,
}: EnrolStage & {
  /** Credential ids of the passkeys that open the wallet already. */
  known: readonly string[]
  /** Assertion of the current passkey, if it was just used. */
  evidence: PasskeyEvidence | undefined
}) {
  const { account, facts } = useReady()
  const [isMissing, setMissing] = useState(false)
  const [isKnown, setKnown] = useState(false)
  const [isAllowed, setAllowed] = useState<boolean>()
  const { userId } = facts
  const check = useTask(async () => {
    // Try it in a browser that does not report its support.
    const can = await knowsWalletPasskeys().catch(() => undefined)
    setMissing(can === false)
    if (can !== false)
      setAllowed(
        facts.factors !== undefined ||
          (await mayCreatePasskey(account.session, { userId, evidence })),
      )
  })
  const { run } = check
  useEffect(() => void run(), [run])
  const create = useTask(async () => {
    if (facts.factors) return enrol(await createWalletPasskey({ isAdded: true, known }))
    try {
      const { assertion, secret } = await createPasskey(account.session, facts)
      const opensAlready = known.includes(assertion.id)
      setKnown(opensAlready)
      if (opensAlready) return void secret.fill(0)
      enrol({ mode: 'passkey', secret, id: assertion.id }, assertion.id)
    } catch (cause) {
      // The link's approval expired while the page was open.
      if (!(cause instanceof FoyerError && cause.code === 'recovery-evidence-required')) throw cause
      setAllowed(false)
    }
  })
  if (isMissing)
    return (
      <Notice tone="warning" title={words.enrol.passkeyMissing}>
        {words.enrol.passkeyMissingText}
      </Notice>
    )
  if (isAllowed === false)
    return (
      <ConfirmStage
        isConfirmed={() => mayCreatePasskey(account.session, { userId })}
        onConfirmed={() => setAllowed(true)}
      />
    )
  const failure = check.error ?? create.error ?? error
  return (
    <>
      <p className="sheet-text">{words.enrol.passkeyText}</p>
      <Notice tone="warning">{words.enrol.passkeyLimit}</Notice>
      <p className="sheet-fine">{words.enrol.undone}</p>
      {isKnown ? <Notice tone="info">{words.enrol.passkeyKnown}</Notice> : null}
      {failure === undefined ? null : (
        <Notice tone="danger">{factorFailure(failure, words.enrol.present)}</Notice>
      )}
      <Button
        pending={pending || create.pending || check.pending}
        onClick={() => void (isAllowed === undefined ? check : create).run()}
      >
        {words.enrol.passkeyAction}
      </Button>
    </>
  )
}
