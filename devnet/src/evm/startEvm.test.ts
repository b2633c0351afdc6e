import { execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  parseEther,
  webSocket,
} from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetFolder } from '../devnetFolder.ts'
import { devTokenAbi } from './abis.ts'
import { devnetAccounts, devnetDeployer, devnetMnemonic } from './accounts.ts'
import { devnetAddresses } from './addresses.ts'
import { genesisKey, genesisState } from './genesis.ts'
import { type EvmChain, startEvm } from './startEvm.ts'
import { devnetTokens } from './tokens.ts'

const devnetCache = join(devnetFolder, 'cache')
const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

const clientOf = ({ url, chainId }: EvmChain) => {
  const chain = defineChain({
    id: chainId,
    name: 'test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    contracts: { multicall3: { address: devnetAddresses.multicall3 } },
  })
  return createPublicClient({ chain, transport: http(url), pollingInterval: 20 })
}

let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
  stops.push(chain.stop)
})

test('starts a chain with its id, ten funded accounts and unused nonces', async () => {
  const client = clientOf(chain)
  expect(await client.getChainId()).toBe(31337)
  for (const account of devnetAccounts) {
    expect(await client.getBalance(account)).toBe(parseEther('10000'))
    expect(await client.getTransactionCount(account)).toBe(0)
  }
})

test('has the keys of the well-known mnemonic', () => {
  for (const account of [...devnetAccounts, devnetDeployer]) {
    const derived = mnemonicToAccount(devnetMnemonic, { addressIndex: account.index })
    expect(derived.address).toBe(account.address)
    expect(privateKeyToAccount(account.privateKey).address).toBe(account.address)
  }
})

test('returns every token balance of accounts 0-4 in one multicall', async () => {
  const client = clientOf(chain)
  for (const holder of devnetAccounts.slice(0, 5)) {
    const balances = await client.multicall({
      allowFailure: false,
      contracts: devnetTokens.map(({ address }) => ({
        address,
        abi: devTokenAbi,
        functionName: 'balanceOf' as const,
        args: [holder.address] as const,
      })),
    })
    expect(balances).toEqual(devnetTokens.map((token) => token.startBalance))
  }
  const facts = await client.multicall({
    allowFailure: false,
    contracts: devnetTokens.flatMap(({ address }) => [
      { address, abi: devTokenAbi, functionName: 'symbol' as const },
      { address, abi: devTokenAbi, functionName: 'name' as const },
      { address, abi: devTokenAbi, functionName: 'decimals' as const },
    ]),
  })
  expect(facts).toEqual(devnetTokens.flatMap((t) => [t.symbol, t.name, t.decimals]))
})

test('has a token that accepts a signed permit (ERC-2612)', async () => {
  const client = clientOf(chain)
  const owner = privateKeyToAccount(devnetAccounts[6]!.privateKey)
  const spender = devnetAccounts[7]!.address
  const message = {
    owner: owner.address,
    spender,
    value: 5n,
    nonce: 0n,
    deadline: 2n ** 64n,
  }
  const signature = await owner.signTypedData({
    domain: {
      name: 'USD Coin',
      version: '1',
      chainId: 31337,
      verifyingContract: devnetAddresses.usdc,
    },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message,
  })
  const r = `0x${signature.slice(2, 66)}` as const
  const s = `0x${signature.slice(66, 130)}` as const
  const wallet = createWalletClient({
    account: privateKeyToAccount(devnetAccounts[7]!.privateKey),
    chain: client.chain,
    transport: http(chain.url),
  })
  const hash = await wallet.writeContract({
    address: devnetAddresses.usdc,
    abi: devTokenAbi,
    functionName: 'permit',
    args: [owner.address, spender, 5n, message.deadline, Number(`0x${signature.slice(130)}`), r, s],
  })
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
  const allowance = await client.readContract({
    address: devnetAddresses.usdc,
    abi: devTokenAbi,
    functionName: 'allowance',
    args: [owner.address, spender],
  })
  expect(allowance).toBe(5n)
})

