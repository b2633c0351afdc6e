import {
  connect,
  createFoyer,
  type Rpc,
  sendNft as sendByCore,
  waitForTransaction,
} from '@foyer/core'
import {
  devBadgesAbi,
  devNftAbi,
  devnetAccounts,
  devnetAddresses,
  type EvmChain,
  startEvm,
} from '@foyer/devnet'
import { createPublicClient, http } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnector } from './createConnector.ts'
import { defineNetwork } from './defineNetwork.ts'
import { evm } from './evm.ts'
import { askNode, createNodeWallet } from './nodeWallet.test.kit.ts'
import { sendNft } from './sendNft.ts'

const [alice, bob] = devnetAccounts.map(({ address }) => address) as [`0x${string}`, `0x${string}`]
const { art, badges, usdc } = devnetAddresses
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())

const rpc: Rpc = ({ method, params }) => askNode(chain.url, method, params)
const createNetwork = () =>
  defineNetwork({
    id: chain.chainId,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
const client = () => createPublicClient({ transport: http(chain.url) })
const ownerOf = (tokenId: bigint) =>
  readContract(client(), { address: art, abi: devNftAbi, functionName: 'ownerOf', args: [tokenId] })
const countOf = (account: `0x${string}`, id: bigint) =>
  readContract(client(), {
    ...{ address: badges, abi: devBadgesAbi, functionName: 'balanceOf', args: [account, id] },
  })

async function connected() {
  const foyer = createFoyer({
    ...{ projectId: 'test', logLevel: 'silent', adapters: [evm()], networks: [createNetwork()] },
  })
  const { provider } = createNodeWallet({ nodes: [chain] })
  await connect(foyer, {
    connector: createConnector({ id: 'test', type: 'INJECTED', name: 'Test', provider }),
  })
  return foyer
}
const picture = {
  chainId: 'eip155:31337',
  contract: art,
  tokenId: '1',
  standard: 'ERC721',
} as const
const badge = { ...picture, contract: badges, standard: 'ERC1155' } as const

/** Records the requests to a wallet that really sends. */
function createSender(given: Partial<sendNft.Parameters> = {}) {
  const wallet = createNodeWallet({ nodes: [chain] })
  const parameters: sendNft.Parameters = {
    address: alice,
    amount: 1n,
    contract: art,
    network: createNetwork(),
    provider: wallet.provider,
    rpc,
    standard: 'ERC721',
    to: bob,
    tokenId: 2n,
  }
  return { wallet, run: () => sendNft({ ...parameters, ...given }) }
}

test('a connected user sends an NFT: it is the receiver’s', async () => {
  const foyer = await connected()
  const hash = await sendByCore(foyer, { nft: picture, to: ` ${bob} ` })
  expect(await waitForTransaction(foyer, { hash })).toMatchObject({ status: 'success' })
  expect(await ownerOf(1n)).toBe(bob)
})

test('a connected user sends some of many: the amount arrives', async () => {
  const foyer = await connected()
  const before = [await countOf(alice, 3n), await countOf(bob, 3n)]
  expect(before).toEqual([4n, 0n])
  const hash = await sendByCore(foyer, { nft: { ...badge, tokenId: '3' }, to: bob, amount: 3n })
  await waitForTransaction(foyer, { hash })
  expect([await countOf(alice, 3n), await countOf(bob, 3n)]).toEqual([1n, 3n])
})

test('error: what the contract or the receiver refuses never reaches the wallet', async () => {
  for (const given of [
    // Bob's, none's, too many, and a receiver that is a contract and takes no NFTs.
    { tokenId: 4n },
    { tokenId: 999n },
    { standard: 'ERC1155', contract: badges, tokenId: 1n, amount: 3n },
    { to: usdc },
  ] as const) {
    const { run, wallet } = createSender(given)
    await expect(run()).rejects.toMatchObject({ code: 'transaction-rejected' })
    expect(wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')).toEqual([])
  }
})

test('error: receivers and contracts that would lose it, and impossible amounts', async () => {
  const zero = `0x${'0'.repeat(40)}`
  for (const [given, code] of [
    [{ to: zero }, 'address-invalid'],
    [{ to: art }, 'address-invalid'],
    [{ to: art.toLowerCase() }, 'address-invalid'],
    [{ to: 'bob' }, 'address-invalid'],
    [{ contract: zero }, 'address-invalid'],
    [{ contract: '0x00000000000000000000000000000000000f00D1' }, 'address-invalid'],
    [{ amount: 2n }, 'params-invalid'],
    [{ amount: 0n }, 'params-invalid'],
    [{ tokenId: 2n ** 256n }, 'params-invalid'],
    [{ tokenId: -1n }, 'params-invalid'],
  ] as const)
    await expect(createSender(given).run()).rejects.toMatchObject({ code })
})

test('error: an NFT of another network, and a mistyped receiver', async () => {
  const foyer = await connected()
  await expect(
    sendByCore(foyer, { nft: { ...picture, chainId: 'eip155:1' }, to: bob }),
  ).rejects.toMatchObject({ code: 'chain-unsupported' })
  await expect(
    sendByCore(foyer, { nft: picture, to: bob.replace('70', '07') }),
  ).rejects.toMatchObject({ code: 'address-invalid' })
})
