import {
  encodeExecute,
  encodeGrant,
  encodeSignedExecute,
  grantDigest,
  originHash,
  type PermissionGrant,
  permissionsContract,
  toHex,
} from '@foyer/decode/internal'
import { readWork } from '@foyer/devnet/readWork'
import { type Address, encodeFunctionData, type Hex, parseAbi, serializeTransaction } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import { permissions, wallets } from '../database/schema.ts'
import { sendOperation } from '../sponsor/sponsorCalls.ts'
import type { Session } from '../tokens/sessions.ts'
import { endPermission, storePermission } from './permissions.ts'
import { readChainCalls, refuseRevoked } from './refuseRevoked.ts'
import type { ChainCall } from './unwrapCalls.ts'

const chainId = 'eip155:31337'
const agent: Address = '0x00000000000000000000000000000000000051a0'
const entryPoint: Address = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
const grant: PermissionGrant = {
  ...{ account: '0x000000000000000000000000000000000000dEaD', signer: agent },
  ...{
    origin: originHash('https://shop.example'),
    salt: 1n,
    start: 0n,
    expiry: 2n ** 40n,
    epoch: 0n,
  },
  ...{ calls: 5n, allowances: [], targets: [] },
}
const context = encodeGrant(grant, `0x${'11'.repeat(65)}`)
const abi = parseAbi(['function redeemDelegations(bytes[], bytes32[], bytes[])'])
const redeemOf = (of: string) =>
  encodeFunctionData({ abi, args: [[of as Hex], [`0x${'00'.repeat(32)}`], ['0x']] })
const redeem = { to: permissionsContract as Address, value: '0x0', data: redeemOf(context) }

const signed = { nonce: 1n, deadline: 5n, signature: `0x${'22'.repeat(65)}` }
const toSelf = (data: string): ChainCall => ({ to: agent, data })
const bundleOf = (callData: string): ChainCall => ({
  to: entryPoint,
  data: encodeFunctionData({
    ...{ abi: entryPoint08Abi, functionName: 'handleOps' },
    args: [
      [
        {
          ...{ sender: agent, nonce: 0n, initCode: '0x', callData: callData as Hex },
          ...{ accountGasLimits: `0x${'00'.repeat(32)}`, preVerificationGas: 0n },
          ...{ gasFees: `0x${'00'.repeat(32)}`, paymasterAndData: '0x', signature: '0x' },
        },
      ],
      agent,
    ],
  }),
})

let servers: TestServers
beforeAll(async () => {
  servers = await createTestServers('PGlite')
  await servers.services.queries.insert(permissions).values({
    ...{ userId: 'ada', chainId, context, digest: toHex(grantDigest(grant, 31337n)) },
    ...{ origin: 'https://shop.example', createdAt: 0, expiresAt: 2 ** 50, revokedAt: 1 },
  })
})
afterAll(() => servers.stop())
const check = (...calls: ChainCall[]) => checkOn('https://shop.example', ...calls)
const checkOn = (origin: string | null, ...calls: ChainCall[]) =>
  refuseRevoked(servers.services, { calls, chainId }, { origin })

test('[T45] refuses a revoked permission, also inside batches and bundles', async () => {
  const inBatch = encodeExecute([redeem])
  const ways: [name: string, call: ChainCall][] = [
    ['as it is', redeem],
    ['in a batch', toSelf(inBatch)],
    ['in a batch, in capital letters', toSelf(`0x${inBatch.slice(2).toUpperCase()}`)],
    ['in a signed batch', toSelf(encodeSignedExecute([redeem], signed))],
    ['in a batch of a batch', toSelf(encodeExecute([{ to: agent, value: '0x0', data: inBatch }]))],
    ['in an operation', bundleOf(inBatch)],
  ]
  for (const [name, call] of ways) {
    await expect(check(call), name).rejects.toMatchObject({ code: 'action-not-allowed' })
    const { data, to } = call
    const serialized = serializeTransaction({
      ...{ type: 'eip1559', chainId: 31337, to: to as Address, data: data as Hex },
    })
    for (const request of [
      { method: 'eth_call', params: [{ to, data }] },
      { method: 'eth_estimateGas', params: [{ to, input: data }] },
      { method: 'eth_sendRawTransaction', params: [serialized] },
    ])
      await expect(check(...readChainCalls(request)), name).rejects.toMatchObject({ status: 403 })
  }
})

test('[T45] refuses an operation that was built before the permission was revoked', async () => {
  const asked: unknown[] = []
  const services = {
    ...servers.services,
    projects: { admit: async () => ({}) } as never,
    callSponsor: async (endpoint: unknown) => {
      asked.push(endpoint)
      return { hash: '0x' } as never
    },
  }
  const session = { projectId: 'p', origin: 'https://shop.example', userId: 'eve' } as Session
  const body = { chainId, account: agent, calls: [{ ...redeem, value: '0' }] } as never
  await expect(sendOperation(services, body, session)).rejects.toMatchObject({ status: 403 })
  expect(asked).toEqual([])
})

