import { type SolanaChain, startSolana } from '@foyer/devnet'
import { getHistory, type HistoryTransaction } from '@foyer/protocol/api'
import { createLog } from '@foyer/server'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import type { Keypair } from '@solana/web3.js'
import fc from 'fast-check'
import * as v from 'valibot'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type ChainConfig,
  type SolanaChain as Configured,
  chainConfigs,
} from '../chains/chainConfig.ts'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import {
  accountOf,
  createActions,
  instructions as make,
  tokenOf,
} from '../history/solana/solanaActions.test.kit.ts'
import { createSolanaHistories } from '../history/solana/solanaHistories.ts'
import { solanaEntries, solanaTransactions } from '../history/solana/solanaTables.ts'
import { createMetrics } from '../metrics.ts'
import { type ChainRpc, createChainRpc } from '../rpc/chainRpc.ts'
import { forward, startUpstream } from '../rpc/startUpstream.test.kit.ts'

const usdc = tokenOf('USDC')
const plain = tokenOf('PLAIN')
const fee = tokenOf('FEE')

let solana: SolanaChain
let actions: ReturnType<typeof createActions>
let database: Database
/** The servers' clock: each answer is asked for later than what the server may remember. */
let now = Date.now()
beforeAll(async () => {
  solana = await startSolana({ port: 0, slotMs: 40, finalizedAfterSlots: 6 })
  actions = createActions(solana)
  database = await openTestDatabase(apiDatabase, 'PGlite')
})
afterAll(async () => {
  await solana.stop()
  await database.close()
})

const chain = (url = solana.url): ChainConfig => ({
  caipId: solana.chainId,
  name: 'Foyer Solana',
  rpcUrls: [url],
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  tokens: [{ address: usdc.address, name: usdc.name, symbol: 'USDC', decimals: usdc.decimals }],
})
const serve = (url?: string, options: Parameters<typeof createTestApi>[0] = {}) =>
  createTestApi({
    ...{ chains: [chain(url)], database, now: () => (now += 3000) },
    rpc: { wait: async () => {} },
    ...options,
  })
const ask = (api: TestApi, address: string, query = '') =>
  api.request(`/v1/account/${address}/history?projectId=${shop.id}&${query}`)
