import { type Account, type GrantedPermission, getPermissions, revokePermission } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useLanguage, useUi } from '../../context.ts'
import { showPeriod } from '../../description/showPeriod.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button } from '../../primitives/Button.tsx'
import { useMutation } from '../../useMutation.ts'
import { useStyles } from '../../useStyles.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import css from './AccountPermissions.css?inline'
import { PermissionsWords, usePermissionsWords } from './permissionsWords.ts'

/** The permissions that the user granted to this site, each with the way to stop it. Nothing if there are none. @source security 3.7 */
export function AccountPermissions({ account }: { account: Account }) {
  const { granted, reload } = useGranted(account)
  if (granted.length === 0) return null
  return (
    <PermissionsWords>
      <Granted account={account} granted={granted} onStopped={reload} />
    </PermissionsWords>
  )
}

function useGranted({ address, chainId, namespace }: Account) {
  const { foyer } = useUi()
  const key = `${chainId}:${address}`
  const [read, setRead] = useState<{ key: string; granted: readonly GrantedPermission[] }>()
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network, or a reload, reads again
  useEffect(() => {
    let ended = false
    getPermissions(foyer, { namespace }).then(
      (all) => ended || setRead({ key, granted: all.filter((one) => one.chainId === chainId) }),
      (error) => foyer.log('debug', 'the wallet lists no permissions', error),
    )
    return () => {
      ended = true
    }
  }, [foyer, namespace, address, chainId, count])
  const reload = useCallback(() => setCount((last) => last + 1), [])
  // Another account's, or another network's in the coin of this one, are not shown until these are read.
  return { granted: read?.key === key ? read.granted : [], reload }
}

function Granted({
  account: { namespace },
  granted,
  onStopped,
}: {
  account: Account
  granted: readonly GrantedPermission[]
  onStopped: () => void
}) {
  useStyles(css)
  const { foyer, notices } = useUi()
  const { locale } = useLanguage()
  const say = usePermissionsWords()
  const describe = useTerms()
  const { mutate, status, variables } = useMutation(async (context: string) => {
    // The modal reports a failure of any request.
    await revokePermission(foyer, { context, namespace })
    notices.show({ tone: 'success', text: say('permissions.stopped') })
    onStopped()
  })
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section className="permissions" aria-label={say('permissions.title')}>
      <h2>{say('permissions.title')}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets */}
      <ul role="list">
        {granted.map((one) => (
          <li key={one.context}>
            <div>
              <p>{describe(one)}</p>
              {one.expiresAt === undefined ? null : (
                <p className="permissions-until">
                  {say('permissions.until', { date: dates.format(one.expiresAt) })}
                </p>
              )}
            </div>
            <Button
              variant="secondary"
              inline
              aria-label={say('permissions.stopLabel', { agent: shortenAddress(one.to) })}
              pending={status === 'pending' && variables === one.context}
              onClick={() => mutate(one.context)}
            >
              {say('permissions.stop')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns a function that says what a permission allows. Amounts are known of the network's coin. */
function useTerms(): (granted: GrantedPermission) => string {
  const { locale } = useLanguage()
  const say = usePermissionsWords()
  const network = useActiveNetwork()
  const coins = (amount: unknown) => {
    if (typeof amount !== 'string' || !/^0x[0-9a-f]+$/i.test(amount) || !network) return undefined
    const { decimals, symbol } = network.nativeCurrency
    return `${formatAmount(formatUnits(BigInt(amount), decimals), locale)} ${symbol}`
  }
  return ({ data, to, type }) => {
    const agent = shortenAddress(to)
    const { maxAmount, periodAmount, periodDuration } = data
    const periodic = type === 'native-token-periodic' ? coins(periodAmount) : undefined
    if (periodic !== undefined && typeof periodDuration === 'number')
      return say('permissions.periodic', {
        ...{ agent, amount: periodic, time: showPeriod(periodDuration, locale) },
      })
    const stream = type === 'native-token-stream' ? coins(maxAmount) : undefined
    if (stream !== undefined) return say('permissions.stream', { agent, amount: stream })
    return say('permissions.other', { agent })
  }
}
