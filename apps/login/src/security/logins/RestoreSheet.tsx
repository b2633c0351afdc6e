import { type AccountLogin, proveLoginByLink } from '@foyer/protocol/login'
import { farcasterName } from '@foyer/protocol/social'
import { Button, Icon, Notice, Skeleton } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { useReady } from '../../account/AccountContext.ts'
import { FarcasterAsk } from '../../account/FarcasterAsk.tsx'
import { failureWords } from '../../account/failureWords.ts'
import { Sheet } from '../../account/Sheet.tsx'
import { isAway, loginName, useLeave } from '../../account/SocialButtons.tsx'
import { useTask } from '../../account/useTask.ts'
import { words } from '../../account/words.ts'
import { ConfirmStage } from '../ConfirmStage.tsx'
import { loginLabel, useLetRestore } from './useLogins.ts'

const text = words.logins

/**
 * Lets a login restore the wallet: the vault adds it once it has evidence of the user and of the login, from this browser. Asks for
 * what is missing.
 */
export function RestoreSheet({
  login,
  onClose,
  others,
}: {
  login: AccountLogin
  /** The account's other logins. */
  others: readonly AccountLogin[]
  onClose: () => void
}) {
  const { account, facts, wallet } = useReady()
  const letRestore = useLetRestore()
  const [status, setStatus] = useState<'added' | 'prove-user' | 'prove-contact'>()
  const { error, run } = useTask(async () => setStatus(await letRestore(login)))
  useEffect(() => void run(), [run])
  const isOpen = wallet.status === 'open'
  const known = others.filter(({ restores }) => restores === true)
  const mailed = known.find(({ isByLink }) => isByLink)
  /** Polls the vault until it has the evidence that it lacked. */
  const isPast = async (missing: typeof status) => {
    const next = await letRestore(login)
    if (next === missing) return false
    setStatus(next)
    return true
  }
  if (status === 'added')
    return (
      <Sheet title={text.restoreDone} onClose={onClose}>
        <p className="sheet-text">
          {facts.recoveryMode === 'auto' ? text.restoreDoneText : text.restoreHeldText}
        </p>
        <Button icon={<Icon name="check" />} onClick={onClose}>
          {words.done}
        </Button>
      </Sheet>
    )
  return (
    <Sheet title={text.restoreTitle} onClose={onClose}>
      <p className="sheet-text" dir="auto">
        {loginLabel(login)}
      </p>
      <p className="sheet-fine">{isOpen ? text.restoreText : text.locked}</p>
      {error === undefined ? null : <Notice tone="danger">{failureWords(error)}</Notice>}
      {isOpen && status === undefined && error === undefined ? <Skeleton width="l" /> : null}
      {status === 'prove-user' && mailed ? (
        <ConfirmStage
          key="known"
          asks
          email={mailed.email ?? undefined}
          isConfirmed={() => isPast('prove-user')}
          onConfirmed={() => {}}
        />
      ) : null}
      {status === 'prove-user' && !mailed ? (
        <LogInAgain
          key="user"
          text={text.restoreUser}
          restoring={login.id}
          logins={known}
          onProved={() => isPast('prove-user')}
        />
      ) : null}
      {status === 'prove-contact' && login.isByLink ? (
        <ConfirmStage
          key="contact"
          asks
          email={login.email ?? undefined}
          request={() => account.call(proveLoginByLink, { id: login.id })}
          isConfirmed={() => isPast('prove-contact')}
          onConfirmed={() => {}}
        />
      ) : null}
      {status === 'prove-contact' && !login.isByLink ? (
        <LogInAgain
          key="again"
          text={text.restoreContact}
          restoring={login.id}
          logins={[login]}
          onProved={() => isPast('prove-contact')}
        />
      ) : null}
      <Button variant="quiet" onClick={onClose}>
        {text.later}
      </Button>
    </Sheet>
  )
}

/** Logs in once more, which is evidence for the vault: at a provider, from which this page comes back, or in a Farcaster app. */
function LogInAgain({
  logins,
  onProved,
  restoring,
  text: lead,
}: {
  text: string
  /** Id of the login that shall restore the wallet. */
  restoring: string
  logins: readonly AccountLogin[]
  onProved: () => Promise<unknown>
}) {
  const { account } = useReady()
  const leave = useLeave('step-up', restoring)
  const providers = [...new Set(logins.map(({ provider }) => provider))]
  const hasFarcaster = providers.includes(farcasterName)
  const [isFarcaster, setFarcaster] = useState(hasFarcaster && providers.length === 1)
  return (
    <>
      <p className="sheet-text">{lead}</p>
      {leave.error === undefined ? null : (
        <Notice tone="danger">{failureWords(leave.error)}</Notice>
      )}
      {isFarcaster ? (
        <FarcasterAsk
          purpose="step-up"
          onEnd={async (end) => {
            if (end.status !== 'stepped-up') return
            account.patch({ steppedUpUntil: end.until })
            await onProved()
          }}
        />
      ) : (
        <div className="sheet-stack">
          {providers.filter(isAway).map((provider) => (
            <Button key={provider} pending={leave.pending} onClick={() => void leave.run(provider)}>
              {words.login.with(loginName(provider))}
            </Button>
          ))}
          {hasFarcaster ? (
            <Button disabled={leave.pending} onClick={() => setFarcaster(true)}>
              {words.login.with(loginName(farcasterName))}
            </Button>
          ) : null}
        </div>
      )}
    </>
  )
}