async function pageOf(api: TestApi, address: string, query = '') {
  const response = await ask(api, address, query)
  const answer = await response.json()
  expect([response.status, answer]).toMatchObject([200, {}])
  return v.parse(getHistory.response, answer)
}
async function allOf(api: TestApi, address: string): Promise<HistoryTransaction[]> {
  const found: HistoryTransaction[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, next } = await pageOf(api, address, cursor && `cursor=${cursor}`)
    found.push(...data)
    cursor = next
  }
  return found
}
const iconUrl = () => 'https://api.example/icon'
const textOf = ({ publicKey }: Keypair) => publicKey.toBase58()
const brief = ({ metadata, transfers }: HistoryTransaction) => [
  metadata.operationType,
  ...transfers.map(({ counterparty, direction, fungible_info, nft_info, quantity }) =>
    [
      ...[direction, quantity.numeric, fungible_info?.symbol ?? nft_info?.name],
      counterparty?.slice(0, 6) ?? 'nobody',
    ].join(' '),
  ),
]
/** The balances that follow from an account's history, in smallest units, by token. */
function sumOf(transactions: readonly HistoryTransaction[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  const decimalsOf = (address: string | undefined) =>
    address === undefined
      ? 9
      : [usdc, plain, fee].find((token) => address.endsWith(token.address))!.decimals
  for (const { metadata, transfers } of transactions) {
    sums.SOL = (sums.SOL ?? 0n) - parseUnits(metadata.fee?.numeric ?? '0', 9)
    for (const { address, direction, quantity } of transfers) {
      const amount = parseUnits(quantity.numeric, decimalsOf(address))
      const name = address?.split(':').at(-1) ?? 'SOL'
      sums[name] = (sums[name] ?? 0n) + (direction === 'in' ? amount : -amount)
    }
  }
  return sums
}

test('[7.31] [9.21] tells what each transaction was for its accounts, also for a receiver that it does not name', async () => {
  const api = await serve()
  const [ann, ben] = [await actions.makeAccount(), await actions.makeAccount(1_000_000_000n)]
  const [annKey, benKey] = [ann.publicKey, ben.publicKey]
  await actions.mint(annKey, usdc, 5_000_000n)
  await actions.run([make.sendCoins(ann, benKey, 1_500_000_001n)], [ann])
  await actions.run([make.open(ann, benKey, usdc), make.send(ann, benKey, usdc, 1n)], [ann])
  await actions.run([make.send(ann, benKey, usdc, 2_000_000n)], [ann])
  await actions.run([make.burn(ann, usdc, 10n)], [ann])
  await actions.run([make.approve(ann, benKey, usdc, 7n)], [ann])
  await actions.run([make.note('hello')], [ann])
  await actions.run([make.sendCoins(ann, benKey, 10n ** 15n)], [ann])
  await actions.run(
    [make.send(ben, annKey, usdc, 5n), make.sendCoins(ann, benKey, 1_000_000_000n)],
    [ann, ben],
  )
  const mine = await pageOf(api, textOf(ann), `chainId=${solana.chainId}`)
  const [a, b] = [textOf(ann).slice(0, 6), textOf(ben).slice(0, 6)]
  const rent = mine.data.at(-4)!.transfers[1]!.quantity.numeric
  expect(mine.data.map(brief)).toEqual([
    ['trade', `in 0.000005 USDC ${b}`, `out 1 SOL ${b}`],
    ['send'],
    ['execute'],
    ['approve'],
    ['burn', 'out 0.00001 USDC nobody'],
    ['send', `out 2 USDC ${b}`],
    ['send', `out 0.000001 USDC ${b}`, `out ${rent} SOL ${b}`],
    ['send', `out 1.500000001 SOL ${b}`],
    ['receive', 'in 5 USDC nobody'],
    ['receive', expect.stringMatching(/^in 10 SOL /)],
  ])
  expect(
    mine.data.map(({ metadata }) => metadata.status).filter((one) => one === 'failed'),
  ).toEqual(['failed'])
  expect(mine.data[1]).toMatchObject({
    id: `${solana.chainId}:tx/${mine.data[1]!.metadata.hash}`,
    metadata: { status: 'failed', fee: { numeric: '0.000005' }, sentFrom: textOf(ann) },
  })
  expect(mine.coverage).toEqual({ from: expect.any(String), internalTransfers: true })
  expect((await pageOf(api, textOf(ben))).data.map(brief)).toEqual([
    ['trade', 'out 0.000005 USDC '.concat(a), `in 1 SOL ${a}`],
    ['receive', `in 2 USDC ${a}`],
    ['receive', `in 0.000001 USDC ${a}`],
    ['receive', `in 1.500000001 SOL ${a}`],
    ['receive', expect.stringMatching(/^in 1 SOL /)],
  ])
})

test('lists what a token account received before it was closed', async () => {
  const api = await serve()
  const [ann, ben] = [await actions.makeAccount(), await actions.makeAccount()]
  await actions.mint(ann.publicKey, plain, 9n)
  await actions.mint(ben.publicKey, plain, 1n)
  await actions.run([make.send(ann, ben.publicKey, plain, 4n)], [ann])
  await actions.run([make.send(ben, ann.publicKey, plain, 5n), make.close(ben, plain)], [ben])
  const history = await allOf(api, textOf(ben))
  expect(history.map(({ metadata }) => metadata.operationType)).toEqual([
    ...['send', 'receive', 'receive', 'receive'],
  ])
  expect(sumOf(history)).toEqual({
    SOL: await actions.balance(ben.publicKey),
    [plain.address]: 0n,
  })
})

/** Random transactions on each engine: `FOYER_TRANSFERS=1000 npm test -- getHistory.solana` runs more. */
const transferCount = Number(process.env.FOYER_TRANSFERS ?? 90)

describe.each(testEngines)('on %s', (engine) => {
  test('the transfers and fees of a history sum to the balance, after any transactions', async () => {
    const own = await openTestDatabase(apiDatabase, engine)
    onTestFinished(() => own.close())
    const api = await serve(undefined, { database: own })
    const step = fc.record({
      kind: fc.constantFrom('coins', 'token', 'open', 'burn', 'mint', 'fail', 'close'),
      from: fc.nat(2),
      to: fc.nat(2),
      token: fc.constantFrom(usdc, plain, fee),
      amount: fc.bigInt(1n, 3_000_000n),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const people = await Promise.all([0, 1, 2].map(() => actions.makeAccount()))
        for (const token of [usdc, plain, fee])
          await actions.mint(people[0]!.publicKey, token, 5_000_000n)
        const signatures: string[] = []
        for (const { amount, from, kind, to, token } of steps) {
          const [sender, receiver] = [people[from]!, people[to]!]
          const parts = {
            coins: [make.sendCoins(sender, receiver.publicKey, amount)],
            token: [
              make.open(sender, receiver.publicKey, token),
              make.send(sender, receiver.publicKey, token, amount),
            ],
            open: [make.open(sender, receiver.publicKey, token)],
            burn: [make.burn(sender, token, amount)],
            mint: [make.send(sender, receiver.publicKey, token, amount)],
            fail: [make.sendCoins(sender, receiver.publicKey, amount * 10n ** 12n)],
            close: [make.close(sender, token)],
          }[kind]
          signatures.push(
            await actions.submit([make.note(`${signatures.length}`), ...parts], [sender]),
          )
        }
        await actions.confirm(signatures)
        for (const person of people) {
          const response = await api.request(
            `/v1/account/${textOf(person)}/balance?projectId=${shop.id}&currency=usd`,
          )
          const { balances } = (await response.json()) as {
            balances: { address?: string; quantity: { decimals: string; numeric: string } }[]
          }
          const expected = Object.fromEntries(
            balances.map(({ address, quantity }) => [
              address?.split(':').at(-1) ?? 'SOL',
              parseUnits(quantity.numeric, Number(quantity.decimals)),
            ]),
          )
          const sums = Object.entries(sumOf(await allOf(api, textOf(person))))
          expect(
            Object.fromEntries(sums.filter(([name, sum]) => name === 'SOL' || sum !== 0n)),
          ).toEqual(expected)
        }
      }),
      { numRuns: Math.ceil(transferCount / 30) },
    )
  }, 600_000)
})

