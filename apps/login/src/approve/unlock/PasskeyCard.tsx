import { Button, Notice } from '@foyer/ui/primitives'
import { useState } from 'react'
import { passkeyWords } from '../words.ts'
import { passkeyFailure } from './passkeyFailure.ts'
import { UnlockShell } from './UnlockShell.tsx'

export type PasskeyCardProps = {
  /** Origin of the site, attested by the browser in the handshake. */
  origin: string
  /** Logs in with a passkey. An error is shown, and the user may retry. */
  onOpen: () => Promise<unknown>
  /** Makes a wallet with a new passkey, in a window that it opens. */
  onCreate: () => Promise<unknown>
  onCancel: () => void
  /** As in `mountApproval`. */
  onHeight?: ((height: number) => void) | undefined
}

/** Opens a wallet that passkeys alone hold, or makes one. */
export function PasskeyCard({ onCancel, onCreate, onHeight, onOpen, origin }: PasskeyCardProps) {
  const [working, setWorking] = useState<'open' | 'create'>()
  const [failure, setFailure] = useState<string>()
  const run = async (what: 'open' | 'create', action: () => Promise<unknown>) => {
    if (working) return
    setWorking(what)
    setFailure(undefined)
    try {
      await action()
    } catch (error) {
      setFailure(passkeyFailure(error))
      setWorking(undefined)
    }
  }
  return (
    <UnlockShell
      icon="key"
      onHeight={onHeight}
      origin={origin}
      title={passkeyWords.title}
      buttons={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {passkeyWords.cancel}
          </Button>
          <Button pending={working === 'open'} onClick={() => void run('open', onOpen)}>
            {passkeyWords.use}
          </Button>
        </>
      }
    >
      <p className="unlock-text">{passkeyWords.text}</p>
      {failure === undefined ? null : (
        <Notice tone="danger">
          <p>{failure}</p>
        </Notice>
      )}
      {working === 'create' ? (
        <p className="unlock-small" role="status">
          {passkeyWords.inWindow}
        </p>
      ) : (
        <Button
          variant="quiet"
          disabled={working !== undefined}
          onClick={() => void run('create', onCreate)}
        >
          {passkeyWords.create}
        </Button>
      )}
    </UnlockShell>
  )
}
