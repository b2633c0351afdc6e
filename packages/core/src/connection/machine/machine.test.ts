import { readFileSync } from 'node:fs'
import { type ChainId, type Namespace, namespaceOf } from '@foyer/protocol'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { selectAccount } from '../../account/selectAccount.ts'
import { activateNamespace } from '../../network/activateNamespace.ts'
import { addNetwork, removeNetwork } from '../../network/changeNetworks.ts'
import { switchNetwork } from '../../network/switchNetwork.ts'
import { start } from '../../start.ts'
import {
  alice,
  bob,
  gate,
  settled,
  type TestWallet,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../../testFoyer.test.kit.ts'
import { applyTabEvent } from '../applyTabEvent.ts'
import { cancelConnect } from '../cancelConnect.ts'
import { connect } from '../connect.ts'
import { deferConnect } from '../deferConnect.ts'
import { disconnect } from '../disconnect.ts'
import { preparePairing } from '../preparePairing.ts'
import { resetConnection } from '../resetConnection.test.kit.ts'
import { setWalletLink } from '../setWalletLink.ts'
import { invariants } from './invariants.ts'

const chains = ['eip155:1', 'eip155:8453', 'solana:5eykt4', 'tron:1'] as const
const networks = chains.map((one) => testNetwork(one))
const chainOf = (namespace: Namespace): ChainId =>
  chains.find((one) => namespaceOf(one) === namespace) ?? 'eip155:1'
const shared: readonly Namespace[] = ['eip155', 'solana', 'tron']
type Made = ReturnType<typeof testFoyer>
/** Time of the last event of another tab, later than all that a test does, ms since 1970. */
let eventAt = Date.now() + 3_600_000

/** The same three wallets as one tab sees them; each prompt waits for its answer. */
function testWallets() {
  const prompts = new Map<TestWallet, ReturnType<typeof gate<TestWallet['session']>>[]>()
  const wallets = [
    testWallet('e'),
    testWallet('s', { chainId: 'solana:5eykt4', address: bob }),
    testWallet('w', {
      type: 'WALLET_CONNECT',
      namespaces: shared,
      sharesSession: true,
      prepare: ({ onUri }) => {
        onUri({ uri: 'wc:prepared', expiresAt: 1 })
        return new Promise(() => {})
      },
    }),
  ]
  for (const wallet of wallets) {
    prompts.set(wallet, [])
    wallet.answer = async ({ namespace, onTaken, onUri, silent }) => {
      const session = {
        ...wallet.session,
        accounts: [{ address: alice }, { address: bob }],
        chainId: chainOf(namespace),
      }
      if (silent) return session
      if (wallet.connector.prepare) onUri({ uri: 'wc:asked', expiresAt: 1 })
      const prompt = gate<TestWallet['session']>()
      prompts.get(wallet)?.push(prompt)
      await prompt.promise
      if (wallet.connector.prepare) onTaken()
      return session
    }
  }
  return { prompts, wallets }
}

const acts = [
  'connect',
  'pick',
  'approve',
  'refuse',
  'leave',
  'defer',
  'cancel',
  'disconnect',
  'disconnect all',
  'reset',
  'other account',
  'other chain',
  'unknown chain',
  'no account',
  'wallet disconnects',
  'select',
  'activate',
  'switch',
  'add network',
  'remove network',
  'prepare',
  'stop preparing',
  'link',
  'stop',
  'start',
  'tab event: connected',
  'tab event: disconnected',
] as const

/** Number of synchronous notifications allowed per act; 1 unless listed. */
const maxNotifications: Partial<Record<(typeof acts)[number], number>> = {
  // The URI that a connector reports synchronously shares the notification.
  pick: 1,
  // Sets the network without a wallet, and asks a shared one.
  switch: 2,
  // Alerts and the phase notify separately.
  start: 2,
}

const step = fc.record({
  // Connects are frequent enough to have several namespaces connected at once.
  act: fc.oneof(
    { arbitrary: fc.constantFrom('connect', 'pick', 'refuse'), weight: 2 },
    { arbitrary: fc.constantFrom('disconnect', 'wallet disconnects', 'cancel'), weight: 1 },
    { arbitrary: fc.constantFrom(...acts), weight: 2 },
  ),
  wallet: fc.nat(2),
  namespace: fc.constantFrom<Namespace>('eip155', 'solana', 'tron'),
})
const stored = fc.subarray([0, 1, 2] as const)

test('after any sequence of events the invariants are true and each event notifies once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), stored, async (steps, before) => {
      const backing = testBacking()
      // The connections from before the reload.
      for (const index of before) {
        const earlier = testWallets()
        const foyer = testFoyer({ networks, storage: backing })
        const wallet = earlier.wallets[index] as TestWallet
        const end = connect(foyer, { connector: wallet.connector })
        earlier.prompts.get(wallet)?.[0]?.open(wallet.session)
        await end
      }
      const { prompts, wallets } = testWallets()
      const connectors = wallets.map(({ connector }) => connector)
      const foyer = testFoyer({ networks, storage: backing, connectors })
      const check = () => {
        for (const [sentence, holds] of Object.entries(invariants))
          expect(holds(foyer.store.get()), sentence).toBe(true)
      }
      let notifications = 0
      foyer.store.subscribe(() => {
        notifications += 1
        check()
      })
      const preparing: (() => void)[] = []
      check()
      start(foyer)
      await settled()
      check()
      for (const { act, namespace, wallet: index } of steps) {
        const wallet = wallets[index] as TestWallet
        notifications = 0
        perform(foyer, { act, namespace, open: prompts.get(wallet) ?? [], preparing, wallet })
        expect(notifications, act).toBeLessThanOrEqual(maxNotifications[act] ?? 1)
        check()
        await settled()
        check()
      }
      foyer.running.stop?.()
      await disconnect(foyer)
      await settled()
      check()
      expect(foyer.store.get()).toMatchObject({ attempts: [], shownAttempts: {} })
      expect(wallets.map(({ listeners }) => listeners.size)).toEqual([0, 0, 0])
      await vi.waitFor(() => expect(foyer.running.tasks.size).toBe(0))
    }),
    { numRuns: 200 },
  )
})