test('pages stay the same while new transactions come, and hold each transaction once', async () => {
  const api = await serve()
  const [ann, ben] = [await actions.makeAccount(), await actions.makeAccount()]
  const send = (amount: number) =>
    actions.submit([make.sendCoins(ann, ben.publicKey, BigInt(amount) * 1_000_000n)], [ann])
  const sent = await Promise.all(Array.from({ length: 70 }, (_, index) => send(index + 1)))
  await actions.confirm(sent.slice(0, 35))
  await actions.confirm(sent.slice(35))
  const first = await pageOf(api, textOf(ann))
  expect(first.data).toHaveLength(50)
  await actions.confirm([await send(100)])
  const again = await pageOf(api, textOf(ann))
  expect(again.data[0]!.transfers[0]!.quantity.numeric).toBe('0.1')
  const second = await pageOf(api, textOf(ann), `cursor=${first.next}`)
  expect(second.next).toBeNull()
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  expect(new Set(ids).size).toBe(71)
  expect(ids).toHaveLength(71)
  expect((await allOf(api, textOf(ann))).map(({ id }) => id).slice(1)).toEqual(ids)
})

test('lists a busy account in small parts, page after page, without a gap', async () => {
  const api = await serve()
  const [ann, ben] = [await actions.makeAccount(), await actions.makeAccount()]
  await actions.mint(ann.publicKey, usdc, 1_000n)
  await actions.mint(ben.publicKey, usdc, 1n)
  const parts = [
    (index: number) => make.send(ann, ben.publicKey, usdc, BigInt(index + 1)),
    (index: number) => make.sendCoins(ann, ben.publicKey, BigInt(index + 1)),
  ]
  const sent: string[] = []
  for (let index = 0; index < 40; index++)
    sent.push(await actions.submit([parts[index % 2]!(index)], [ann]))
  await actions.confirm(sent)
  const known = await allOf(api, textOf(ben))
  expect(known).toHaveLength(42)
  const own = await openTestDatabase(apiDatabase, 'PGlite')
  onTestFinished(() => own.close())
  const log = createLog({ app: 'api', level: 'silent' })
  const chains = v.parse(chainConfigs, [chain()]) as [Configured]
  const histories = createSolanaHistories({
    ...{ now: () => (now += 3000), perList: 3, queries: own.queries },
    rpc: createChainRpc({ chains, log, metrics: createMetrics() }),
  })
  const readAll = async () => {
    const found: HistoryTransaction[] = []
    let pages = 0
    for (let cursor: string | null | undefined; cursor !== null; pages++) {
      const request = { address: textOf(ben), chains, cursor: cursor ?? undefined }
      const page = await histories.getHistory({ ...request, iconOf: iconUrl, imageOf: iconUrl })
      expect(page.coverage.backfill === undefined).toBe(page.next === null)
      found.push(...page.data)
      cursor = page.next
    }
    expect(pages).toBeGreaterThan(1)
    return found.map(({ id }) => id)
  }
  const ids = known.map(({ id }) => id)
  expect(await readAll()).toEqual(ids)
  // More than a list holds came since: the older ones are listed again.
  const more = [make.sendCoins(ann, ben.publicKey, 77n), make.sendCoins(ann, ben.publicKey, 78n)]
  const last = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((text) => actions.submit([make.note(text), ...more], [ann])),
  )
  await actions.confirm(last)
  expect((await readAll()).slice(5)).toEqual(ids)
})

