import { type AccountLogin, removeLogin } from '@foyer/protocol/login'
import { Button, Notice, Skeleton, useStyles } from '@foyer/ui/primitives'
import { useState } from 'react'
import { useReady } from '../../account/AccountContext.ts'
import { failureWords } from '../../account/failureWords.ts'
import { PageIcon } from '../../account/PageIcon.tsx'
import { useStepUp } from '../../account/StepUp.tsx'
import { words } from '../../account/words.ts'
import { ConfirmSheet } from '../ConfirmSheet.tsx'
import css from '../DevicesPanel.css?inline'
import { formatDateTime } from '../describeDevice.ts'
import { type Logins, loginLabel } from './useLogins.ts'

const text = words.logins

/** The purpose of a login. */
function describe({ heldUntil, restores }: AccountLogin): string {
  if (heldUntil !== null) return text.held(formatDateTime(heldUntil))
  if (restores === null) return text.unknown
  return restores ? text.restores : text.logsIn
}

/** Lists the ways to log in, with what each can do, and removes one of several. */
export function LoginList({
  logins: { error, list, pending, reload },
  onRemoved,
  onRestore,
}: {
  logins: Logins
  onRemoved: () => void
  onRestore: (id: string) => void
}) {
  useStyles(css)
  const { account, wallet } = useReady()
  const ask = useStepUp()
  const [removing, setRemoving] = useState<AccountLogin>()
  if (error !== undefined && list === undefined)
    return (
      <Notice
        tone="warning"
        title={text.failed}
        action={
          <Button variant="secondary" inline pending={pending} onClick={() => void reload()}>
            {words.retry}
          </Button>
        }
      >
        {failureWords(error)}
      </Notice>
    )
  if (list === undefined) return <Skeleton width="l" />
  const isOnlyRestoring = (login: AccountLogin) =>
    login.restores === true && !list.some((one) => one.id !== login.id && one.restores === true)
  const [blocked] = list.length > 1 ? list.filter(isOnlyRestoring) : []
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets */}
      <ul className="devices logins" role="list" aria-label={text.title}>
        {list.map((login) => (
          <li key={login.id}>
            <span className="recovery-icon">
              <PageIcon name={login.provider === 'email' ? 'mail' : 'user'} />
            </span>
            <div>
              <p className="device-site" dir="auto">
                {loginLabel(login)}
              </p>
              <p className="device-facts">{describe(login)}</p>
              {login.restores === false && wallet.status === 'open' ? (
                <Button
                  variant="secondary"
                  inline
                  aria-label={text.letRestoreLabel(loginLabel(login))}
                  onClick={async () => {
                    if (await ask()) onRestore(login.id)
                  }}
                >
                  {text.letRestore}
                </Button>
              ) : null}
            </div>
            {list.length > 1 && !isOnlyRestoring(login) ? (
              <Button
                variant="quiet"
                inline
                aria-label={text.removeLabel(loginLabel(login))}
                onClick={() => setRemoving(login)}
              >
                {text.remove}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {list.length === 1 ? <p className="panel-text">{text.only}</p> : null}
      {blocked ? <p className="panel-text">{text.onlyRestoring}</p> : null}
      {removing ? (
        <ConfirmSheet
          title={text.removeTitle}
          text={text.removeText(loginLabel(removing))}
          action={text.removeAction}
          stepUp
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await account.call(removeLogin, { id: removing.id })
            await Promise.all([reload(), account.refresh()])
            onRemoved()
          }}
        />
      ) : null}
    </>
  )
}