type Performed = {
  act: (typeof acts)[number]
  namespace: Namespace
  /** Its unanswered prompts. */
  open: ReturnType<typeof gate<TestWallet['session']>>[]
  preparing: (() => void)[]
  wallet: TestWallet
}

function perform(foyer: Made, { act, namespace, open, preparing, wallet }: Performed): unknown {
  const { connector, emit } = wallet
  const quiet = (promise: Promise<unknown>) => void promise.catch(() => {})
  const { activeChainIds, connections, networks: offered } = foyer.store.get()
  const tabs = (event: string) => {
    eventAt += 1
    return JSON.stringify({ event, namespaces: [namespace], at: eventAt })
  }
  switch (act) {
    case 'connect':
      quiet(connect(foyer, { connector }))
      return open.pop()?.open(wallet.session)
    case 'pick':
      return quiet(
        connect(foyer, {
          connector,
          ...(connector.namespaces.includes(namespace) && { namespace }),
        }),
      )
    case 'approve':
      return open.shift()?.open(wallet.session)
    case 'refuse':
      return open.shift()?.fail({ code: 4001 })
    case 'leave': {
      const controller = new AbortController()
      quiet(connect(foyer, { connector, signal: controller.signal }))
      return controller.abort('leave')
    }
    case 'defer':
      return deferConnect(foyer, connector)
    case 'cancel':
      return cancelConnect(foyer, namespace)
    case 'disconnect':
      return quiet(disconnect(foyer, { namespace }))
    case 'disconnect all':
      return quiet(disconnect(foyer))
    case 'reset':
      return resetConnection(foyer, namespace)
    case 'other account':
      return [...wallet.listeners][0]?.onAccounts([{ address: bob }])
    case 'other chain':
      return [...wallet.listeners][0]?.onChain('eip155:8453')
    case 'unknown chain':
      return [...wallet.listeners][0]?.onChain('eip155:99')
    case 'no account':
      return [...wallet.listeners][0]?.onAccounts([])
    case 'wallet disconnects':
      return connector.sharesSession
        ? emit.onDisconnect()
        : [...wallet.listeners][0]?.onDisconnect()
    case 'select':
      if (connections[namespace]?.status === 'connected')
        selectAccount(foyer, {
          namespace,
          address: connections[namespace].accounts.at(-1)?.address ?? '',
        })
      return
    case 'activate':
      if (activeChainIds[namespace]) activateNamespace(foyer, namespace)
      return
    case 'switch':
      if (offered.some(({ chainNamespace }) => chainNamespace === namespace))
        quiet(switchNetwork(foyer, { chainId: chainOf(namespace) }))
      return
    case 'add network':
      return addNetwork(foyer, testNetwork(chainOf(namespace)))
    case 'remove network':
      if (offered.length > 1 && offered.some((one) => one.caipNetworkId === chainOf(namespace)))
        removeNetwork(foyer, chainOf(namespace))
      return
    case 'prepare':
      preparing.push(preparePairing(foyer))
      return
    case 'stop preparing':
      return preparing.pop()?.()
    case 'link':
      return setWalletLink(foyer, { name: 'W', href: 'w://' })
    case 'stop':
      return foyer.running.stop?.()
    case 'start':
      start(foyer)
      return
    case 'tab event: connected':
      return quiet(applyTabEvent(foyer, tabs('connected')))
    case 'tab event: disconnected':
      return quiet(applyTabEvent(foyer, tabs('disconnected')))
  }
}

