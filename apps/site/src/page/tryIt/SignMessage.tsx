import { signMessage } from '@foyer/core'
import { useFoyer } from '@foyer/ui/react'
import { useState } from 'react'
import { Ask } from './Ask.tsx'
import { Signed } from './Signed.tsx'
import { useWalletAction } from './useWalletAction.ts'

export function SignMessage({ address }: { address: string }) {
  const foyer = useFoyer()
  const [message, setMessage] = useState('Good evening. I would like to come in.')
  const { action, run } = useWalletAction<{ signature: string; signer: string }>()
  const ask = () =>
    run(async () => {
      const signature = (await signMessage(foyer, { message })) as `0x${string}`
      const { recoverMessageAddress } = await import('viem')
      return { signature, signer: await recoverMessageAddress({ message, signature }) }
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
