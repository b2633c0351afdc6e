import { useEffect, useState } from 'react'
import { Tick } from '../CopyButton.tsx'
import { failureMessage } from './failureMessage.ts'

type Found =
  | {
      /** undefined: not the account's signature. */
      readonly signer: string | undefined
    }
  | { readonly problem: string }

/** A signature and its signer. Use a new component for each signature. */
export function Signed({
  account,
  onRead,
  signature,
}: {
  account: string
  /** Recovers the signer from the signature alone; undefined: not the account's. */
  onRead: () => Promise<string | undefined>
  signature: string
}) {
  const [found, setFound] = useState<Found>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature is read once
  useEffect(() => {
    let ended = false
    const show = (next: Found) => {
      if (!ended) setFound(next)
    }
    onRead().then(
      (signer) => show({ signer }),
      (error) => show({ problem: failureMessage(error) }),
    )
    return () => {
      ended = true
    }
  }, [])
  return (
    <dl className="facts">
      <dt>Signature</dt>
      <dd>
        <code>{signature}</code>
      </dd>
      <dt>Signed by</dt>
      <dd>
        {found && 'problem' in found && <p className="ask-failed">{found.problem}</p>}
        {found && 'signer' in found && <Signer account={account} signer={found.signer} />}
      </dd>
    </dl>
  )
}

function Signer({ account, signer }: { account: string; signer: string | undefined }) {
  const matches = signer?.toLowerCase() === account.toLowerCase()
  return (
    <>
      {signer && <code>{signer}</code>}
      {matches ? (
        <p className="fact-good">
          <Tick /> This is the connected account.
        </p>
      ) : (
        <p className="ask-failed">This is not the connected account.</p>
      )}
    </>
  )
}
