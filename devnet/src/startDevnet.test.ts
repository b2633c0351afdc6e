import { createServer } from 'node:net'
import { createSolanaRpc } from '@solana/kit'
import { createPublicClient, createWalletClient, defineChain, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  devTokenAbi,
  uniswapV2FactoryAbi,
  uniswapV2PairAbi,
  uniswapV2RouterAbi,
} from './evm/abis.ts'
import { devnetAccounts } from './evm/accounts.ts'
import { devnetAddresses } from './evm/addresses.ts'
import { solanaAccounts } from './solana/solanaAccounts.ts'
import { solanaTokens } from './solana/solanaTokens.ts'
import { type Devnet, startDevnet } from './startDevnet.ts'

const { weth, usdc, wbtc, dai, uniswapV2Factory, uniswapV2Router } = devnetAddresses
const anyPorts = { 31337: 0, 31338: 0 }
const lines: string[] = []
let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ ports: anyPorts, log: (line) => lines.push(line) })
})
afterAll(() => devnet.stop())

const clientOf = (url: string) => createPublicClient({ transport: http(url) })
const quote = async (url: string, amount: bigint, path: readonly `0x${string}`[]) => {
  const amounts = await clientOf(url).readContract({
    address: uniswapV2Router,
    abi: uniswapV2RouterAbi,
    functionName: 'getAmountsOut',
    args: [amount, path],
  })
  return amounts.at(-1)!
}

test('starts both chains and reports their URLs', () => {
  expect(devnet.chains.map((chain) => chain.chainId)).toEqual([31337, 31338])
  expect(devnet.addresses.usdc).toBe(usdc)
  for (const { name, url } of devnet.chains) {
    expect(lines.some((line) => line.includes(name) && line.endsWith(url))).toBe(true)
  }
})

test('starts Solana with its accounts and a faucet', async () => {
  const { chainId, faucet, name, url } = devnet.solana
  expect(chainId).toBe('solana:6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6')
  expect(lines.some((line) => line.includes(name) && line.endsWith(url))).toBe(true)
  const rpc = createSolanaRpc(url)
  const { value: start } = await rpc.getBalance(solanaAccounts[0]!.address).send()
  expect(start).toBe(1_000_000_000_000n)
  const to = solanaAccounts[7]!.address
  const [usdc, , , , fee] = solanaTokens
  await Promise.all([
    faucet.giveSol({ to, amount: 7n }),
    faucet.giveSol({ to, amount: 7n }),
    faucet.giveToken({ to, token: usdc!.address, amount: 5n }),
    faucet.giveToken({ to, token: fee!.address, amount: 6n }),
  ])
  expect((await rpc.getBalance(to).send()).value).toBe(1_000_000_000_014n)
  for (const [token, amount] of [
    [usdc!, '5'],
    [fee!, '6'],
  ] as const) {
    const held = await rpc
      .getTokenAccountsByOwner(to, { mint: token.address }, { encoding: 'jsonParsed' })
      .send()
    expect(held.value[0]?.account.data.parsed.info.tokenAmount.amount).toBe(amount)
  }
  await expect(faucet.giveToken({ to, token: to, amount: 1n })).rejects.toThrow(to)
})

test('has pools whose prices differ between the chains', async () => {
  const reservesPerEther = async (url: string, token: `0x${string}`) => {
    const client = clientOf(url)
    const address = await client.readContract({
      address: uniswapV2Factory,
      abi: uniswapV2FactoryAbi,
      functionName: 'getPair',
      args: [weth, token],
    })
    const pair = { address, abi: uniswapV2PairAbi }
    const [[reserve0, reserve1], token0] = await Promise.all([
      client.readContract({ ...pair, functionName: 'getReserves' }),
      client.readContract({ ...pair, functionName: 'token0' }),
    ])
    const [ether, tokens] = token0 === weth ? [reserve0, reserve1] : [reserve1, reserve0]
    return (tokens * 10n ** 18n) / ether
  }
  const [one, two] = devnet.chains.map((chain) => chain.url) as [string, string]
  expect(await reservesPerEther(one, usdc)).toBe(3_000_000_000n)
  expect(await reservesPerEther(two, usdc)).toBe(2_900_000_000n)
  expect(await reservesPerEther(one, wbtc)).toBe(5_000_000n)
  expect(await reservesPerEther(two, wbtc)).toBe(4_800_000n)
  expect(await reservesPerEther(one, dai)).toBe(parseEther('3001'))
  expect(await reservesPerEther(two, dai)).toBe(parseEther('2905'))
})

test('swaps for exactly the router’s quote', async () => {
  const { url, chainId } = devnet.chains[0]!
  const account = privateKeyToAccount(devnetAccounts[8]!.privateKey)
  const wallet = createWalletClient({
    account,
    chain: defineChain({
      id: chainId,
      name: 'test',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    }),
    transport: http(url),
  })
  const amountIn = parseEther('1')
  const quoted = await quote(url, amountIn, [weth, usdc])
  expect(Number(quoted) / 1e6).toBeCloseTo(3000 * 0.997, -1)
  const receipt = await wallet.writeContractSync({
    address: uniswapV2Router,
    abi: uniswapV2RouterAbi,
    functionName: 'swapExactETHForTokens',
    args: [quoted, [weth, usdc], account.address, 2n ** 64n],
    value: amountIn,
  })
  expect(receipt.status).toBe('success')
  const balance = await clientOf(url).readContract({
    address: usdc,
    abi: devTokenAbi,
    functionName: 'balanceOf',
    args: [account.address],
  })
  expect(balance).toBe(quoted)
})

test('serves ether and tokens to many concurrent callers', async () => {
  const { url, faucet } = devnet.chains[1]!
  const receivers = Array.from({ length: 6 }, (_, index) => `0x${'0'.repeat(38)}a${index}` as const)
  await Promise.all(
    receivers.flatMap((to) => [
      faucet.giveEther({ to, amount: parseEther('2') }),
      faucet.giveToken({ to, token: dai, amount: 9n }),
    ]),
  )
  for (const address of receivers) {
    expect(await clientOf(url).getBalance({ address })).toBe(parseEther('2'))
    const balance = await clientOf(url).readContract({
      address: dai,
      abi: devTokenAbi,
      functionName: 'balanceOf',
      args: [address],
    })
    expect(balance).toBe(9n)
  }
})

test('keeps serving after a failed transfer', async () => {
  const { url, faucet } = devnet.chains[0]!
  const to = '0x00000000000000000000000000000000000000b0'
  const failing = faucet.giveEther({ to, amount: parseEther('99999999') })
  const working = faucet.giveEther({ to, amount: 3n })
  await expect(failing).rejects.toThrow(/exceeds|insufficient/i)
  await working
  expect(await clientOf(url).getBalance({ address: to })).toBe(3n)
})

test('stops the other chain if one can not start', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const { port } = holder.address() as { port: number }
  const started: string[] = []
  const starting = startDevnet({
    ports: { 31337: 0, 31338: port },
    log: (line) => started.push(line.split(' on ')[1]!),
  })
  await expect(starting).rejects.toThrow('Address already in use')
  expect(started).toHaveLength(2)
  for (const url of started) await expect(fetch(url)).rejects.toThrow('fetch failed')
  await new Promise((resolve) => holder.close(resolve))
})
