import { type Account, preferAccountType } from '@foyer/core'
import { findAuthConnector } from '@foyer/core/internal'
import { useMessage, useUi } from '../../context.ts'
import { Button, LinkButton } from '../../primitives/Button.tsx'
import { LineIcon } from '../../primitives/Icon.tsx'
import { useMutation } from '../../useMutation.ts'
import { useStyles } from '../../useStyles.ts'
import { Choice } from '../settings/Choice.tsx'
import css from './AccountLogin.css?inline'

/** Parts of a login's account: its email, the login site's pages, and the account type. @source ledger 4.6, 4.10 */
export function AccountLogin({ account }: { account: Account }) {
  useStyles(css)
  const { foyer, router, views } = useUi()
  const message = useMessage()
  const email = account.user?.email
  const prepare = () => void views.load('UpdateEmail')
  const loginUrl = findAuthConnector(foyer)?.loginUrl.replace(/\/+$/, '')
  return (
    <section className="login" aria-label={message('login.title')}>
      <Button
        variant="secondary"
        inline
        icon={<LineIcon path={mailPath} />}
        title={email ?? undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => router.push('UpdateEmail')}
      >
        {message(email ? 'updateEmail.title' : 'login.noEmail')}
      </Button>
      {loginUrl ? (
        <LinkButton
          variant="secondary"
          inline
          href={`${loginUrl}/security`}
          icon={<LineIcon path={shieldPath} />}
          title={message('login.securityText')}
        >
          {message('login.security')}
        </LinkButton>
      ) : null}
      <AccountType account={account} />
    </section>
  )
}

type LoginType = 'eoa' | 'smartAccount'

/** For a login with both account types. @source ledger 4.10 */
function AccountType({ account }: { account: Account }) {
  const { foyer, notices } = useUi()
  const message = useMessage()
  const { address, allAccounts, namespace } = account
  const { mutate, status } = useMutation(async (requested: LoginType) => {
    try {
      const type = await findAuthConnector(foyer)?.setPreferredAccount(requested)
      if (type) preferAccountType(foyer, { namespace, type })
    } catch (error) {
      notices.show({ tone: 'error', text: message('login.typeFailed') })
      throw error
    }
  })
  const pending = status === 'pending'
  if (new Set(allAccounts.map(({ type }) => type)).size < 2) return null
  const now = allAccounts.find((one) => one.address === address)?.type
  return (
    <div className="login-type" aria-busy={pending}>
      <Choice<LoginType>
        label={message('login.accountType')}
        value={now === 'smartAccount' ? now : 'eoa'}
        onChange={(type) => pending || mutate(type)}
        options={[
          { value: 'eoa', label: message('login.eoa') },
          { value: 'smartAccount', label: message('login.smartAccount') },
        ]}
      />
    </div>
  )
}

const mailPath =
  'M5 5.500h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM3.500 7.500l8.500 6 8.500-6'
const shieldPath =
  'M12 3.500l7 2.500v5.500c0 4.300-2.800 7.500-7 9-4.200-1.500-7-4.700-7-9V6zM9 12l2.200 2.200L15.200 10'