test('two tabs with the same wallets agree on the connections once both have processed each other’s events', async () => {
  const { now } = Date
  let offMs = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + offMs)
  onTestFinished(() => clock.mockRestore())
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          tab: fc.nat(1),
          act: fc.constantFrom('connect', 'disconnect', 'disconnect all'),
          wallet: fc.nat(2),
          namespace: fc.constantFrom<Namespace>('eip155', 'solana'),
          // The computer's clock is set, also backwards.
          setMs: fc.constantFrom(0, 0, 0, -3_600_000, 3_600_000),
          // A slow tab loads the code for an event meanwhile, so that a later one may be earlier.
          lateMs: fc.constantFrom(0, 0, 20),
        }),
        { maxLength: 8 },
      ),
      async (steps) => {
        offMs = 0
        let lateMs = 0
        const listeners: ((event: { key: string; newValue: string }) => void)[] = []
        const backing = testBacking()
        const tabs = [0, 1].map((own) => {
          const { prompts, wallets } = testWallets()
          // An instance of another test that still waits listens too, for other events.
          vi.stubGlobal('addEventListener', (name: string, listen: (typeof listeners)[number]) => {
            if (name === 'storage') listeners[own] = listen
          })
          const storage = {
            ...backing,
            setItem(key: string, newValue: string) {
              backing.setItem(key, newValue)
              setTimeout(() => listeners[1 - own]?.({ key, newValue }), lateMs)
            },
          }
          const connectors = wallets.map(({ connector }) => connector)
          const foyer = testFoyer({ networks, storage, connectors })
          start(foyer)
          foyer.store.subscribe((state) => {
            for (const [sentence, holds] of Object.entries(invariants))
              expect(holds(state), sentence).toBe(true)
          })
          return { foyer, prompts, wallets }
        })
        const statuses = ({ store }: Made) =>
          Object.entries(store.get().connections)
            .filter(([, { status }]) => status !== 'disconnected')
            .map(([namespace, { status }]) => `${namespace} ${status}`)
            .sort()
        for (const { act, namespace, setMs, tab, wallet: index, ...step } of steps) {
          offMs += setMs
          lateMs = step.lateMs
          const { foyer, prompts, wallets } = tabs[tab] as (typeof tabs)[number]
          const wallet = wallets[index] as TestWallet
          if (act === 'connect') {
            const end = connect(foyer, { connector: wallet.connector })
            prompts.get(wallet)?.shift()?.open(wallet.session)
            await end
          } else await disconnect(foyer, act === 'disconnect' ? { namespace } : {})
          // Handling the event loads its code first.
          await new Promise((resolve) => setTimeout(resolve, 5))
          await vi.waitFor(() => {
            const [one, other] = tabs.map((each) => statuses(each.foyer))
            expect(one).toEqual(other)
          })
        }
        for (const { foyer } of tabs) foyer.running.stop?.()
        vi.unstubAllGlobals()
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
})

test('a prompt that is missing in requests, or has another id there, breaks an invariant', () => {
  const { store } = testFoyer()
  const { connector } = testWallet()
  const request = { id: 1, kind: 'connect', namespace: 'eip155' } as const
  const prompt = { id: 1, connector, namespace: 'eip155', silent: false, request }
  const holds = (requests: readonly object[]) =>
    invariants['each prompt is listed as a connect request, and nothing else is']?.({
      ...store.get(),
      attempts: [prompt],
      requests,
    } as never)
  expect([[request], [], [{ ...request, id: 2 }], [request, request]].map(holds)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('docs/connection.md lists exactly the invariants', () => {
  const page = readFileSync(new URL('../../../../../docs/connection.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('\n## Invariants\n')
  const [list = ''] = section.split('\n## ')
  const listed = [...list.matchAll(/^- (.+)\.$/gm)].map(([, sentence = '']) => sentence)
  const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
  expect(listed.map(lower)).toEqual(Object.keys(invariants))
})
