import { Button, Notice } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { SecretText } from '../account/SecretText.tsx'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import { clipboardMs, type KeyClipboard } from './createKeyClipboard.ts'
import { writeKey } from './writeKey.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Shows both private keys, each on request. */
export function PrivateKeys({
  clipboard,
  evm,
  sol,
}: {
  clipboard: KeyClipboard
  evm: Bytes
  sol: Bytes
}) {
  return (
    <div className="keys">
      <p>{words.export.keysText}</p>
      <PrivateKey name={words.export.evmKey} bytes={evm} format={writeKey.evm} {...{ clipboard }} />
      <PrivateKey name={words.export.solKey} bytes={sol} format={writeKey.sol} {...{ clipboard }} />
    </div>
  )
}

function PrivateKey({
  bytes,
  clipboard,
  format,
  name,
}: {
  name: string
  clipboard: KeyClipboard
  bytes: Bytes
  format: (bytes: Uint8Array) => string
}) {
  const [isShown, setShown] = useState(false)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), clipboardMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = useTask(async () => {
    setCopied(false)
    await clipboard.copy(format(bytes))
    setCopied(true)
  })
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
            onClick={() => void copy.run()}
          >
            {isCopied ? words.account.copied : words.export.keyCopy}
          </Button>
          {copy.error === undefined ? null : (
            <Notice tone="danger">{words.export.keyCopyFailed}</Notice>
          )}
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
