import {
  type Account,
  getCapabilities,
  preferAccountType,
  type WalletCapabilities,
} from '@foyer/core'
import { delay, findAuthConnector } from '@foyer/core/internal'
import { useEffect, useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { useMutation } from '../../useMutation.ts'
import { useStyles } from '../../useStyles.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { Choice } from '../settings/Choice.tsx'
import css from './AccountType.css?inline'
import { AccountTypeWords, useAccountTypeWords } from './accountTypeWords.ts'

type LoginType = 'eoa' | 'smartAccount'

/** For a login with both account types: which one is used, and what that means on this network. @source spec 4.10 */
export function AccountType({ account }: { account: Account }) {
  return (
    <AccountTypeWords>
      <Types account={account} />
    </AccountTypeWords>
  )
}

function Types({ account }: { account: Account }) {
  useStyles(css)
  const { foyer, notices } = useUi()
  const message = useMessage()
  const { address, allAccounts, namespace } = account
  const now = allAccounts.find((one) => one.address === address)?.type
  const type: LoginType = now === 'smartAccount' ? now : 'eoa'
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
  return (
    <div className="account-type" aria-busy={pending}>
      <Choice<LoginType>
        label={message('login.accountType')}
        value={type}
        onChange={(next) => pending || mutate(next)}
        options={[
          { value: 'eoa', label: message('login.eoa') },
          { value: 'smartAccount', label: message('login.smartAccount') },
        ]}
      />
      <Upgrade account={account} type={type} />
    </div>
  )
}

/** The state of the upgrade on this network, and the way back. */
function Upgrade({ account, type }: { account: Account; type: LoginType }) {
  const { foyer, notices } = useUi()
  const say = useAccountTypeWords()
  const network = useActiveNetwork()
  const found = useAccountCapabilities(account, type)
  const { mutate, status } = useMutation(async () => {
    const connection = foyer.store.get().connections[account.namespace]
    if (connection?.status !== 'connected' || !network) return
    const { name } = network
    // The modal reports a failure of any request.
    await connection.provider.request({ method: 'foyer_undoSmartAccount', params: [] })
    notices.show({ tone: 'success', text: say('accountType.undone', { network: name }) })
  })
  if (!found || !network) return null
  const values = { network: network.name }
  const offered = found.named.smartAccount as { upgraded?: unknown } | undefined
  const isUpgraded = offered?.upgraded === true
  const text =
    offered === undefined
      ? 'accountType.absent'
      : type === 'eoa'
        ? 'accountType.plain'
        : isUpgraded
          ? 'accountType.upgraded'
          : 'accountType.ready'
  return (
    <>
      <p>{say(text, values)}</p>
      {isUpgraded ? (
        <Button variant="quiet" inline pending={status === 'pending'} onClick={() => mutate()}>
          {say('accountType.undo', values)}
        </Button>
      ) : null}
    </>
  )
}

/** A wallet that a slow network keeps from answering in time names nothing: it is asked again. */
const [mostTries, pauseMs] = [10, 3_000]

/** Reads the wallet's capabilities on the account's network, again with each account type. */
function useAccountCapabilities(
  { chainId, namespace }: Account,
  type: LoginType,
): WalletCapabilities | undefined {
  const { foyer } = useUi()
  const [read, setRead] = useState<{ of: string; found: WalletCapabilities | undefined }>()
  const of = `${chainId} ${type}`
  useEffect(() => {
    if (!chainId) return
    const ending = new AbortController()
    const { signal } = ending
    const load = async () => {
      for (let tries = 0; tries < mostTries; tries++) {
        if (tries > 0) await delay(pauseMs, signal)
        const found = (await getCapabilities(foyer, { namespace }))[chainId]
        if (signal.aborted) return
        if (found) return setRead({ of, found })
      }
    }
    load().catch((error) => foyer.log('debug', 'the wallet named no capabilities', error))
    return () => ending.abort()
  }, [foyer, namespace, chainId, of])
  return read?.of === of ? read.found : undefined
}
