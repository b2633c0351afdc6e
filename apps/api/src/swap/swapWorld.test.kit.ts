import {
  devnetAccounts,
  devnetAddresses,
  devnetTokens,
  devTokenAbi,
  type EvmChain,
  startEvm,
} from '@foyer/devnet'
import { openTestDatabase } from '@foyer/server/testDatabase'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  parseEther,
} from 'viem'
import type { EvmChainConfig } from '../chains/chainConfig.ts'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase } from '../database/apiDatabase.ts'
import { askChain, sendFrom } from '../rpc/sendFrom.test.kit.ts'
import { nativeAddress } from './swapSource.ts'

export const caipId = 'eip155:31337'
export const alice = devnetAccounts[0]!.address
/** CAIP-10 ids on the devnet. */
export const ids = {
  eth: `${caipId}:${nativeAddress}`,
  weth: `${caipId}:${devnetAddresses.weth}`,
  usdc: `${caipId}:${devnetAddresses.usdc}`,
  dai: `${caipId}:${devnetAddresses.dai}`,
  wbtc: `${caipId}:${devnetAddresses.wbtc}`,
  point: `${caipId}:${devnetAddresses.point}`,
  alice: `${caipId}:${alice}`,
}

/** A devnet chain with Uniswap V2, as `npm start` configures it. */
export const swapChain = (url: string, changes: Partial<EvmChainConfig> = {}): EvmChainConfig => ({
  caipId,
  name: 'Foyer Devnet',
  rpcUrls: [url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: devnetTokens.map(({ address, decimals, name, symbol }) => ({
    ...{ address, decimals, name, symbol },
  })),
  pools: {
    factory: devnetAddresses.uniswapV2Factory,
    wrappedNative: devnetAddresses.weth,
    dollars: [devnetAddresses.usdc, devnetAddresses.dai],
  },
  swaps: {
    wrappedNative: devnetAddresses.weth,
    hops: [devnetAddresses.weth],
    uniswapV2: {
      factory: devnetAddresses.uniswapV2Factory,
      router: devnetAddresses.uniswapV2Router,
    },
    uniswapV3: {
      factory: devnetAddresses.uniswapV3Factory,
      quoter: devnetAddresses.uniswapV3Quoter,
      router: devnetAddresses.uniswapV3Router,
    },
    suggested: [devnetAddresses.usdc],
    popular: [devnetAddresses.dai],
  },
  ...changes,
})

/** The same with Uniswap V4, whose pools pay most for WBTC. */
export const v4Chain = (url: string): EvmChainConfig => {
  const { swaps, ...chain } = swapChain(url)
  const uniswapV4 = {
    quoter: devnetAddresses.uniswapV4Quoter,
    stateView: devnetAddresses.uniswapV4StateView,
    router: devnetAddresses.universalRouter,
  }
  return { ...chain, ...(swaps && { swaps: { ...swaps, uniswapV4 } }) }
}

export type SwapTx = {
  from: string
  to: string
  data: Hex
  value: string
  eip155: { gas?: string }
}

/** One real chain, and the api in front of it. */
export async function startSwapWorld(options: createTestApi.Options = {}) {
  const anvil: EvmChain = await startEvm({ chainId: 31337, port: 0 })
  const database = await openTestDatabase(apiDatabase, 'PGlite')
  const open: TestApi[] = []
  /** @returns status and body of a call */
  const ask = async (api: TestApi, path: string, body?: unknown) => {
    const [route = '', query = ''] = path.split('?')
    const response = await api.request(`${route}?projectId=${shop.id}&${query}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    return { status: response.status, body: await response.json() }
  }
  const createApi = async (more: createTestApi.Options = {}) => {
    const api = await createTestApi({
      chains: [swapChain(anvil.url)],
      database,
      ...options,
      ...more,
    })
    open.push(api)
    return api
  }
  return {
    anvil,
    createApi,
    api: await createApi(),
    ask,
    balanceOf: async (token: Address, owner: Address = alice) =>
      token === nativeAddress
        ? hexToBigInt(await askChain<Hex>(anvil.url, 'eth_getBalance', [owner, 'latest']))
        : hexToBigInt(
            await askChain<Hex>(anvil.url, 'eth_call', [
              {
                to: token,
                data: encodeFunctionData({
                  abi: devTokenAbi,
                  functionName: 'balanceOf',
                  args: [owner],
                }),
              },
              'latest',
            ]),
          ),
    /** Sends calls as one transaction of the account's own code, as a wallet with EIP-7702 does. */
    async sendBatch(calls: readonly SwapTx[], user: Address = alice) {
      const executionData = encodeAbiParameters(
        parseAbiParameters('(address to, uint256 value, bytes data)[]'),
        [
          calls.map(({ data, to, value }) => ({
            ...{ to: to.split(':')[2] as Address, data, value: BigInt(value) },
          })),
        ],
      )
      const data = encodeFunctionData({
        abi: parseAbi(['function execute(bytes32 mode, bytes executionData) payable']),
        functionName: 'execute',
        args: [`0x01${'00'.repeat(31)}`, executionData],
      })
      const code = `0xef0100${devnetAddresses.batch.slice(2)}`
      await askChain(anvil.url, 'anvil_setCode', [user, code])
      const own = `${caipId}:${user}`
      const sent = await this.send({ from: own, to: own, value: '0', eip155: {}, data })
      await askChain(anvil.url, 'anvil_setCode', [user, '0x'])
      return sent
    },
    /** Sends a built call as its user, with exactly its gas. */
    send: async ({ data, eip155, from, to, value }: SwapTx) => {
      const [user, contract] = [from, to].map((id) => id.split(':')[2] as Address)
      await askChain(anvil.url, 'anvil_impersonateAccount', [user])
      const nonce = await askChain(anvil.url, 'eth_getTransactionCount', [user, 'latest'])
      const hash = await askChain(anvil.url, 'eth_sendTransaction', [
        {
          ...{
            from: user,
            to: contract,
            data,
            nonce,
            value: numberToHex(BigInt(value)),
            gasPrice: '0x77359400',
          },
          ...(eip155.gas !== undefined && { gas: numberToHex(BigInt(eip155.gas)) }),
        },
      ])
      for (;;) {
        const receipt = await askChain<{ status: Hex; gasUsed: Hex } | null>(
          anvil.url,
          'eth_getTransactionReceipt',
          [hash],
        )
        if (receipt?.status === '0x1') return { fee: hexToBigInt(receipt.gasUsed) * 0x77359400n }
        if (receipt) throw new Error('The call reverted')
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    setEther: (ether: string, owner: Address = alice) =>
      askChain(anvil.url, 'anvil_setBalance', [owner, numberToHex(parseEther(ether))]),
    mint: (token: Address, amount: bigint, to: Address = alice) =>
      sendFrom(anvil.url, {
        ...{ from: devnetAccounts[9]!.address, to: token },
        data: encodeFunctionData({ abi: devTokenAbi, functionName: 'mint', args: [to, amount] }),
      }),
    async stop() {
      await anvil.stop()
      for (const api of open) await api.close()
      await database.close()
    },
  }
}
