import { type SolanaChain, solanaNfts, startSolana } from '@foyer/devnet'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerRequest } from '../answerRequest.ts'
import { solanaLocalnet } from '../networks.ts'
import { createNodeRpc, createNodeWallet, person } from '../nodeWallet.test.kit.ts'
import { tokenProgram } from '../programs.ts'
import { parseStandardAccounts } from '../standardWallet.ts'
import { associatedAccount } from '../testToken.test.kit.ts'
import { waitForTransaction } from '../waitForTransaction.ts'
import { sendNft } from './sendNft.ts'

const alice = person('alice')
const mintOf = (name: string) => solanaNfts.find((nft) => nft.name === name)!.address as string
let chain: SolanaChain
let node: Connection
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 50 })
  node = new Connection(chain.url, 'confirmed')
})
afterAll(() => chain.stop())

function trySend(given: Partial<sendNft.Parameters>) {
  const made = createNodeWallet({ people: [alice], url: chain.url })
  const accounts = parseStandardAccounts(made.everyone)
  return sendNft({
    ...{ address: alice.address, amount: 1n, contract: mintOf('Tide Chart #1'), standard: 'SPL' },
    ...{ network: solanaLocalnet, rpc: createNodeRpc(chain.url), tokenId: 0n },
    provider: { request: (call) => answerRequest(call, { wallet: made.wallet, given: accounts }) },
    ...{ maxPriorityFee: 1_000_000n, to: Keypair.generate().publicKey.toBase58() },
    ...given,
  })
}

test.each(['Tide Chart #1', 'Sea Glass'])(
  'sends %s to an account that has no place for it yet',
  async (name) => {
    const to = Keypair.generate().publicKey
    const contract = mintOf(name)
    const hash = await trySend({ contract, to: to.toBase58() })
    const rpc = createNodeRpc(chain.url)
    const signal = AbortSignal.timeout(20_000)
    expect((await waitForTransaction({ hash, rpc, signal })).status).toBe('success')
    const { value } = await node.getParsedTokenAccountsByOwner(to, {
      mint: new PublicKey(contract),
    })
    expect(value.map(({ account }) => account.data.parsed.info.tokenAmount.amount)).toEqual(['1'])
  },
)

test('error: an NFT of another account', async () => {
  await expect(trySend({ contract: mintOf('Tide Chart #3') })).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringMatching(/^Not enough of the token/),
  })
  const held = associatedAccount(person('bob').address, mintOf('Tide Chart #3'), tokenProgram)
  expect((await node.getTokenAccountBalance(new PublicKey(held))).value.amount).toBe('1')
})

test.each([
  ['two units', { amount: 2n }],
  ['another kind of asset', { standard: 'Core' }],
] as const)('error: %s', async (_, given) => {
  await expect(trySend(given)).rejects.toMatchObject({ code: 'params-invalid' })
})
