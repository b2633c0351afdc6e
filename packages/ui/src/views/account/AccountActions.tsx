import type { Account } from '@foyer/core'
import { LogOut, Settings } from 'lucide-react'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { useDisconnect } from './useDisconnect.ts'

/** Settings and disconnect, in reach however long the list above is. */
export function AccountActions({ account: { namespace } }: { account: Account }) {
  const { router, views } = useUi()
  const message = useMessage()
  const disconnect = useDisconnect()
  const prefetch = () => void views.load('Settings')
  return (
    <div className="account-actions">
      <Button
        variant="secondary"
        inline
        icon={<Settings aria-hidden="true" />}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => router.push('Settings')}
      >
        {message('settings.title')}
      </Button>
      <Button
        variant="secondary"
        inline
        icon={<LogOut aria-hidden="true" />}
        onClick={() => disconnect(namespace)}
      >
        {message('account.disconnect')}
      </Button>
    </div>
  )
}
