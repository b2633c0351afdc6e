import type { Account } from '@foyer/core'
import { useSignMessage } from '@foyer/ui/react'
import { useState } from 'react'
import { Ask } from './Ask.tsx'
import { readSigner } from './readSigner.ts'
import { Signed } from './Signed.tsx'

export function SignMessage({
  address,
  namespace,
}: {
  address: string
  namespace: Account['namespace']
}) {
  const [message, setMessage] = useState('Sign in to my site')
  const sign = useSignMessage({ namespace })
  return (
    <Ask
      title="Sign a message"
      button="Sign"
      disabled={message === ''}
      action={sign}
      onAsk={() => sign.mutate({ message })}
      render={(signature, signed) => (
        <Signed
          key={signature}
          account={address}
          signature={signature}
          onRead={() => readSigner({ address, message: signed.message, namespace, signature })}
        />
      )}
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
