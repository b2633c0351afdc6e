import { type Account, disconnect } from '@foyer/core'
import { LogOut, Settings } from 'lucide-react'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { useAction } from '../../useAction.ts'

/** Settings and disconnect, in reach however long the list above is. */
export function AccountActions({ account: { namespace } }: { account: Account }) {
  const { foyer, router, views } = useUi()
  const message = useMessage()
  const leave = useAction(() => disconnect(foyer, { namespace }))
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
        pending={leave.status === 'pending'}
        onClick={() => void leave.run()}
      >
        {message('account.disconnect')}
      </Button>
    </div>
  )
}
