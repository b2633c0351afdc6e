import type { Account } from '@foyer/core'
import { findAuthConnector } from '@foyer/core/internal'
import { useMessage, useUi } from '../../context.ts'
import { Button, LinkButton } from '../../primitives/Button.tsx'
import { LineIcon } from '../../primitives/Icon.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './AccountLogin.css?inline'
import { AccountPart } from './AccountPart.tsx'
import { LoginWays } from './LoginWays.tsx'
import { LoginsWords } from './loginsWords.ts'

const loadPermissions = () => import('./AccountPermissions.tsx').then((m) => m.AccountPermissions)
const loadType = () => import('./AccountType.tsx').then((m) => m.AccountType)

/** Parts of a login's account: its email, the login site's pages, the ways to log in, and the account type. @source spec 4.6, 4.10 */
export function AccountLogin({ account }: { account: Account }) {
  useStyles(css)
  const { foyer, router, views } = useUi()
  const message = useMessage()
  const { email, logins } = account.user ?? {}
  const prepare = () => void views.load('UpdateEmail')
  const loginUrl = findAuthConnector(foyer)?.loginUrl.replace(/\/+$/, '')
  // The login site's page offers a site's own login only to the users who come with its name.
  const own = logins?.find((name) => name.startsWith('custom:'))?.slice(7)
  const securityUrl = loginUrl && `${loginUrl}/security${own ? `?login=${own}` : ''}`
  const mail = <LineIcon path={mailPath} />
  return (
    <section className="login" aria-label={message('login.title')}>
      {/* A wallet that passkeys alone hold takes no address. */}
      {logins?.includes('passkey') ? null : securityUrl &&
        !(logins ? logins.includes('email') : email) ? (
        <LinkButton variant="secondary" inline href={securityUrl} icon={mail}>
          {message('login.noEmail')}
        </LinkButton>
      ) : (
        <Button
          variant="secondary"
          inline
          icon={mail}
          title={email ?? undefined}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => router.push('UpdateEmail')}
        >
          {message('updateEmail.title')}
        </Button>
      )}
      {securityUrl ? (
        <LinkButton
          variant="secondary"
          inline
          href={securityUrl}
          icon={<LineIcon path={shieldPath} />}
          title={message('login.securityText')}
        >
          {message('login.security')}
        </LinkButton>
      ) : null}
      {logins && securityUrl ? (
        <LoginsWords>
          <LoginWays logins={logins} securityUrl={securityUrl} />
        </LoginsWords>
      ) : null}
      {new Set(account.allAccounts.map(({ type }) => type)).size > 1 ? (
        <>
          <AccountPart account={account} className="login-type" load={loadType} />
          <AccountPart account={account} className="login-type" load={loadPermissions} />
        </>
      ) : null}
    </section>
  )
}

const mailPath =
  'M5 5.500h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM3.500 7.500l8.500 6 8.500-6'
const shieldPath =
  'M12 3.500l7 2.500v5.500c0 4.300-2.800 7.500-7 9-4.200-1.500-7-4.700-7-9V6zM9 12l2.200 2.200L15.200 10'