test('forgets an account that nobody asks for, and reads it again', async () => {
  const api = await serve()
  const [ann, ben] = [await actions.makeAccount(), await actions.makeAccount()]
  const sent = await actions.run([make.sendCoins(ann, ben.publicKey, 5_000_000n)], [ann])
  await actions.confirm([sent], 'finalized')
  const known = await allOf(api, textOf(ann))
  const { queries } = database
  const entriesOf = async () =>
    (await queries.select().from(solanaEntries)).filter(({ account }) => account === textOf(ann))
  const details = async () =>
    (await queries.select().from(solanaTransactions)).filter(({ signature }) => signature === sent)
  const rpc = {} as ChainRpc
  const forget = (days: number) =>
    createSolanaHistories({ now: () => now + days * 86_400_000, queries, rpc }).forgetOld()
  await forget(29)
  expect([await entriesOf(), await details()].map(({ length }) => length)).toEqual([2, 1])
  await forget(31)
  expect([...(await entriesOf()), ...(await details())]).toEqual([])
  expect(await allOf(api, textOf(ann))).toEqual(known)
})

test('reads each final transaction once; another server continues with what is stored', async () => {
  const upstream = await startUpstream(async (asked, response) => {
    response.end(await forward(solana.url, asked))
  })
  onTestFinished(() => upstream.stop())
  const [ann, ben] = [await actions.makeAccount(), await actions.makeAccount()]
  const sent = await actions.run([make.sendCoins(ann, ben.publicKey, 1_000_000n)], [ann])
  await actions.confirm([sent], 'finalized')
  const apis = [await serve(upstream.url), await serve(upstream.url)]
  const [one, other] = await Promise.all(apis.map((api) => allOf(api, textOf(ann))))
  expect(one).toEqual(other)
  const reads = () => upstream.asked.filter(({ body }) => body.includes('getTransaction')).length
  const before = reads()
  expect(await allOf(apis[0]!, textOf(ann))).toEqual(one)
  expect(reads()).toBe(before)
  await actions.run([make.sendCoins(ann, ben.publicKey, 1n)], [ann])
  expect(await allOf(apis[1]!, textOf(ann))).toHaveLength(one!.length + 1)
})

