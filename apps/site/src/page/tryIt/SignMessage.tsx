import { type Account, signMessage } from '@foyer/core'
import { useFoyer } from '@foyer/ui/react'
import { useState } from 'react'
import { Ask } from './Ask.tsx'
import { readSigner } from './readSigner.ts'
import { Signed } from './Signed.tsx'
import { useWalletAction } from './useWalletAction.ts'

export function SignMessage({
  address,
  namespace,
}: {
  address: string
  namespace: Account['namespace']
}) {
  const foyer = useFoyer()
  const [message, setMessage] = useState('Good evening. I would like to come in.')
  const { action, run } = useWalletAction<{ signature: string; signer: string | undefined }>()
  const ask = () =>
    run(async () => {
      const signature = await signMessage(foyer, { message, namespace })
      return { signature, signer: await readSigner({ address, message, namespace, signature }) }
    })
  return (
    <Ask
      title="Sign a message"
      button="Sign"
      disabled={message === ''}
      action={action}
      onAsk={ask}
      render={(result) => <Signed {...result} account={address} />}
    >
      <textarea
        className="field"
        aria-label="Message"
        rows={2}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
    </Ask>
  )
}
