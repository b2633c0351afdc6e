import {
  compileOnce,
  devnetAccounts,
  devnetAddresses,
  devTokenAbi,
  foyerDevnet,
  startEvm,
} from '@foyer/devnet'
import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint160,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem'
import type { BundleCall, DescribableRequest } from '../approvalInput.ts'
import { alice, ethereum, inputOf, mallory, nodeServices } from '../decode.test.kit.ts'
import { describeRequest } from '../describeRequest.ts'
import type { DescribeServices } from '../describeServices.ts'
import type { Description } from '../description.ts'

/** The account whose assets alice takes. */
export const bob = devnetAccounts[1]!.address
export const { multicall3 } = devnetAddresses
/** Well-known contracts, at their addresses on Ethereum. */
export const known = {
  usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dai: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
} as const satisfies Record<string, Address>
/** NFTs of alice, and of bob. */
export const nfts = { alice: [1n, 2n], bob: [11n, 12n] } as const

export const stageAbi = parseAbi([
  'function lies(uint256) view returns (address)',
  'function nft() view returns (address)',
  'function desk() view returns (address)',
  'function permit2() view returns (address)',
  'function safe() view returns (address)',
  'function mint(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function approve(address,address,uint160,uint48)',
])
const multicallAbi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns ((bool success, bytes returnData)[])',
  'function getEthBalance(address) view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
])

/** A chain with the contracts of `CardStage.sol`, funded for honest and for harmful behaviour. */
export type CardStage = {
  url: string
  desk: Address
  safe: Address
  nft: Address
  /** Tokens in the order of `Lie`; the first is honest. */
  lies: readonly Address[]
  rpc: DescribeServices['rpc']
  /** Sends a transaction and waits for it. @returns Gas paid, and whether it succeeded. */
  send: (from: Address, call: BundleCall) => Promise<{ done: boolean; fee: bigint }>
  /** Alice's assets: `native`, an address, or an address and a number. In lower case. */
  holdings: () => Promise<ReadonlyMap<string, bigint>>
  describe: (request: DescribableRequest, rpc?: DescribeServices['rpc']) => Promise<Description>
  stop: () => Promise<void>
}

/** Names an asset as {@link CardStage.holdings} does. */
export const assetName = (address?: string, tokenId?: bigint) =>
  address === undefined
    ? 'native'
    : `${address.toLowerCase()}${tokenId === undefined ? '' : ` ${tokenId}`}`

type Receipt = { status: Hex; gasUsed: Hex; effectiveGasPrice: Hex; contractAddress: Address }