test('removes a transaction whose block the cluster dropped', async () => {
  let dropped = 'none'
  const upstream = await startUpstream(async (asked, response) => {
    const text = await forward(solana.url, asked)
    const answers = [JSON.parse(text)].flat()
    const calls = [JSON.parse(asked.body)].flat()
    for (const [index, { method, params }] of calls.entries()) {
      const answer = answers[index]
      if (method === 'getSignatureStatuses')
        answer.result.value = answer.result.value.map((one: unknown, at: number) =>
          params[0][at] === dropped ? null : one,
        )
      if (method !== 'getSignaturesForAddress') continue
      answer.result = answer.result
        .filter(({ signature }: { signature: string }) => signature !== dropped)
        .map((one: object) => ({ ...one, confirmationStatus: 'confirmed' }))
    }
    response.end(JSON.stringify(text.startsWith('[') ? answers : answers[0]))
  })
  onTestFinished(() => upstream.stop())
  const api = await serve(upstream.url)
  const [ann, ben] = [await actions.makeAccount(), await actions.makeAccount()]
  const lost = await actions.run([make.sendCoins(ann, ben.publicKey, 1_000_000n)], [ann])
  const hashes = async () => (await allOf(api, textOf(ann))).map(({ metadata }) => metadata.hash)
  expect(await hashes()).toContain(lost)
  dropped = lost
  expect(await hashes()).toHaveLength(1)
})

test('a node that fails at any call gives an error, and the next request goes on from there', async () => {
  let failAt = 0
  let calls = 0
  const upstream = await startUpstream(async (asked, response) => {
    calls++
    if (calls === failAt) response.writeHead(400).end('no')
    else response.end(await forward(solana.url, asked))
  })
  onTestFinished(() => upstream.stop())
  const api = await serve(upstream.url)
  const [ann, ben] = [await actions.makeAccount(), await actions.makeAccount()]
  await actions.mint(ann.publicKey, usdc, 10n)
  await actions.run(
    [make.open(ann, ben.publicKey, usdc), make.send(ann, ben.publicKey, usdc, 3n)],
    [ann],
  )
  let failures = 0
  for (;;) {
    ;[calls, failAt] = [0, failures + 1]
    const response = await ask(api, textOf(ann))
    if (response.status === 200) break
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { error: { code: 'rpc-failed' } },
    ])
    failures++
  }
  failAt = 0
  expect(failures).toBeGreaterThan(3)
  expect(sumOf(await allOf(api, textOf(ann)))).toEqual({
    SOL: await actions.balance(ann.publicKey),
    [usdc.address]: 7n,
  })
})

test.each([
  ['a balance that is no number', '"preBalances":[', '"preBalances":["1",'],
  ['a list without signatures', '"signature":', '"signatura":'],
  ['a transaction that is not there', /"result":\{"slot":.*/, '"result":null}'],
])('error: %s is an outage, not an empty list', async (_, search, replacement) => {
  const upstream = await startUpstream(async (asked, response) => {
    const calls = [JSON.parse(asked.body)].flat()
    const answers = await Promise.all(
      calls.map((call) => forward(solana.url, { ...asked, body: JSON.stringify(call) })),
    )
    const texts = answers.map((text) => text.replace(search, replacement))
    const fixed = texts.map((text, index) =>
      JSON.stringify({ ...JSON.parse(text), id: calls[index].id }),
    )
    response.end(asked.body.startsWith('[') ? `[${fixed.join(',')}]` : fixed[0])
  })
  onTestFinished(() => upstream.stop())
  const ann = await actions.makeAccount()
  const sent = await actions.run([make.note('hello')], [ann])
  await actions.confirm([sent], 'finalized')
  const response = await ask(await serve(upstream.url), textOf(ann))
  expect([response.status, await response.json()]).toMatchObject([
    502,
    { error: { code: 'rpc-failed' } },
  ])
})

test('error: a cursor of another chain or of nobody', async () => {
  const api = await serve()
  const ann = await actions.makeAccount()
  const evm = Buffer.from(JSON.stringify([1, 'eip155:1', 2, 3])).toString('base64url')
  for (const cursor of [evm, 'bm90aGluZw', '%00'])
    expect((await ask(api, textOf(ann), `cursor=${cursor}`)).status).toBe(400)
})

test('has nothing to tell of an account that was never used', async () => {
  const { data, next } = await pageOf(
    await serve(),
    accountOf((await actions.makeAccount()).publicKey, fee).toBase58(),
  )
  expect([data, next]).toEqual([[], null])
})
