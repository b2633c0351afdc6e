import { createHash, randomBytes } from 'node:crypto'
import {
  createFaucet,
  devnetAddresses,
  devnetPaymasterSigner,
  type EvmChain,
  startEvm,
} from '@foyer/devnet'
import { type Bundler, hasBundler, startBundler } from '@foyer/devnet/bundler'
import { freePort } from '@foyer/devnet/freePort'
import { transferAuthorization } from '@foyer/protocol/x402'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { sponsorDatabase, start } from '@foyer/sponsor'
import { type Address, createPublicClient, type Hex, http, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { median, percentile } from '../percentile.ts'
import { operations } from './operations.ts'

const chainId = 'eip155:31337'
const asset = devnetAddresses.usdc
const shop: Address = '0x00000000000000000000000000000000000051a0'
const token = 'a-token-of-the-shop'
const serviceToken = 'a-token-of-the-login-server-1f9c'
const paymasterKey = 'bench'
const calls = 300
const atOnce = 16

/**
 * Payments through the sponsor, until they are in a block, beside plain transactions of one account in the same run; and
 * operations by a bundler, if one is installed.
 */
export async function benchSponsor(): Promise<{ passed: boolean }> {
  const chain = await startEvm({ chainId: 31337, port: 0 })
  const engine = testEngines.at(-1)!
  const database = await openTestDatabase(sponsorDatabase, engine)
  const [sender, payer, plain] = Array.from({ length: 3 }, generatePrivateKey) as [Hex, Hex, Hex]
  const faucet = createFaucet(chain)
  for (const key of [sender, plain])
    await faucet.giveEther({ to: privateKeyToAccount(key).address, amount: parseEther('100') })
  await faucet.giveToken({
    ...{ to: privateKeyToAccount(payer).address, token: asset, amount: 10n ** 12n },
  })
  const bundler = hasBundler ? await startBundler(chain, { port: await freePort() }) : undefined
  const sponsor = await startSponsor(chain, { bundler, database, key: sender })
  try {
    console.log(
      `${calls} calls, ${atOnce} at once, ${engine}, anvil with a block for each transaction`,
    )
    const rows = [
      ['plain sends', await measure(await plainSends(chain, plain))],
      ['sponsored', await measure(await sponsored(sponsor.url, payer))],
      ['plain sends', await measure(await plainSends(chain, plain))],
      ...(bundler ? [['operations', await measureOperations(chain, sponsor.url)] as const] : []),
    ] as const
    for (const [name, { ms, perSecond }] of rows)
      console.log(
        `${name.padEnd(12)} ${perSecond.toFixed(0).padStart(5)} a second, ${median(ms).toFixed(0)} ms at the median, ${percentile(ms, 0.99).toFixed(0)} ms at the 99th percentile`,
      )
    if (!bundler) console.log('operations: no bundler is installed (npm run bundler)')
    return { passed: true }
  } finally {
    // It closes its database, too.
    await sponsor.stop()
    await bundler?.stop()
    await chain.stop()
  }
}

async function startSponsor(
  { url }: EvmChain,
  {
    bundler,
    database,
    key,
  }: {
    bundler: Bundler | undefined
    database: Awaited<ReturnType<typeof openTestDatabase<typeof sponsorDatabase.schema>>>
    key: Hex
  },
) {
  const port = await freePort()
  return start({
    ...{ port, senderKeys: [key], database: { kind: 'open', database }, serviceToken },
    paymasterKey: devnetPaymasterSigner.privateKey,
    trustedPaymasters: [`http://127.0.0.1:${port}`],
    limits: {
      ...{ merchantCallsPerMinute: 1e6, paymasterCallsPerMinute: 1e6 },
      ...{ paymasterCallsOfAddress: 1e6, paymasterAtOnceOfAddress: 64, serviceCallsPerMinute: 1e6 },
    },
    policy: {
      chains: [
        {
          ...{ caipId: chainId, rpcUrl: url, pollMs: 50, weiPerDay: parseEther('100').toString() },
          maxFeePerGas: parseGwei('500').toString(),
          ...{ implementation: devnetAddresses.account, paymaster: devnetAddresses.paymaster },
          ...(bundler && { bundlerUrl: bundler.url }),
        },
      ],
      sponsorships: [
        {
          ...{ projectId: 'bench', chain: chainId },
          paymasterKeyHash: createHash('sha256').update(paymasterKey).digest('hex'),
          contracts: [{ address: asset, selectors: ['0xa9059cbb'] }],
          weiPerUserPerDay: parseEther('10').toString(),
          weiPerDay: parseEther('100').toString(),
        },
      ],
      merchants: [
        {
          ...{ id: 'shop', chain: chainId, asset, payTo: [shop], leastAmount: '1' },
          tokenHash: createHash('sha256').update(token).digest('hex'),
          weiPerDay: parseEther('100').toString(),
        },
      ],
    },
  })
}

/** Bundlers put the operations of one moment into one transaction. */
const measureOperations = async (chain: EvmChain, url: string) => {
  const paymaster = `${url}/paymaster/${paymasterKey}`
  const sponsor = { paymaster, token: serviceToken, url }
  return measure(await operations(chain, sponsor, { count: 64, users: atOnce }))
}

/** Runs all calls, `atOnce` at a time. @returns the time of each, ms */
async function measure(all: readonly (() => Promise<void>)[]) {
  const ms: number[] = []
  const startedAt = performance.now()
  let next = 0
  const run = async () => {
    for (let call = all[next++]; call; call = all[next++]) {
      const at = performance.now()
      await call()
      ms.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return { ms, perSecond: all.length / ((performance.now() - startedAt) / 1000) }
}

/** Payments, signed before they are measured. */
async function sponsored(url: string, payer: Hex): Promise<(() => Promise<void>)[]> {
  const account = privateKeyToAccount(payer)
  const terms = {
    ...{ scheme: 'exact', network: chainId, amount: '1000', asset, payTo: shop },
    ...{ maxTimeoutSeconds: 60, extra: { name: 'USD Coin', version: '1' } },
  }
  const orders: unknown[] = []
  for (let n = 0; n < calls; n++) {
    const authorization = {
      ...{ from: account.address, to: shop, value: '1000', validAfter: '0' },
      validBefore: String(Math.floor(Date.now() / 1000) + 600),
      nonce: `0x${randomBytes(32).toString('hex')}`,
    } as const
    const signature = await account.signTypedData(
      transferAuthorization({ asset, authorization, chainId, name: 'USD Coin', version: '1' }),
    )
    const payload = { authorization, signature }
    const paymentPayload = { x402Version: 2, accepted: terms, payload }
    orders.push({ x402Version: 2, paymentPayload, paymentRequirements: terms })
  }
  return orders.map((order) => async () => {
    const response = await fetch(`${url}/settle`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(order),
    })
    const { success } = (await response.json()) as { success?: boolean }
    if (!success) throw new Error(`The sponsor answered ${response.status}`)
  })
}

/** Transfers of one account, signed before they are measured. */
async function plainSends({ url }: EvmChain, key: Hex): Promise<(() => Promise<void>)[]> {
  const client = createPublicClient({ transport: http(url), pollingInterval: 50 })
  const account = privateKeyToAccount(key)
  const first = await client.getTransactionCount({ address: account.address })
  const raws: Hex[] = []
  for (let n = 0; n < calls; n++)
    raws.push(
      await account.signTransaction({
        ...{ type: 'eip1559', chainId: 31337, nonce: first + n, gas: 21_000n, to: shop, value: 1n },
        ...{ maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: 1n },
      }),
    )
  return raws.map((serializedTransaction) => async () => {
    const hash = await client.sendRawTransaction({ serializedTransaction })
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error('A plain transfer failed')
  })
}