/** Starts the stage. */
export async function startCardStage(): Promise<CardStage> {
  const [chain, bytecode] = await Promise.all([
    startEvm({ chainId: foyerDevnet.id, port: 0 }),
    compileOnce('CardStage'),
  ])
  const { rpc } = nodeServices(chain.url)
  const ask = async (method: string, ...params: readonly unknown[]) =>
    (await rpc(method, params)) as Hex
  const send: CardStage['send'] = async (from, call) => {
    const hash = await ask('eth_sendTransaction', { from, gas: '0x7a1200', ...call })
    let receipt: Receipt | null = null
    while (!receipt) receipt = (await rpc('eth_getTransactionReceipt', [hash])) as Receipt | null
    return {
      done: receipt.status === '0x1',
      fee: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
      contractAddress: receipt.contractAddress,
    }
  }
  const must = async (from: Address, to: Address, data: Hex, value = 0n) => {
    const { done } = await send(from, { to, data, value: numberToHex(value) })
    if (!done) throw new Error(`The stage could not be set: ${to} ${data.slice(0, 10)}`)
  }
  /** Copies a contract with its storage, as far as its constructor sets it. */
  const copy = async (from: Address, to: Address) => {
    await ask('anvil_setCode', to, await ask('eth_getCode', from, 'latest'))
    for (const slot of [0n, 1n, 2n]) {
      const value = await ask('eth_getStorageAt', from, numberToHex(slot), 'latest')
      await ask('anvil_setStorageAt', to, numberToHex(slot, { size: 32 }), value)
    }
  }

  const { usdc, dai, weth, uniswapV2Router } = devnetAddresses
  await copy(weth, known.weth)
  for (const [from, to] of [
    [usdc, known.usdc],
    [dai, known.dai],
    [uniswapV2Router, known.router],
  ] as const)
    await ask('anvil_setCode', to, await ask('eth_getCode', from, 'latest'))
  const args = encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [alice, known.usdc])
  const deployed = await send(mallory, { data: concat([bytecode, args]) })
  const stage = (deployed as typeof deployed & { contractAddress: Address }).contractAddress
  const read = async (functionName: 'nft' | 'desk' | 'permit2' | 'safe' | 'lies', lie?: bigint) => {
    const call = lie === undefined ? { functionName } : { functionName, args: [lie] }
    const data = encodeFunctionData({ abi: stageAbi, ...call } as never)
    const answer = await ask('eth_call', { to: stage, data }, 'latest')
    return getAddress(`0x${answer.slice(-40)}`)
  }
  const [nft, desk, safe] = [await read('nft'), await read('desk'), await read('safe')]
  await copy(await read('permit2'), known.permit2)
  const lies: Address[] = []
  for (let lie = 0n; lie < 8n; lie++) lies.push(await read('lies', lie))

  const mint = (to: Address, amount: bigint) =>
    encodeFunctionData({ abi: stageAbi, functionName: 'mint', args: [to, amount] })
  const approve = (spender: Address) =>
    encodeFunctionData({ abi: devTokenAbi, functionName: 'approve', args: [spender, maxUint256] })
  const tokens = [known.usdc, known.dai, ...lies]
  for (const token of tokens) {
    for (const to of [alice, bob, desk, safe] as const)
      await must(mallory, token, mint(to, 10n ** 9n))
    await must(bob, token, approve(alice))
    await must(bob, token, approve(multicall3))
  }
  await must(bob, known.dai, approve(safe))
  for (const spender of [multicall3, desk]) await must(alice, known.dai, approve(spender))
  for (const spender of [desk, lies[5]!, known.permit2])
    await must(alice, known.usdc, approve(spender))
  await must(alice, usdc, approve(known.router))
  await must(bob, known.usdc, approve(known.permit2))
  const lend = encodeFunctionData({
    abi: stageAbi,
    functionName: 'approve',
    args: [known.usdc, alice, maxUint160, 2 ** 48 - 1],
  })
  await must(bob, known.permit2, lend)
  for (const id of nfts.alice) await must(mallory, nft, mint(alice, id))
  for (const id of nfts.bob) await must(mallory, nft, mint(bob, id))
  const all = (operator: Address) =>
    encodeFunctionData({ abi: stageAbi, functionName: 'setApprovalForAll', args: [operator, true] })
  for (const operator of [alice, multicall3] as const) await must(bob, nft, all(operator))
  await must(alice, nft, all(multicall3))
  await must(alice, known.weth, '0xd0e30db0', parseEther('5'))
  for (const to of [desk, safe]) await must(bob, to, '0x', parseEther('5'))

  const counted = [...tokens, known.weth, usdc, weth]
  const ids = [...nfts.alice, ...nfts.bob]
  const holdings: CardStage['holdings'] = async () => {
    const questions = [
      { functionName: 'getEthBalance', target: multicall3, args: [alice] },
      ...counted.map((target) => ({ functionName: 'balanceOf', target, args: [alice] })),
      ...ids.map((id) => ({ functionName: 'ownerOf', target: nft, args: [id] })),
    ].map(({ target, ...call }) => ({
      target,
      allowFailure: false,
      callData: encodeFunctionData({ abi: multicallAbi, ...call } as never),
    }))
    const call = { abi: multicallAbi, functionName: 'aggregate3' } as const
    const data = encodeFunctionData({ ...call, args: [questions] })
    const answer = await ask('eth_call', { to: multicall3, data }, 'latest')
    const words = decodeFunctionResult({ ...call, data: answer }).map(({ returnData }) =>
      BigInt(returnData),
    )
    const names = [
      assetName(),
      ...counted.map((one) => assetName(one)),
      ...ids.map((id) => assetName(nft, id)),
    ]
    return new Map(
      names.map((name, index) => {
        const word = words[index] ?? 0n
        return [name, name.includes(' ') ? (word === BigInt(alice) ? 1n : 0n) : word]
      }),
    )
  }
  const services = nodeServices(chain.url)
  return {
    url: chain.url,
    desk,
    safe,
    nft,
    lies,
    rpc,
    send,
    holdings,
    describe: (request, other = rpc) =>
      describeRequest(inputOf(request, { network: ethereum }), { ...services, rpc: other }),
    stop: chain.stop,
  }
}
