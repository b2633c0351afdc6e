import { createHash } from 'node:crypto'
import { devnetPaymasterSigner, type EvmChain, startEvm } from '@foyer/devnet'
import { type Bundler, hasBundler, startBundler } from '@foyer/devnet/bundler'
import { freePort } from '@foyer/devnet/freePort'
import type { BuiltOperation } from '@foyer/protocol/sponsor'
import { eq } from 'drizzle-orm'
import { type Hex, hexToBigInt, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../database/schema.ts'
import { chainId, dollar, dollarsOf, shop, startTestSponsor } from '../startTestSponsor.test.kit.ts'
import { encodeOperationCalls } from './readOperationCalls.ts'
import {
  implementation,
  openOperations,
  paymaster,
  transferCall,
} from './testOperations.test.kit.ts'

if (!hasBundler) console.log('No bundler is installed, so its tests are skipped: npm run bundler')

describe.skipIf(!hasBundler)('with a bundler', () => {
  const key = 'the-key-of-the-shop'
  let chain: EvmChain
  let bundler: Bundler
  let world: ReturnType<typeof openOperations>
  let sponsor: Awaited<ReturnType<typeof startTestSponsor>>
  let paymasterUrl: string
  beforeAll(async () => {
    chain = await startEvm({ chainId: 31337, port: 0 })
    world = openOperations(chain)
    bundler = await startBundler(chain, { port: await freePort() })
    const port = await freePort()
    paymasterUrl = `http://127.0.0.1:${port}/paymaster/${key}`
    sponsor = await startTestSponsor(chain, {
      paymasterKey: devnetPaymasterSigner.privateKey,
      port,
      trustedPaymasters: [`http://127.0.0.1:${port}`],
      policy: {
        chains: [
          {
            ...{ caipId: chainId, rpcUrl: chain.url, implementation, paymaster, pollMs: 50 },
            ...{ bundlerUrl: bundler.url, weiPerDay: parseEther('10').toString() },
            maxFeePerGas: parseGwei('500').toString(),
          },
        ],
        sponsorships: [
          {
            ...{ projectId: 'shop', chain: chainId },
            paymasterKeyHash: createHash('sha256').update(key).digest('hex'),
            contracts: [{ address: dollar, selectors: ['0xa9059cbb'] }],
            ...{ callsPerBatch: 3, gasPerBatch: 600_000 },
            weiPerUserPerDay: parseEther('1').toString(),
            weiPerDay: parseEther('1').toString(),
          },
        ],
      },
    })
  })
  afterAll(async () => {
    await sponsor?.stop()
    await bundler?.stop()
    await chain?.stop()
  })

  const caller = {
    projectId: 'shop',
    origin: 'https://shop.example',
    user: 'user-0000000000000001',
  }
  const wish = (account: Hex, amounts: readonly bigint[], url = paymasterUrl) => ({
    ...{ ...caller, chainId, account, paymaster: { url } },
    calls: amounts.map((amount) => ({ ...transferCall(amount), value: '0' })),
  })

  /** The operation as the account's key signs it. */
  async function sign(
    account: Awaited<ReturnType<typeof world.newUser>>,
    amounts: readonly bigint[],
    { paymaster: by, paymasterData, ...numbers }: BuiltOperation,
  ): Promise<Hex> {
    const read = Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [name, hexToBigInt(value)]),
    ) as { [name in keyof typeof numbers]: bigint }
    const callData = encodeOperationCalls(amounts.map((amount) => transferCall(amount)))
    const operation = { ...read, callData, sender: account.address, upgrades: false }
    const { signature } = await world.sign(account, operation, { paymaster: by, paymasterData })
    return signature as Hex
  }

  test('sends an operation that the paymaster of a site pays for, and reads its state', async () => {
    const user = await world.newUser()
    const amounts = [500n, 250n]
    const asked = wish(user.address, amounts)
    const built = await sponsor.asLogin('/internal/operation', asked)
    expect(built).toMatchObject({ status: 200, body: { paymaster } })
    const operation: BuiltOperation = built.body
    const signature = await sign(user, amounts, operation)
    const { paymaster: _, ...batch } = asked
    const before = await dollarsOf(world.client, shop)
    // Changed calls are not what the key signed.
    const changed = { ...wish(user.address, [750n]), operation, signature }
    expect(await sponsor.asLogin('/internal/operation/send', changed)).toMatchObject({
      status: 403,
    })
    const stranger = privateKeyToAccount(generatePrivateKey())
    const forged = await sign({ ...stranger, address: user.address } as never, amounts, operation)
    expect(
      await sponsor.asLogin('/internal/operation/send', { ...batch, operation, signature: forged }),
    ).toMatchObject({ status: 403 })

    const sent = await sponsor.asLogin('/internal/operation/send', {
      ...batch,
      operation,
      signature,
    })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    const { hash } = sent.body as { hash: Hex }
    const state = async () =>
      (await sponsor.asLogin('/internal/operation/state', { chainId, hash })).body as {
        state: string
        transactionHash?: Hex
      }
    await expect.poll(async () => (await state()).state).toBe('mined')
    const { transactionHash } = await state()
    const receipt = await world.client.getTransactionReceipt({ hash: transactionHash! })
    expect(receipt.status).toBe('success')
    expect(await dollarsOf(world.client, shop)).toBe(before + 750n)
    expect(await world.client.getBalance({ address: user.address })).toBe(0n)
    // The paymaster is the operator's own here: its budget has the cost.
    await expect
      .poll(async () => {
        const [row] = await sponsor.queries
          .select()
          .from(operations)
          .where(eq(operations.sender, user.address))
        return row?.state
      })
      .toBe('paid')
  })

  test('error: tells why paymaster or bundler refuse, and asks no private address', async () => {
    const user = await world.newUser()
    const plain = await world.newUser({ isUpgraded: false })
    const refusals: [reason: string, wish: object][] = [
      [
        'The operator does not pay',
        { ...wish(user.address, [1n]), calls: [{ to: shop, value: '0', data: '0x' }] },
      ],
      ['not a smart account', wish(plain.address, [1n])],
      ['must be https', wish(user.address, [1n], 'http://example.com/paymaster')],
      ['does not answer', wish(user.address, [1n], 'https://127.0.0.1/paymaster')],
      ['does not answer', wish(user.address, [1n], 'https://169.254.169.254/latest')],
      ['does not answer', wish(user.address, [1n], `${paymasterUrl}x`)],
    ]
    for (const [reason, asked] of refusals) {
      const { body, status } = await sponsor.asLogin('/internal/operation', asked)
      const { error } = body as { error: { message: string } }
      expect([status, error.message]).toEqual([403, expect.stringContaining(reason)])
    }
  })
})
