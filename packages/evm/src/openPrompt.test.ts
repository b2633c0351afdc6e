import { cancelConnect, connect, createFoyer, disconnect, type Foyer } from '@foyer/core'
import { deferConnect } from '@foyer/core/internal'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createConnector } from './createConnector.ts'
import { defineNetwork } from './defineNetwork.ts'
import { evm } from './evm.ts'
import { walletError } from './nodeWallet.test.kit.ts'

const network = defineNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
const addresses = ['0x52908400098527886E0F7030069857D2E4169EE7', `0x${'b0'.repeat(20)}`]

/**
 * An EIP-1193 wallet that shows one prompt at a time: a second request is rejected, or opens a second prompt if
 * `busyCode` is omitted.
 */
function createPromptingWallet({ address, busyCode }: { address: string; busyCode?: number }) {
  let accounts: string[] = []
  const prompts: { yes: (accounts: string[]) => void; no: (error: Error) => void }[] = []
  const seen = { requests: 0, open: 0 }
  const provider = {
    async request({ method }: { method: string }): Promise<unknown> {
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_accounts') return accounts
      if (method === 'wallet_revokePermissions') {
        accounts = []
        return null
      }
      if (method !== 'eth_requestAccounts') throw walletError(4200, method)
      seen.requests += 1
      if (accounts.length > 0) return accounts
      if (prompts.length > 0 && busyCode) throw walletError(busyCode, 'busy')
      const answer = new Promise((yes, no) => prompts.push({ yes, no }))
      seen.open = Math.max(seen.open, prompts.length)
      return answer
    },
  }
  return {
    seen,
    connector: createConnector({ id: address, type: 'ANNOUNCED', name: address, provider }),
    isOpen: () => prompts.length > 0,
    approve() {
      accounts = [address]
      for (const { yes } of prompts.splice(0)) yes(accounts)
    },
    reject() {
      for (const { no } of prompts.splice(0)) no(walletError(4001, 'User rejected'))
    },
  }
}

const make = () =>
  createFoyer({
    projectId: 'test',
    adapters: [evm()],
    networks: [network],
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    logLevel: 'silent',
  })
const connectionOf = (foyer: Foyer) => foyer.store.get().connections.eip155
/** Until the connector's code is loaded and every answer was processed. */
const received = () => new Promise((resolve) => setTimeout(resolve, 5))

test.each([4001, -32002])(
  'sends one request to a wallet that would answer %s to a second, and its approval connects both callers',
  async (busyCode) => {
    const foyer = make()
    const wallet = createPromptingWallet({ address: addresses[0] as string, busyCode })
    const one = connect(foyer, { connector: wallet.connector })
    await vi.waitFor(() => expect(wallet.isOpen()).toBe(true))
    const two = connect(foyer, { connector: wallet.connector })
    await received()
    expect(wallet.seen.requests).toBe(1)
    wallet.approve()
    await Promise.all([one, two])
    expect(connectionOf(foyer)).toMatchObject({ status: 'connected', address: addresses[0] })
  },
)

test.each([4001, -32002])(
  'after a cancel and a second pick during the prompt, ignores a rejection by %s, and the prompt decides',
  async (busyCode) => {
    const foyer = make()
    const wallet = createPromptingWallet({ address: addresses[0] as string, busyCode })
    const one = connect(foyer, { connector: wallet.connector })
    await vi.waitFor(() => expect(wallet.isOpen()).toBe(true))
    cancelConnect(foyer)
    await expect(one).rejects.toMatchObject({ code: 'request-aborted' })
    const two = connect(foyer, { connector: wallet.connector })
    await vi.waitFor(() => expect(connectionOf(foyer)).toMatchObject({ pending: true }))
    wallet.approve()
    await two
    expect(connectionOf(foyer)).toMatchObject({ status: 'connected' })

    await disconnect(foyer)
    const three = connect(foyer, { connector: wallet.connector })
    await vi.waitFor(() => expect(wallet.isOpen()).toBe(true))
    cancelConnect(foyer)
    await expect(three).rejects.toMatchObject({ code: 'request-aborted' })
    const four = connect(foyer, { connector: wallet.connector })
    await vi.waitFor(() => expect(connectionOf(foyer)).toMatchObject({ pending: true }))
    wallet.reject()
    await expect(four).rejects.toMatchObject({ code: 'user-rejected' })
    expect(connectionOf(foyer)).toEqual({ status: 'disconnected' })
  },
)

