import { expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { setDetails } from '../account/setDetails.ts'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/disconnect.ts'
import { dispatch } from '../connection/machine/dispatch.ts'
import { alice, gate, settled, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { removeNetwork } from './changeNetworks.ts'
import { readNetwork } from './readNetwork.ts'
import { switchNetwork } from './switchNetwork.ts'

const networks = [
  testNetwork('eip155:1'),
  testNetwork('eip155:8453'),
  testNetwork('eip155:10'),
  testNetwork('solana:5eykt4'),
]
type Change = NonNullable<Adapter['switchNetwork']>

async function connected(
  change?: Change,
  {
    isConnected = true,
    ...options
  }: Parameters<typeof testFoyer>[0] & { isConnected?: boolean } = {},
) {
  const asked: Parameters<Change>[0][] = []
  const adapter: Partial<Adapter> = change
    ? {
        switchNetwork(parameters) {
          asked.push(parameters)
          return change(parameters)
        },
      }
    : {}
  const foyer = testFoyer({ networks, adapter, ...options })
  const wallet = testWallet()
  if (isConnected) await connect(foyer, { connector: wallet.connector })
  return { asked, foyer, wallet }
}
const to = (chainId: 'eip155:1' | 'eip155:8453' | 'eip155:10') => ({ chainId })

test('a switch that was aborted asks the wallet nothing more', async () => {
  const { asked, foyer } = await connected(() => new Promise(() => {}))
  const stop = new AbortController()
  const switched = switchNetwork(foyer, { ...to('eip155:8453'), signal: stop.signal })
  await expect.poll(() => asked).toHaveLength(1)
  const add = () => asked[0]!.provider.request({ method: 'wallet_addEthereumChain' })
  await expect(add()).rejects.toMatchObject({ code: 'unsupported-method' })
  stop.abort()
  await expect(switched).rejects.toMatchObject({ code: 'request-aborted' })
  await expect(add()).rejects.toMatchObject({ code: 'request-aborted' })
})

test('[4.22] asks a connected wallet, by network and provider', async () => {
  const { asked, foyer } = await connected(async () => {})
  const kinds: string[] = []
  foyer.events.on('request:start', ({ kind }) => kinds.push(kind))
  setDetails(foyer, { details: { balance: 5n }, forAddress: alice, namespace: 'eip155' })
  await switchNetwork(foyer, to('eip155:8453'))
  expect(asked).toMatchObject([{ network: networks[1] }])
  expect(kinds).toEqual(['switch'])
  expect(readAccount(foyer)).toMatchObject({ chainId: 'eip155:8453', balance: undefined })
  expect(readNetwork(foyer)).toBe(networks[1])
  expect(foyer.storage.read('active-network', String)).toBe('eip155:8453')
  expect(foyer.storage.read('connections', Object)).toMatchObject({
    eip155: { chainId: 'eip155:8453' },
  })
})

test('[4.22] [8.24] error: the wallet does not have the network and cannot add it', async () => {
  const { foyer } = await connected(() => Promise.reject({ code: 4902, message: 'unrecognised' }))
  await expect(switchNetwork(foyer, to('eip155:8453'))).rejects.toMatchObject({
    code: 'chain-unrecognised',
    rpcCode: 4902,
  })
  expect(readNetwork(foyer)).toBe(networks[0])
})

test('only sets the network without an address', async () => {
  const { asked, foyer } = await connected(async () => {}, { isConnected: false })
  await switchNetwork(foyer, to('eip155:8453'))
  expect(asked).toEqual([])
  expect(readNetwork(foyer)).toBe(networks[1])
})

test('only sets the network of another namespace that is not connected', async () => {
  const { asked, foyer } = await connected(async () => {})
  await switchNetwork(foyer, { chainId: 'solana:5eykt4' })
  expect(asked).toEqual([])
  expect(foyer.store.get().activeNamespace).toBe('solana')
  expect(readAccount(foyer, 'eip155').status).toBe('connected')
})

test('does not ask a wallet that is already on the network', async () => {
  const { asked, foyer } = await connected(async () => {})
  await switchNetwork(foyer, { chainId: 'solana:5eykt4' })
  await switchNetwork(foyer, to('eip155:1'))
  expect(asked).toEqual([])
  expect(foyer.store.get().activeNamespace).toBe('eip155')
})

test('error: the user rejects; the network stays', async () => {
  const { foyer } = await connected(() => Promise.reject({ code: 4001 }))
  await expect(switchNetwork(foyer, to('eip155:8453'))).rejects.toMatchObject({
    code: 'user-rejected',
  })
  expect(readNetwork(foyer)).toBe(networks[0])
})

test('error: not offered, or switching is off', async () => {
  const { foyer } = await connected()
  await expect(switchNetwork(foyer, { chainId: 'eip155:99' })).rejects.toMatchObject({
    code: 'network-undefined',
  })
  const fixed = await connected(async () => {}, { enableNetworkSwitch: false })
  await expect(switchNetwork(fixed.foyer, to('eip155:8453'))).rejects.toMatchObject({
    code: 'action-not-allowed',
  })
  expect(fixed.asked).toEqual([])
})

test('the later of two calls wins, in any order of the answers', async () => {
  const answers: ReturnType<typeof gate<void>>[] = []
  const { asked, foyer } = await connected(() => {
    const answer = gate()
    answers.push(answer)
    return answer.promise
  })
  const one = switchNetwork(foyer, to('eip155:8453'))
  const two = switchNetwork(foyer, to('eip155:10'))
  await expect(one).rejects.toMatchObject({ code: 'request-aborted' })
  answers[1]?.open()
  await two
  answers[0]?.open()
  await settled()
  expect(asked).toHaveLength(2)
  expect(readNetwork(foyer)).toBe(networks[2])
})

test('switching to the current network cancels a pending switch', async () => {
  const { foyer } = await connected(() => new Promise(() => {}))
  const one = switchNetwork(foyer, to('eip155:8453'))
  await switchNetwork(foyer, to('eip155:1'))
  await expect(one).rejects.toMatchObject({ code: 'request-aborted' })
})

test('keeps a third network that the wallet reports during the switch', async () => {
  const answer = gate()
  const { foyer, wallet } = await connected(() => answer.promise)
  const end = switchNetwork(foyer, to('eip155:8453'))
  wallet.emit.onChain('eip155:10')
  answer.open()
  await end
  expect(readAccount(foyer).chainId).toBe('eip155:10')
  expect(readNetwork(foyer)).toBe(networks[2])
  expect(foyer.store.get().activeChainIds.eip155).toBe('eip155:10')
  expect(foyer.storage.read('active-network', String)).toBe('eip155:10')
})

test('a disconnect during the switch: the answer changes nothing', async () => {
  const answer = gate()
  const { foyer } = await connected(() => answer.promise)
  const end = switchNetwork(foyer, to('eip155:8453'))
  await disconnect(foyer)
  answer.open()
  await end
  expect(readAccount(foyer).status).toBe('disconnected')
  expect(readNetwork(foyer)).toBe(networks[0])
})

test('a network that is removed during the switch is unsupported', async () => {
  const answer = gate()
  const { foyer } = await connected(() => answer.promise)
  const end = switchNetwork(foyer, to('eip155:8453'))
  removeNetwork(foyer, 'eip155:8453')
  answer.open()
  await end
  expect(readAccount(foyer)).toMatchObject({ chainId: 'eip155:8453', unsupportedNetwork: true })
  expect(foyer.store.get().activeChainIds.eip155).toBe('eip155:1')
})

test('error: aborted', async () => {
  const { foyer } = await connected(() => new Promise(() => {}))
  const controller = new AbortController()
  const end = switchNetwork(foyer, { chainId: 'eip155:8453', signal: controller.signal })
  controller.abort()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
})

test('a wallet without an active network uses any that it allows, without a request', async () => {
  const { foyer, wallet } = await connected()
  await switchNetwork(foyer, to('eip155:8453'))
  expect(readNetwork(foyer)).toBe(networks[1])
  wallet.emit.onScope({ chainIds: ['eip155:10'] })
  await switchNetwork(foyer, to('eip155:10'))
  expect(readNetwork(foyer)).toBe(networks[2])
  await expect(switchNetwork(foyer, to('eip155:1'))).rejects.toMatchObject({
    code: 'chain-unsupported',
    message: 'Unsupported chain',
  })
  expect(readNetwork(foyer)).toBe(networks[2])
})

test('a local wallet is asked also for a network that it allows', async () => {
  const { asked, foyer, wallet } = await connected(async () => {})
  wallet.emit.onScope({ chainIds: ['eip155:8453'] })
  await switchNetwork(foyer, to('eip155:8453'))
  expect(asked).toHaveLength(1)
})

test('another wallet connects during the switch: the answer changes nothing', async () => {
  const answer = gate()
  const { foyer } = await connected(() => answer.promise)
  const end = switchNetwork(foyer, to('eip155:8453'))
  await connect(foyer, { connector: testWallet('other').connector })
  answer.open()
  await end
  expect(readNetwork(foyer)).toBe(networks[0])
})

test('with enableNetworkSwitch off, allows the current network and another namespace', async () => {
  const { foyer } = await connected(async () => {}, { enableNetworkSwitch: false })
  const sol = testWallet('s', { chainId: 'solana:5eykt4' })
  await connect(foyer, { connector: sol.connector })
  await switchNetwork(foyer, to('eip155:1'))
  expect(foyer.store.get().activeNamespace).toBe('eip155')
})

test('the later call cancels the earlier one despite the caller’s own signal', async () => {
  const { foyer } = await connected(({ network }) =>
    network === networks[1] ? new Promise(() => {}) : Promise.resolve(),
  )
  const { signal } = new AbortController()
  const one = switchNetwork(foyer, { ...to('eip155:8453'), signal })
  await switchNetwork(foyer, to('eip155:10'))
  await expect(one).rejects.toMatchObject({ code: 'request-aborted' })
})

test('within a namespace the account is loaded once, without its tokens', async () => {
  const asked: string[] = []
  const { foyer } = await connected(undefined, {
    adapter: {
      getBalance: async () => BigInt(asked.push('balance')),
      getTokenBalances: async () => {
        asked.push('tokens')
        return []
      },
    },
  })
  await vi.waitFor(() => expect(asked).toEqual(['balance']))
  await switchNetwork(foyer, to('eip155:8453'))
  await vi.waitFor(() => expect(readAccount(foyer).balanceLoading).toBe(false))
  expect(asked).toEqual(['balance', 'balance'])
})

/** A mobile wallet whose approval includes Solana too, confirmed on demand. */
async function shared(phase: 'ready' | 'reconnecting' = 'ready') {
  const more = [...networks, testNetwork('solana:dev')]
  const foyer = testFoyer({ networks: more })
  const wallet = testWallet('w', { type: 'AUTH', namespaces: ['eip155', 'solana'] })
  const solana: { chainId: unknown; answer: ReturnType<typeof gate<void>> }[] = []
  wallet.answer = async ({ chainId, namespace, signal }) => {
    if (namespace === 'eip155') return wallet.session
    const answer = gate()
    solana.push({ chainId, answer })
    await answer.promise
    signal.throwIfAborted()
    return { ...wallet.session, chainId: chainId as `solana:${string}` }
  }
  await connect(foyer, { connector: wallet.connector })
  foyer.store.set((state) => ({ ...state, phase }))
  return { foyer, solana, wallet }
}

test('to a namespace that is being confirmed: the later network wins', async () => {
  const { foyer, solana } = await shared()
  const one = switchNetwork(foyer, { chainId: 'solana:5eykt4' })
  await vi.waitFor(() => expect(solana).toHaveLength(1))
  const two = switchNetwork(foyer, { chainId: 'solana:dev' })
  await vi.waitFor(() => expect(solana).toHaveLength(2))
  for (const { answer } of solana.toReversed()) answer.open()
  await Promise.allSettled([one, two])
  expect(solana.map(({ chainId }) => chainId)).toEqual(['solana:5eykt4', 'solana:dev'])
  expect(readAccount(foyer)).toMatchObject({ status: 'connected', chainId: 'solana:dev' })
})

test('keeps the network that a site switches to in its own connection listener', async () => {
  const { foyer, solana } = await shared()
  const stop = foyer.store.subscribe(() => {
    if (readAccount(foyer, 'solana').status !== 'connected') return
    stop()
    void switchNetwork(foyer, { chainId: 'solana:dev' })
  })
  const end = switchNetwork(foyer, { chainId: 'solana:5eykt4' })
  await vi.waitFor(() => expect(solana).toHaveLength(1))
  solana[0]?.answer.open()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  expect(readAccount(foyer).chainId).toBe('solana:dev')
})

test('asks a wallet that does not report its methods', async () => {
  const asked: string[] = []
  const foyer = testFoyer({
    networks,
    adapter: { switchNetwork: async ({ network }) => void asked.push(network.name) },
  })
  const wallet = testWallet('wc', { type: 'WALLET_CONNECT' })
  wallet.session = { ...wallet.session, scope: { chainIds: ['eip155:1'] } }
  await connect(foyer, { connector: wallet.connector })
  await switchNetwork(foyer, to('eip155:10'))
  expect(asked).toEqual(['Network eip155:10'])
})

test('does not replace a pending connect or a pending restore', async () => {
  const { foyer, solana } = await shared()
  const other = testWallet('s', { chainId: 'solana:5eykt4' })
  const answer = gate<typeof other.session>()
  other.answer = () => answer.promise
  const end = connect(foyer, { connector: other.connector })
  await switchNetwork(foyer, { chainId: 'solana:dev' })
  answer.open(other.session)
  await end
  expect(readAccount(foyer, 'solana').connectedWalletInfo?.identifier).toBe('s')
  expect(solana).toEqual([])

  const reloading = await shared('reconnecting')
  const id = 99
  const silent = { id, namespace: 'solana', silent: true, stored: true, follows: false } as const
  const attempts = [{ ...silent, pairing: {} }]
  dispatch(reloading.foyer, { type: 'confirm:begun', attempts, reloaded: true })
  await switchNetwork(reloading.foyer, { chainId: 'solana:dev' })
  const { shownAttempts } = reloading.foyer.store.get()
  expect([shownAttempts.solana?.attempt, reloading.solana]).toEqual([id, []])
})

test('error: aborted while another namespace is being confirmed', async () => {
  const { foyer, solana } = await shared()
  const controller = new AbortController()
  const end = switchNetwork(foyer, { chainId: 'solana:dev', signal: controller.signal })
  await vi.waitFor(() => expect(solana).toHaveLength(1))
  controller.abort()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
})

test('a wallet without a shared session, or without this namespace, connects nothing more', async () => {
  const networksOf = [...networks, testNetwork('tron:1')]
  const foyer = testFoyer({ networks: networksOf })
  const injected = testWallet('i', { namespaces: ['eip155', 'tron'] })
  await connect(foyer, { connector: injected.connector })
  await switchNetwork(foyer, { chainId: 'tron:1' })
  const login = testWallet('l', { type: 'AUTH', chainId: 'solana:5eykt4' })
  await connect(foyer, { connector: login.connector })
  await switchNetwork(foyer, { chainId: 'tron:1' })
  expect([injected.asked, login.asked]).toEqual([['connect'], ['connect']])
  expect(readAccount(foyer, 'tron').status).toBe('disconnected')
})

test('[8.13] error: Chain is not supported by the session of a mobile wallet', async () => {
  const asked: string[] = []
  const foyer = testFoyer({
    networks,
    adapter: {
      switchNetwork: async ({ network }) => void asked.push(network.name),
    },
  })
  const wallet = testWallet('wc', { type: 'WALLET_CONNECT' })
  wallet.session = {
    ...wallet.session,
    scope: { chainIds: ['eip155:1', 'eip155:8453'], methods: ['sign'] },
  }
  await connect(foyer, { connector: wallet.connector })
  await switchNetwork(foyer, to('eip155:8453'))
  expect([readNetwork(foyer), asked]).toEqual([networks[1], []])
  await expect(switchNetwork(foyer, to('eip155:10'))).rejects.toMatchObject({
    code: 'session-chain-unsupported',
    message: 'Chain is not supported',
    details: expect.stringContaining('eip155:1, eip155:8453'),
  })
  wallet.emit.onScope({ chainIds: ['eip155:1'], methods: ['wallet_switchEthereumChain'] })
  await switchNetwork(foyer, to('eip155:10'))
  expect([readNetwork(foyer), asked]).toEqual([networks[2], ['Network eip155:10']])
})
