import { createHash } from 'node:crypto'
import { devnetPaymasterSigner, type EvmChain, startEvm } from '@foyer/devnet'
import * as v from 'valibot'
import { concat, type Hex, parseEther, parseGwei, toHex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createChains } from '../chains/chain.ts'
import { createMetrics } from '../metrics.ts'
import { type PolicyFile, policy } from '../policy/policy.ts'
import { chainId, dollar, startTestSponsor } from '../startTestSponsor.test.kit.ts'
import { entryPoint } from './entryPoint.ts'
import { requireFairGas } from './requireFairGas.ts'
import { type FullOperation, paymasterVerificationGas } from './signOperation.ts'
import { implementation, openOperations, paymaster, written } from './testOperations.test.kit.ts'

const key = 'the-key-of-the-shop'
const gasPerBatch = 600_000
let chain: EvmChain
let world: ReturnType<typeof openOperations>
let sponsor: Awaited<ReturnType<typeof startTestSponsor>>
let clockMs = Date.now()
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
  world = openOperations(chain)
  sponsor = await startTestSponsor(chain, {
    paymasterKey: devnetPaymasterSigner.privateKey,
    limits: { paymasterCallsOfAddress: 100_000 },
    now: () => clockMs,
    policy: policyOf(),
  })
})
afterAll(async () => {
  await sponsor?.stop()
  await chain?.stop()
})
// A base fee as on a busy chain, which every sender pays.
beforeEach(async () => {
  await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('20') })
  await world.client.mine({ blocks: 1 })
  clockMs += 60_000
})

const policyOf = (): PolicyFile => ({
  chains: [
    {
      ...{ caipId: chainId, rpcUrl: chain.url, implementation, paymaster, pollMs: 50 },
      ...{ maxFeePerGas: parseGwei('500').toString(), weiPerDay: parseEther('1000').toString() },
    },
  ],
  sponsorships: [
    {
      ...{ projectId: 'shop', chain: chainId, gasPerBatch },
      paymasterKeyHash: createHash('sha256').update(key).digest('hex'),
      contracts: [{ address: dollar, selectors: ['0xa9059cbb'] }],
      weiPerUserPerDay: parseEther('1000').toString(),
      weiPerDay: parseEther('1000').toString(),
    },
  ],
})

type Answer = { result?: { paymaster: Hex; paymasterData: Hex }; error?: { message: string } }
async function pay(operation: FullOperation): Promise<Answer> {
  const response = await fetch(`${sponsor.url}/paymaster/${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'pm_getPaymasterData' },
      params: [written(operation), entryPoint, toHex(31337), {}],
    }),
  })
  return (await response.json()) as Answer
}

test('error: refuses each number of an operation that pays its sender more than sending costs', async () => {
  const operation = await world.build(await world.newUser())
  expect((await pay(operation)).error).toBe(undefined)
  const most = parseGwei('500')
  // All that the policy leaves, in the number that is paid out without being measured.
  const rest = BigInt(gasPerBatch) - 260_000n
  const refusals: [reason: string, more: Partial<FullOperation>][] = [
    ['offers more', { maxFeePerGas: most, maxPriorityFeePerGas: most, preVerificationGas: rest }],
    ['offers more', { maxPriorityFeePerGas: operation.maxFeePerGas }],
    ['preVerificationGas', { preVerificationGas: rest }],
    ['callGasLimit', { callGasLimit: 300_000n }],
    ['verification', { verificationGasLimit: 250_000n }],
    ['verification', { paymasterVerificationGasLimit: paymasterVerificationGas + 1n }],
    ['verification', { paymasterPostOpGasLimit: 1n }],
  ]
  for (const [reason, more] of refusals) {
    const { error, result } = await pay({ ...operation, ...more })
    expect([result, error?.message]).toEqual([undefined, expect.stringContaining(reason)])
  }
})

test('error: a sender of their own operation earns less than a third of its cost, with the largest numbers that are taken', async () => {
  const user = await world.newUser()
  let best = await world.build(user)
  // The largest numbers that are taken, one after the other.
  for (const [name, most] of [
    ['maxFeePerGas', parseGwei('500')],
    ['maxPriorityFeePerGas', parseGwei('500')],
    ['preVerificationGas', BigInt(gasPerBatch)],
    ['verificationGasLimit', BigInt(gasPerBatch)],
    ['callGasLimit', BigInt(gasPerBatch)],
  ] as const) {
    let [taken, refused] = [best[name], most]
    while (refused - taken > taken / 50n) {
      const middle = (taken + refused) / 2n
      if ((await pay({ ...best, [name]: middle })).error) refused = middle
      else taken = middle
    }
    best = { ...best, [name]: taken }
  }
  const { result } = await pay(best)
  const { earned, receipt } = await world.cashIn(await world.sign(user, best, result!))
  expect(receipt.status).toBe('success')
  const cost = receipt.gasUsed * receipt.effectiveGasPrice
  expect(earned).toBeLessThan((cost * 3n) / 10n)
})

test('allows what rollups charge for data: in coins (OP Stack), or as gas (Arbitrum)', async () => {
  const metrics = createMetrics()
  const [listed] = v.parse(policy, policyOf()).chains
  const chains = createChains([listed!], [generatePrivateKey()], () => clockMs)
  const plain = { ...chains.get(chainId)!, implementation, paymaster }
  const operation = {
    ...(await world.build(await world.newUser())),
    preVerificationGas: 200_000n,
  }
  const check = (of: typeof plain, more: Partial<FullOperation> = {}) =>
    requireFairGas({ metrics }, of, {
      ...{ authorization: undefined, need: 100_000n },
      operation: { ...operation, ...more },
    })
  await expect(check(plain)).rejects.toMatchObject({ status: 403 })
  // The oracle of OP Stack chains, with a price of 1,500 gwei a byte of its call data.
  const oracle = '0x420000000000000000000000000000000000000F'
  await world.client.setCode({
    address: oracle,
    bytecode: concat(['0x3667', toHex(parseGwei('1500'), { size: 8 }), '0x0260005260206000f3']),
  })
  onTestFinished(() => world.client.setCode({ address: oracle, bytecode: '0x' }))
  const rollup = { ...plain, dataFees: 'op-stack' as const }
  await check(rollup)
  await expect(check(rollup, { preVerificationGas: 500_000n })).rejects.toMatchObject({
    status: 403,
  })
  const estimateGas: typeof plain.client.estimateGas = async (call) =>
    (await plain.client.estimateGas(call)) + 150_000n
  const arbitrum = { ...plain, client: { ...plain.client, estimateGas } as typeof plain.client }
  await check(arbitrum)
  await expect(check(arbitrum, { preVerificationGas: 500_000n })).rejects.toMatchObject({
    status: 403,
  })
})