const step = fc.record({
  act: fc.constantFrom('pick', 'approve', 'reject', 'leave', 'abort', 'cancel'),
  wallet: fc.nat(1),
})

test('any order of picks, answers, leaves and aborts opens one prompt per wallet and connects approved wallets', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.constantFrom(4001, -32002, undefined),
      async (steps, busyCode) => {
        const foyer = make()
        const wallets = addresses.map((address) =>
          createPromptingWallet({ address, ...(busyCode && { busyCode }) }),
        )
        const signals: AbortController[][] = [[], []]
        /** Picks in order, without those that the user cancelled; the wallet connected last. */
        let picked: number[] = []
        let connected: number | undefined
        /** Picks that ended although the wallet may still show its prompt. */
        let leftOpen = 0
        for (const { act, wallet: index } of steps) {
          const wallet = wallets[index] as (typeof wallets)[number]
          const mine = signals[index] as AbortController[]
          if (act === 'pick') {
            const controller = new AbortController()
            mine.push(controller)
            const { signal } = controller
            connect(foyer, { connector: wallet.connector, signal }).catch(() => {})
            picked = [...picked.filter((one) => one !== index), index]
            await received()
            if (!wallet.isOpen()) connected = accept(index)
          } else if (act === 'approve' && wallet.isOpen()) {
            wallet.approve()
            if (picked.includes(index)) connected = accept(index)
          } else if (act === 'reject' && wallet.isOpen()) {
            wallet.reject()
            picked = picked.filter((one) => one !== index)
          } else if (act === 'leave') {
            deferConnect(foyer, wallet.connector)
          } else if (act === 'abort') {
            if (picked.includes(index)) leftOpen += 1
            for (const controller of mine.splice(0)) controller.abort()
            picked = picked.filter((one) => one !== index)
          } else if (act === 'cancel') {
            leftOpen += picked.length
            cancelConnect(foyer)
            picked = []
          }
          await received()
          const { attempts, shownAttempts } = foyer.store.get()
          const connection = connectionOf(foyer)
          const prompts = attempts.flatMap((one) => (one.silent ? [] : [one.connector.id]))
          expect(prompts.map((id) => addresses.indexOf(id))).toEqual(picked)
          // Only a prompt that nobody waits for may be joined by a second one, if the wallet shows several.
          for (const { seen } of wallets) expect(seen.open).toBeLessThanOrEqual(1 + leftOpen)
          if (shownAttempts.eip155) expect(connection).toMatchObject({ status: 'connecting' })
          else if (connected === undefined)
            expect(connection?.status ?? 'disconnected').toBe('disconnected')
          else
            expect(connection).toMatchObject({
              status: 'connected',
              connector: wallets[connected]?.connector,
            })
        }
        // Cancel pending picks: the approved ones remain.
        cancelConnect(foyer)
        await received()
        expect(connectionOf(foyer)?.status ?? 'disconnected').toBe(
          connected === undefined ? 'disconnected' : 'connected',
        )

        function accept(index: number): number {
          leftOpen += picked.indexOf(index)
          picked = picked.slice(picked.indexOf(index) + 1)
          return index
        }
      },
    ),
    {
      numRuns: 60,
      examples: [
        [
          [
            { act: 'pick', wallet: 0 },
            { act: 'pick', wallet: 1 },
            { act: 'approve', wallet: 1 },
            { act: 'pick', wallet: 0 },
          ],
          undefined,
        ],
      ],
    },
  )
})
