import type { ChainId } from '@foyer/protocol'
import type { HistoryTransaction } from '@foyer/protocol/api'
import { connect } from '../connection/connect.ts'
import { defaultChainId } from '../network/pickNetwork.ts'
import { alice, bob, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { type Answer, refuse, testServer } from '../testServer.test.kit.ts'

export const coverage = { from: '2020-01-01T00:00:00.000Z', internalTransfers: true }

const otherChainId = defaultChainId.replace(/\d+$/, '8453') as ChainId

/** A received coin; a higher index is a later transaction. */
export function testTransaction(
  index: number,
  more: Partial<HistoryTransaction> & { minedAt?: string } = {},
): HistoryTransaction {
  const { minedAt = new Date(1_700_000_000_000 + index * 60_000).toISOString(), ...rest } = more
  const hash = `0x${String(index).padStart(64, '0')}`
  return {
    id: `${defaultChainId}:tx/${hash}`,
    metadata: {
      operationType: 'receive',
      hash,
      minedAt,
      sentFrom: bob,
      sentTo: alice,
      status: 'confirmed',
      nonce: index,
      chain: defaultChainId,
    },
    transfers: [
      {
        fungible_info: { name: 'Coin', symbol: 'COIN', icon: { url: '' } },
        direction: 'in',
        quantity: { numeric: '1.000000000000000001' },
      },
    ],
    approvals: [],
    ...rest,
  }
}

/** A transfer of an NFT. */
export const testNft = (isSpam: boolean): HistoryTransaction['transfers'][number] => ({
  nft_info: { name: 'Claim now', flags: { is_spam: isSpam } },
  direction: 'in',
  quantity: { numeric: '1' },
})

/** The answer of an api that has these transactions, newest first, `size` a page. */
export const pageOf = (
  transactions: readonly HistoryTransaction[],
  { cursor = '0', size = 2 }: { cursor?: string | undefined; size?: number } = {},
) => {
  const end = Number(cursor) + size
  return {
    data: transactions.slice(Number(cursor), end),
    next: end < transactions.length ? String(end) : null,
    coverage,
  }
}

/** A connected account, and an api that answers its history. */
export async function testHistory(answer: Answer) {
  const server = await testServer((request, response) =>
    request.path.endsWith('/history') ? answer(request, response) : refuse(response, 404, 'no'),
  )
  const foyer = testFoyer({
    apiUrl: server.url,
    networks: [testNetwork(), testNetwork(otherChainId)],
  })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  const calls = () => server.requests.filter(({ path }) => path.endsWith('/history'))
  return { calls, foyer, wallet }
}