test('serves WebSockets on the same port', async () => {
  const client = createPublicClient({ transport: webSocket(chain.url.replace('http', 'ws')) })
  expect(await client.getChainId()).toBe(31337)
  const socket = await client.transport.getRpcClient()
  socket.close()
})

test('has the same addresses on the second chain', async () => {
  const second = await startEvm({ chainId: 31338, port: 0 })
  stops.push(second.stop)
  const [one, two] = [clientOf(chain), clientOf(second)]
  expect(await two.getChainId()).toBe(31338)
  const { deployer, ...contracts } = devnetAddresses
  expect(deployer).toBe(devnetDeployer.address)
  for (const address of Object.values(contracts)) {
    const code = await one.getCode({ address })
    expect(code?.length, address).toBeGreaterThan(100)
    expect((await two.getCode({ address }))?.length, address).toBe(code?.length)
  }
})

test('keeps its state across a restart if it has a state folder', async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), 'foyer-evm-'))
  stops.push(() => rm(stateFolder, { recursive: true }))
  const to = '0x00000000000000000000000000000000000f00d1'
  const first = await startEvm({ chainId: 31338, port: 0, stateFolder })
  const account = privateKeyToAccount(devnetAccounts[0]!.privateKey)
  const wallet = createWalletClient({
    account,
    chain: clientOf(first).chain,
    transport: http(first.url),
  })
  const { transactionHash } = await wallet.sendTransactionSync({ to, value: 7n })
  await first.stop()

  const again = await startEvm({ chainId: 31338, port: 0, stateFolder })
  stops.push(again.stop)
  const client = clientOf(again)
  expect(await client.getBalance({ address: to })).toBe(7n)
  const receipt = await client.getTransactionReceipt({ hash: transactionHash })
  expect(receipt.status).toBe('success')
})

test('keeps its state if the node itself receives the Ctrl-C of a terminal', async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), 'foyer-evm-'))
  stops.push(() => rm(stateFolder, { recursive: true }))
  const first = await startEvm({ chainId: 31338, port: 0, stateFolder })
  await clientOf(first).request({ method: 'anvil_mine' as never, params: ['0x64'] as never })
  const height = await clientOf(first).getBlockNumber()
  const pids = execFileSync('pgrep', ['-P', String(process.pid), '-f', stateFolder])
  process.kill(Number(pids), 'SIGINT')
  await first.exited
  await first.stop()
  const again = await startEvm({ chainId: 31338, port: 0, stateFolder })
  stops.push(again.stop)
  expect(await clientOf(again).getBlockNumber()).toBe(height)
})

test('names a broken state file and the fix', async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), 'foyer-evm-'))
  stops.push(() => rm(stateFolder, { recursive: true }))
  await (await startEvm({ chainId: 31337, port: 0, stateFolder })).stop()
  const [saved = ''] = await readdir(stateFolder)
  await truncate(join(stateFolder, saved), 5_000)
  await expect(startEvm({ chainId: 31337, port: 0, stateFolder })).rejects.toThrow(
    new RegExp(`${saved}.*Delete that file`, 's'),
  )
})

test('starts a built chain from its file, and does not build it again', async () => {
  const cacheFolder = await mkdtemp(join(tmpdir(), 'foyer-evm-'))
  stops.push(() => rm(cacheFolder, { recursive: true }))
  const key = await genesisKey()
  const built = await genesisState({ chainId: 31337, cacheFolder: devnetCache, key })
  const file = join(cacheFolder, basename(built))
  await copyFile(built, file)
  const { ino, mtimeMs } = await stat(file)
  await (await startEvm({ chainId: 31337, port: 0, cacheFolder })).stop()
  expect(await stat(file)).toMatchObject({ ino, mtimeMs })
  expect(await readdir(cacheFolder)).toEqual([basename(built)])
})

test('names a port that is in use and the fix', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  stops.push(() => new Promise((resolve) => holder.close(resolve)))
  const { port } = holder.address() as { port: number }
  await expect(startEvm({ chainId: 31337, port })).rejects.toThrow(
    new RegExp(`31337 on port ${port} ended with code 1.*Address already in use.*another port`),
  )
})
