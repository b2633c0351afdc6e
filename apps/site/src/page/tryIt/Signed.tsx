import { Tick } from '../CopyButton.tsx'

/** A signature, and whose it is. */
export function Signed({
  account,
  signature,
  signer,
}: {
  signature: string
  /** Whose it is, worked out from the signature alone; undefined: not the account's. */
  signer: string | undefined
  account: string
}) {
  const matches = signer?.toLowerCase() === account.toLowerCase()
  return (
    <dl className="facts">
      <dt>Signature</dt>
      <dd>
        <code>{signature}</code>
      </dd>
      <dt>Signed by</dt>
      <dd>
        {signer && <code>{signer}</code>}
        {matches ? (
          <p className="fact-good">
            <Tick /> It is the connected account.
          </p>
        ) : (
          <p className="ask-failed">It is not the connected account.</p>
        )}
      </dd>
    </dl>
  )
}
