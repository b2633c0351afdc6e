import type { SwapQuote } from '@foyer/protocol/api'
import { expect, test } from 'vitest'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import { testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { testServer } from '../testServer.test.kit.ts'
import { buildSwap } from './buildSwap.ts'
import { getSwapQuotes } from './getSwapQuotes.ts'
import { supportsSwaps } from './supportsSwaps.ts'
import { readOffer } from './swapOffer.ts'
import { testOffer, testRequest } from './testSwap.test.kit.ts'

const request = testRequest({ amount: 10n })
const quote = (kind: string): SwapQuote => ({
  ...{ id: kind, source: { id: kind, name: kind }, kind, priceImpact: null, route: [] },
  ...{ fromAccount: request.from.address, fromAmount: '10', toAccount: request.to.address },
  ...{ toAmount: '3000', minToAmount: '2970' },
  networkCost: { gas: '5000', gasPrice: '1', amount: '5000', reserve: '900' },
  expiresAt: new Date(Date.now() + 30_000).toISOString(),
})

/** A site whose wallets sign whole transactions only. */
async function prepare(adapter: Partial<Adapter> = {}) {
  const read: unknown[] = []
  const server = await testServer(({ path }) =>
    path.endsWith('/quotes')
      ? { quotes: ['call', 'serialized', 'order'].map(quote), failures: [] }
      : {
          ...{ kind: 'serialized', transaction: 'AQID', source: { id: 'pool', name: 'Pool' } },
          ...{ toAmount: '3000', minToAmount: '2970', checkedBy: 'simulation' },
        },
  )
  const foyer = testFoyer({
    apiUrl: server.url,
    networks: [testNetwork()],
    adapter: {
      async readSwapTransaction(parameters) {
        read.push(parameters)
        return parameters.transaction as never
      },
      ...adapter,
    },
  })
  await connect(foyer, { connector: testWallet().connector })
  return { foyer, read }
}

test('[9.22] a wallet of whole transactions gets only quotes that it can sign', async () => {
  const { foyer } = await prepare()
  expect(supportsSwaps(foyer)).toBe(true)
  const [offer, ...others] = await getSwapQuotes(foyer, request)
  expect([offer?.source.id, others]).toEqual(['serialized', []])
  expect(offer?.networkCost).toEqual({ amount: 5000n, reserve: 900n, value: undefined })
  expect(readOffer(quote('serialized'), { now: 0, request })).toBe(undefined)
})

test('[7.36] the adapter reads the transaction that the api built, for the token and the amount', async () => {
  const { foyer, read } = await prepare()
  const offer = testOffer({ minToAmount: 2970n })
  expect(await buildSwap(foyer, { offer, request })).toEqual({
    ...{ transaction: 'AQID', toAmount: 3000n, minToAmount: 2970n },
  })
  expect(read).toEqual([
    {
      ...{ address: request.address, transaction: 'AQID' },
      step: { token: request.from.address, amount: 10n },
    },
  ])
})

test('error: a whole transaction for an adapter of calls', async () => {
  const { foyer } = await prepare({
    readSwapTransaction: undefined as never,
    readSwapCall: () => Promise.reject(new Error('never asked')),
  })
  const offer = testOffer({ minToAmount: 2970n })
  await expect(buildSwap(foyer, { offer, request })).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: 'The api built a swap of the kind serialized.',
  })
})