test('[T45] lets nobody but its user store and revoke a permission', async () => {
  const { queries } = servers.services
  const putWallet = async (userId: string, evm: string) =>
    queries.insert(wallets).values({
      ...{ walletId: userId, userId, evm, sol: '', fp: '', epoch: 1, mode: 'auto', createdAt: 0 },
    })
  // Ben's server knows his wallet, Cleo's passkeys hold hers alone; Eve's browser lies about her address.
  await putWallet('ben', grant.account)
  await putWallet('dan', agent)
  await putWallet('eve', grant.account.toLowerCase())
  const sessionOf = (userId: string) => ({ userId, origin: 'https://shop.example' }) as Session
  for (const [salt, owner] of [
    [11n, 'ben'],
    [12n, 'cleo'],
  ] as const) {
    const context = encodeGrant({ ...grant, salt }, `0x${'11'.repeat(65)}`)
    const digest = toHex(grantDigest({ ...grant, salt }, 31337n))
    const store = (userId: string) =>
      storePermission(servers.services, { chainId, context }, sessionOf(userId))
    const revoke = (userId: string) =>
      endPermission(servers.services, { chainId, digest }, sessionOf(userId))
    const call = { ...redeem, data: redeemOf(context) }
    await expect(store('dan')).rejects.toMatchObject({ code: 'action-not-allowed' })
    expect(await store(owner)).toEqual({ digest })
    // A retry of its user.
    expect(await store(owner)).toEqual({ digest })
    for (const other of ['eve', 'dan', 'fay']) {
      await expect(store(other)).rejects.toMatchObject({ code: 'action-not-allowed' })
      await expect(revoke(other)).rejects.toMatchObject({ status: 404 })
    }
    await check(call)
    await revoke(owner)
    await expect(check(call)).rejects.toMatchObject({ message: 'This permission was revoked' })
  }
})

test('[T46] refuses a permission of another site, also inside a batch; the pages of the login site may use each', async () => {
  const granted = encodeGrant({ ...grant, salt: 2n }, `0x${'11'.repeat(65)}`)
  const fine = { ...redeem, data: redeemOf(granted) }
  for (const call of [fine, toSelf(encodeExecute([fine]))]) {
    await expect(checkOn('https://other.example', call)).rejects.toMatchObject({
      ...{ status: 403, message: 'This permission is of another site' },
    })
    await checkOn(null, call)
  }
})

test('lets other permissions and calls pass', async () => {
  const other = encodeGrant({ ...grant, salt: 2n }, `0x${'11'.repeat(65)}`)
  const fine = { ...redeem, data: redeemOf(other) }
  await check(fine, toSelf(encodeExecute([fine])), bundleOf(encodeExecute([fine])))
  await check(toSelf('0x'), toSelf('0xe9ae5c53'), toSelf('0x765e827f00'), { ...fine, data: '0x12' })
})

test('error: refuses call data whose parts point to one another without end', async () => {
  // Each batch has 64 calls with the data of one batch inside: 64 × 64 × 64 calls in all.
  let data = encodeExecute([redeem])
  for (let depth = 0; depth < 3; depth++) {
    const one = encodeExecute([{ to: agent, value: '0x0', data }])
    data = repeatCall(one, 64)
  }
  const since = readWork()
  await expect(check(toSelf(data))).rejects.toMatchObject({ status: 403 })
  expect(readWork() - since).toBeLessThan(2000)
})

test('[T45] reads call data that names one large call many times at the cost of its length', async () => {
  // Decoded by copies, these are 900 × 22 KB, and again for each call that such a batch contains.
  const large = encodeExecute([{ to: agent, value: '0x0', data: `0x${'ab'.repeat(22_000)}` }])
  const many = repeatCall(large, 900)
  const since = readWork()
  for (const call of [toSelf(many), ...['a', 'b', 'c'].map(() => bundleOf(many))])
    await expect(check(call)).rejects.toMatchObject({ status: 403 })
  expect(readWork() - since).toBeLessThan(300)
})

test('error: [T45] refuses batches and bundles that can not be read, and takes other modes for other calls', async () => {
  const inBatch = encodeExecute([redeem])
  const bundle = bundleOf(inBatch).data
  const head = 10 + 64
  const unreadable = [
    inBatch.slice(0, -64),
    // The offset of the list of calls, and the length of the bytes, beyond the end.
    `${inBatch.slice(0, head + 64 * 2)}${'f'.repeat(64)}${inBatch.slice(head + 64 * 3)}`,
    `${inBatch.slice(0, head + 64)}${'f'.repeat(64)}${inBatch.slice(head + 64 * 2)}`,
    `${bundle.slice(0, 10)}${'f'.repeat(64)}${bundle.slice(head)}`,
  ]
  for (const [index, data] of unreadable.entries())
    await expect(check(toSelf(data)), String(index)).rejects.toMatchObject({
      message: 'These calls can not be read',
    })
  // One call of ERC-7579, which has no list.
  const single = `${inBatch.slice(0, 10)}${'0'.repeat(64)}${inBatch.slice(head, head + 128)}${'ab'.repeat(52)}`
  await check(toSelf(single))
})

/** The same batch with a list of offsets that all lead to its only call. */
function repeatCall(execute: string, times: number): string {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  // Selector, mode, offset and length of the bytes; offset and length of the list, offset of its call.
  const head = 10 + 64 * 3
  const call = execute.slice(head + 64 * 3)
  const list = [word(32), word(times), ...Array(times).fill(word(32 * times)), call].join('')
  return `${execute.slice(0, 10 + 64 * 2)}${word(list.length / 2)}${list}`
}
