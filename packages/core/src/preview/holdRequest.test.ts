import { FoyerError } from '@foyer/protocol'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/disconnect.ts'
import type { Connector, Provider } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { sendToken } from '../send/sendToken.ts'
import { sendTransaction } from '../send/sendTransaction.ts'
import {
  alice,
  bob,
  gate,
  settled,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import type { Transaction } from '../transaction.ts'
import { takeMs } from './holdRequest.ts'
import type { PendingPreview, Preview, PreviewRequest } from './preview.ts'

afterEach(() => {
  vi.useRealTimers()
})

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453')]
const call = () => ({ method: 'sign', params: [{ to: bob, value: '0x1' }] })

/** A page with a connected wallet and a screen that shows previews. */
async function held(
  more: Partial<Preview> = {},
  {
    type,
    adapter,
    preview: isPreviewed = true,
    screen = true,
    ...options
  }: {
    type?: Connector['type']
    adapter?: Partial<Adapter>
    preview?: boolean
    screen?: boolean
    walletTimeoutMs?: number
  } = {},
) {
  const checked: PreviewRequest[] = []
  const preview: Preview = {
    methods: ['sign', 'send'],
    subjectOf: ({ params }) => JSON.stringify(params),
    async check(request) {
      checked.push(request)
      return { says: 'fine' }
    },
    ...more,
  }
  const foyer = testFoyer({
    ...options,
    networks,
    ...(isPreviewed && { preview }),
    ...(adapter && { adapter }),
    logLevel: 'silent',
  })
  const wallet = testWallet('org.wallet', type && { type })
  const asked: unknown[] = []
  wallet.provider.request = async (given) => {
    asked.push(given)
    return '0xdone'
  }
  if (screen) foyer.running.surfaces.add({ prefetch: async () => {} })
  await connect(foyer, { connector: wallet.connector })
  const connection = foyer.store.get().connections.eip155
  if (connection?.status !== 'connected') throw new Error('not connected')
  return { asked, checked, foyer, provider: connection.provider, wallet }
}

const previews = (foyer: Foyer) => foyer.store.get().previews ?? []
/** Waits for the last preview and its result. */
async function shown(foyer: Foyer, count = 1): Promise<PendingPreview> {
  await expect
    .poll(() => previews(foyer).map(({ result }) => result.status))
    .not.toContain('checking')
  await expect.poll(() => previews(foyer).length).toBe(count)
  const last = previews(foyer).at(-1) as PendingPreview
  last.take()
  return last
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    ({ code }: FoyerError) => code,
  )

test('a covered request waits for the user, then the wallet is asked', async () => {
  const { asked, checked, foyer, provider } = await held()
  const answer = provider.request(call())
  const pending = await shown(foyer)
  expect(pending).toMatchObject({
    ...{ account: alice, chainId: 'eip155:1', method: 'sign', namespace: 'eip155' },
    result: { status: 'checked', checked: { says: 'fine' } },
  })
  expect(checked[0]).toMatchObject({
    accounts: [alice],
    network: networks[0],
    params: call().params,
  })
  expect(asked).toEqual([])
  pending.answer(true)
  pending.answer(false)
  expect(await answer).toBe('0xdone')
  expect(asked).toEqual([call()])
  expect(foyer.store.get().previews).toBeUndefined()
})

test('other methods, embedded wallets and pages without the option reach the wallet at once', async () => {
  const { asked, foyer, provider } = await held()
  await provider.request({ method: 'read' })
  expect(asked).toEqual([{ method: 'read' }])
  for (const made of [await held({}, { type: 'AUTH' }), await held({}, { preview: false })]) {
    await made.provider.request(call())
    expect(made.asked).toEqual([call()])
    expect(previews(made.foyer)).toEqual([])
  }
  expect(previews(foyer)).toEqual([])
})

test('error: rejects with user-rejected, 4001, and asks no wallet', async () => {
  const { asked, foyer, provider } = await held()
  const answer = provider.request(call())
  const rejected = expect(answer).rejects.toMatchObject({ code: 'user-rejected', rpcCode: 4001 })
  const pending = await shown(foyer)
  pending.answer(false)
  await rejected
  expect(asked).toEqual([])
})

test('checks and sends a copy that the site can no longer change', async () => {
  const { asked, checked, foyer, provider } = await held()
  const given = call()
  const answer = provider.request(given)
  given.params[0]!.value = '0xffff'
  const pending = await shown(foyer)
  given.params[0]!.value = '0xfffe'
  // Nor can it change what the check was given.
  ;(checked[0]!.params as { value: string }[])[0]!.value = '0xfffd'
  pending.answer(true)
  await answer
  expect(asked).toEqual([call()])
})

test('error: refuses what is no JSON', async () => {
  const { provider } = await held()
  await expect(provider.request({ method: 'sign', params: [1n] })).rejects.toMatchObject({
    code: 'params-invalid',
  })
})

test('a second request waits, and each gets its own answer', async () => {
  const { asked, foyer, provider } = await held()
  const answers = [provider.request(call()), provider.request({ method: 'send' })]
  await shown(foyer, 2)
  const [first, second] = previews(foyer)
  first?.answer(true)
  expect(await answers[0]).toBe('0xdone')
  expect(previews(foyer).map(({ id }) => id)).toEqual([second?.id])
  second?.answer(true)
  await answers[1]
  expect(asked).toHaveLength(2)
})

test('a request that can not be described is shown too', async () => {
  const check = () => Promise.reject(new FoyerError('params-invalid'))
  const { foyer, provider } = await held({ check })
  const answer = codeOf(provider.request(call()))
  const { result, ...pending } = await shown(foyer)
  expect(result).toMatchObject({ status: 'failed', error: { code: 'params-invalid' } })
  pending.answer(false)
  expect(await answer).toBe('user-rejected')
})

test('an abort of the caller ends the preview, and the wallet is not asked', async () => {
  const adapter: Partial<Adapter> = {
    sendTransaction: async ({ provider }) => String(await provider.request({ method: 'send' })),
  }
  const { asked, foyer } = await held({}, { adapter })
  const stop = new AbortController()
  const transaction = {} as Transaction
  const answer = codeOf(sendTransaction(foyer, { transaction, signal: stop.signal }))
  const pending = await shown(foyer)
  stop.abort()
  expect(await answer).toBe('request-aborted')
  expect(previews(foyer)).toEqual([])
  pending.answer(true)
  expect(asked).toEqual([])
})

test('another account, another network or the end of the connection ends it', async () => {
  const { asked, foyer, provider, wallet } = await held()
  const moves = [
    () => wallet.emit.onAccounts([{ address: bob }]),
    () => wallet.emit.onChain('eip155:8453'),
    () => void disconnect(foyer, { namespace: 'eip155' }),
  ]
  for (const move of moves) {
    const answer = codeOf(provider.request(call()))
    await shown(foyer)
    move()
    expect(await answer).toBe('request-aborted')
  }
  expect(await codeOf(provider.request(call()))).toBe('not-connected')
  expect(asked).toEqual([])
})

test('without a screen the request passes, and this is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const { asked, foyer, provider } = await held({}, { screen: false })
  Object.assign(foyer, { log: (level: string, text: string) => console.error(level, text) })
  await provider.request(call())
  expect(asked).toEqual([call()])
  expect(log).toHaveBeenCalledWith('error', expect.stringContaining('without a preview'))
})

