import type { Account } from '@foyer/core'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { AccountIcon } from './AccountIcon.tsx'
import { useDisconnectOrNotify } from './useDisconnectOrNotify.ts'

/** Settings and disconnect, always visible below the list. */
export function AccountActions({ account: { namespace } }: { account: Account }) {
  const { router, views } = useUi()
  const message = useMessage()
  const disconnect = useDisconnectOrNotify()
  const prefetch = () => void views.load('Settings')
  return (
    <div className="account-actions">
      <Button
        variant="secondary"
        inline
        icon={<AccountIcon name="settings" />}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => router.push('Settings')}
      >
        {message('settings.title')}
      </Button>
      <Button
        variant="secondary"
        inline
        icon={<AccountIcon name="leave" />}
        onClick={() => disconnect(namespace)}
      >
        {message('account.disconnect')}
      </Button>
    </div>
  )
}
