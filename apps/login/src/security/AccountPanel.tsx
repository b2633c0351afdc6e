import { Button, Notice } from '@foyer/ui/primitives'
import { useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { failureWords } from '../account/failureWords.ts'
import { Panel } from '../account/Panel.tsx'
import { Sheet } from '../account/Sheet.tsx'
import { UnlockForm } from '../account/UnlockForm.tsx'
import { words } from '../account/words.ts'

/** Shows the account's e-mail and its addresses. */
export function AccountPanel() {
  const { facts, wallet } = useReady()
  const [unlocking, setUnlocking] = useState(false)
  return (
    <Panel icon="user" title={words.account.title}>
      <dl className="facts">
        <div>
          <dt>{words.account.email}</dt>
          <dd dir="auto">{facts.email ?? words.account.noEmail}</dd>
        </div>
        {wallet.status === 'open' && (
          <>
            <Address name={words.account.evm} address={wallet.addresses.evm} />
            <Address name={words.account.sol} address={wallet.addresses.sol} />
          </>
        )}
      </dl>
      {wallet.status === 'locked' && (
        <Notice
          tone="info"
          title={words.account.locked}
          action={
            <Button inline onClick={() => setUnlocking(true)}>
              {words.account.unlock}
            </Button>
          }
        >
          {words.account.lockedText}
        </Notice>
      )}
      {wallet.status === 'closed' && facts.frozenAt === null && (
        <Notice tone="warning" title={words.account.closed}>
          {failureWords(wallet.error)}
        </Notice>
      )}
      {unlocking && wallet.status === 'locked' && (
        <Sheet title={words.unlock.title} onClose={() => setUnlocking(false)}>
          <UnlockForm onOpen={() => setUnlocking(false)} />
        </Sheet>
      )}
    </Panel>
  )
}

/** Shows an address that a click selects, since this document may not write to the clipboard. */
function Address({ address, name }: { address: string; name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="facts-code">{address}</dd>
    </div>
  )
}
