import type { GrantedPermission } from '@foyer/core'
import { useAccount, useRequestPermissions, useRevokePermission } from '@foyer/ui/react'
import { useEffect, useRef, useState } from 'react'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { askFaucet } from '../page/devTools/askFaucet.ts'
import type { SiteConfig } from '../siteConfig.ts'
import { type Agent, createAgent, type Refusal } from './createAgent.ts'

/** The agent's budget for an hour, and the amount of each payment, in wei. */
export const budget = { each: 200_000_000_000_000n, perHour: 1_000_000_000_000_000n } as const
/** Pause between two payments, ms. */
const pauseMs = 700
const weekMs = 7 * 86_400_000

/** The progress of the agent. */
export type Work =
  | { readonly status: 'idle' | 'asking' }
  | { readonly status: 'working' | 'stopping' | 'stopped'; readonly paid: number }
  /** The network refused a payment. */
  | { readonly status: 'refused'; readonly paid: number; readonly refusal: Refusal }

/**
 * An agent with a new key, which lives as long as this page, and its permission. The devnet's faucet gives it coins for gas;
 * elsewhere someone must.
 */
export function useAgent(config: SiteConfig) {
  const { address, chainId } = useAccount()
  const { mutateAsync: request } = useRequestPermissions()
  const { mutateAsync: revoke } = useRevokePermission()
  const [work, setWork] = useState<Work>({ status: 'idle' })
  const [failure, setFailure] = useState<string>()
  const [granted, setGranted] = useState<{ agent: Agent; permission: GrantedPermission }>()
  // A payment that ends later must not restart what was stopped.
  const run = useRef(0)
  useEffect(
    () => () => {
      run.current += 1
    },
    [],
  )
  const [key] = useState(() => privateKeyToAccount(generatePrivateKey()))
  const network = config.networks.find(({ id }) => `eip155:${id}` === chainId)

  const pay = async ({ agent, permission }: NonNullable<typeof granted>, from = 0) => {
    run.current += 1
    setFailure(undefined)
    const own = run.current
    const to = (config.shopAccounts?.eip155 ?? key.address) as Address
    const { context, delegationManager = '' } = permission
    for (let paid = from; own === run.current; ) {
      setWork({ status: 'working', paid })
      const answer = await agent.pay({ context, delegationManager, to, amount: budget.each })
      if (own !== run.current) return
      if ('refusal' in answer) {
        setWork({ status: 'refused', paid, refusal: answer.refusal })
        if (answer.refusal === 'failed') setFailure(answer.details)
        return
      }
      paid += 1
      setWork({ status: 'working', paid })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const guarded = async (task: () => Promise<void>, after: Work) => {
    setFailure(undefined)
    try {
      await task()
    } catch (error) {
      const { details, message } = error as Error & { details?: string }
      setFailure(details ?? message)
      setWork(after)
    }
  }
  const paid = 'paid' in work ? work.paid : 0

  return {
    address: key.address,
    canPay: address !== undefined && network !== undefined,
    failure,
    hasPermission: granted !== undefined,
    symbol: network?.nativeCurrency.symbol ?? 'ETH',
    work,
    /** Asks the user for the permission, and lets the agent work. */
    start: () =>
      guarded(
        async () => {
          if (!network) return
          setWork({ status: 'asking' })
          const agent = createAgent(key, network)
          const { address: to } = key
          if (config.walletUrl)
            await askFaucet(config.walletUrl, {
              ...{ chainId: Number(network.id), address: to, amount: parseEther('0.1') },
            })
          const data = { periodAmount: budget.perHour, periodDuration: 3_600 }
          const expiresAt = Date.now() + weekMs
          const [permission] = await request({
            permissions: [{ to, type: 'native-token-periodic', data, expiresAt }],
          })
          if (!permission) return
          setGranted({ agent, permission })
          void pay({ agent, permission })
        },
        { status: 'idle' },
      ),
    /** Takes the permission back. */
    stop: () =>
      guarded(
        async () => {
          if (!granted) return
          run.current += 1
          setWork({ status: 'stopping', paid })
          await revoke({ context: granted.permission.context })
          setWork({ status: 'stopped', paid })
        },
        { status: 'stopped', paid },
      ),
    /** Lets the agent try a payment again. */
    retry: () => granted && void pay(granted, paid),
  }
}