test('the site’s own screen is called with the result instead', async () => {
  const received = gate<PendingPreview>()
  const { asked, provider } = await held({ onPreview: received.open }, { screen: false })
  const answer = provider.request(call())
  const pending = await received.promise
  expect(pending.result.status).toBe('checked')
  expect(asked).toEqual([])
  pending.answer(true)
  expect(await answer).toBe('0xdone')
})

test('error: rejects after 30 s if no screen takes it', async () => {
  const { asked, foyer, provider } = await held()
  vi.useFakeTimers()
  const { holdRequest } = await import('./holdRequest.ts')
  const { preview } = foyer.options
  const answer = codeOf(
    holdRequest(foyer, {
      ask: () => provider.request({ method: 'read' }),
      namespace: 'eip155',
      preview: preview as Preview,
      sent: JSON.stringify(call()),
      signal: undefined,
    }),
  )
  await vi.advanceTimersByTimeAsync(takeMs - 1)
  expect(previews(foyer)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toBe('request-timed-out')
  expect(asked).toEqual([])
})

test('what the user accepted is not shown again when the wallet does not know the first method', async () => {
  const { asked, foyer, provider, wallet } = await held()
  wallet.provider.request = async (given: Parameters<Provider['request']>[0]) => {
    asked.push(given.method)
    if (given.method === 'send') throw new FoyerError('unsupported-method')
    return '0xsigned'
  }
  const first = codeOf(provider.request({ method: 'send', params: ['one'] }))
  ;(await shown(foyer)).answer(true)
  expect(await first).toBe('unsupported-method')
  expect(await provider.request({ method: 'sign', params: ['one'] })).toBe('0xsigned')
  // Once, and only this one.
  const again = codeOf(provider.request({ method: 'sign', params: ['one'] }))
  ;(await shown(foyer)).answer(false)
  expect(await again).toBe('user-rejected')
  expect(asked).toEqual(['send', 'sign'])
})

test.each([false, true])(
  'a wallet is not asked after an abort or a timeout, with the option: %s',
  async (preview) => {
    for (const walletTimeoutMs of [300_000, 20]) {
      const simulated = gate()
      const done = gate<string>()
      const { asked, foyer } = await held(
        {},
        {
          preview,
          walletTimeoutMs,
          adapter: {
            async send({ provider }) {
              await simulated.promise
              const end = codeOf(provider.request({ method: 'other' }))
              end.then(done.open, done.fail)
              return end
            },
          },
        },
      )
      const controller = new AbortController()
      const sent = codeOf(sendToken(foyer, { amount: 1n, to: bob, signal: controller.signal }))
      if (walletTimeoutMs > 20) {
        await settled()
        controller.abort()
      }
      expect(await sent).toBe(walletTimeoutMs > 20 ? 'request-aborted' : 'request-timed-out')
      simulated.open()
      expect(await done.promise).toBe('request-aborted')
      expect(asked).toEqual([])
    }
  },
)

test('an answer that comes after the abort leads to no further step', async () => {
  const [answer, isAsked, ended] = [gate(), gate(), gate<string>()]
  const { foyer, wallet } = await held(
    {},
    {
      preview: false,
      adapter: {
        async sendTransaction({ provider }) {
          const end = codeOf(provider.request({ method: 'sign' }))
          end.then(ended.open, ended.fail)
          return end
        },
      },
    },
  )
  wallet.provider.request = () => {
    isAsked.open()
    return answer.promise
  }
  const controller = new AbortController()
  const { signal } = controller
  const sent = codeOf(sendTransaction(foyer, { transaction: {} as Transaction, signal }))
  await isAsked.promise
  controller.abort()
  answer.open()
  expect([await sent, await ended.promise]).toEqual(['request-aborted', 'request-aborted'])
})

test('a wallet whose events are broken connects', async () => {
  const foyer = testFoyer({ networks })
  const { connector, session } = testWallet()
  Object.defineProperty(session.provider, 'on', {
    get() {
      throw new Error('no events')
    },
  })
  await connect(foyer, { connector })
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
})

test('the wrapped provider keeps the wallet’s events', async () => {
  const heard: string[] = []
  const wallet = testWallet()
  Object.assign(wallet.provider, {
    name: 'wallet',
    on(this: { name: string }, event: string) {
      heard.push(`${this.name} ${event}`)
    },
  })
  const { previewProvider } = await import('./previewProvider.ts')
  const { foyer } = await held()
  const wrapped = previewProvider(foyer, {
    connector: wallet.connector,
    namespace: 'eip155',
    provider: wallet.provider,
  }) as Provider & { on(event: string): void; removeListener?: unknown }
  wrapped.on('accountsChanged')
  expect(heard).toEqual(['wallet accountsChanged'])
  expect(wrapped.removeListener).toBeUndefined()
})
