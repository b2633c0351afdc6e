import { Button } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { SecretText } from '../account/SecretText.tsx'
import { words } from '../account/words.ts'
import { writeKey } from './writeKey.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Shows both private keys, each on request. */
export function PrivateKeys({ evm, sol }: { evm: Bytes; sol: Bytes }) {
  return (
    <div className="keys">
      <p>{words.export.keysText}</p>
      <PrivateKey name={words.export.evmKey} bytes={evm} format={writeKey.evm} />
      <PrivateKey name={words.export.solKey} bytes={sol} format={writeKey.sol} />
    </div>
  )
}

/** Time after which a copied key is removed from the clipboard, in ms. */
const clipboardMs = 60_000

function PrivateKey({
  bytes,
  format,
  name,
}: {
  name: string
  bytes: Bytes
  format: (bytes: Uint8Array) => string
}) {
  const [isShown, setShown] = useState(false)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => {
      setCopied(false)
      // Fails when the document is not focused; the key then stays in the clipboard.
      navigator.clipboard.writeText('').catch(() => {})
    }, clipboardMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <div className="key">
      <h2>{name}</h2>
      {isShown ? (
        <>
          <p className="key-text">
            <SecretText bytes={bytes} format={format} />
          </p>
          <Button
            variant="secondary"
            inline
            aria-label={isCopied ? words.account.copied : words.export.keyCopyLabel(name)}
            onClick={async () => {
              await navigator.clipboard.writeText(format(bytes))
              setCopied(true)
            }}
          >
            {isCopied ? words.account.copied : words.export.keyCopy}
          </Button>
        </>
      ) : (
        <Button
          variant="secondary"
          inline
          aria-label={words.export.keyShowLabel(name)}
          onClick={() => setShown(true)}
        >
          {words.export.keyShow}
        </Button>
      )}
    </div>
  )
}
