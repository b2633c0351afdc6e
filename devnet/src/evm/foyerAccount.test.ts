import fc from 'fast-check'
import {
  type Address,
  type BaseError,
  concat,
  decodeErrorResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  numberToHex,
  parseAbiParameters,
  parseEther,
  stringToHex,
  toHex,
  zeroAddress,
} from 'viem'
import {
  entryPoint08Abi,
  getUserOperationHash,
  toPackedUserOperation,
} from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import { hashMessage as hashNestedMessage, wrapTypedDataSignature } from 'viem/experimental/erc7739'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devNftAbi, devTokenAbi, foyerAccountAbi } from './abis.ts'
import { devnetDeployer } from './accounts.ts'
import { accountWorld } from './accountWorld.test.kit.ts'
import { devnetAddresses } from './addresses.ts'
import { type EvmChain, startEvm } from './startEvm.ts'

const { account: implementation, art, usdc } = devnetAddresses
const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
const delegation = `0xef0100${implementation.slice(2).toLowerCase()}` as const
const batchMode = toHex('', { size: 32 }).replace('0x00', '0x01') as Hex
const signedMode = `0x01000000000078210001${'0'.repeat(44)}` as const
const noOne = '0x00000000000000000000000000000000000f00d1'

type Call = { to: Address; value?: bigint; data?: Hex }
const callsType = '(address to, uint256 value, bytes data)[] calls'
const filled = (calls: readonly Call[]) =>
  calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }))
const encodeCalls = (calls: readonly Call[]) =>
  encodeAbiParameters(parseAbiParameters(callsType), [filled(calls)])
const execute = (mode: Hex, executionData: Hex) =>
  encodeFunctionData({ abi: foyerAccountAbi, functionName: 'execute', args: [mode, executionData] })
const transfer = (to: Address, amount: bigint): Call => ({
  to: usdc,
  data: encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args: [to, amount] }),
})

const world = (chain: EvmChain) => {
  const base = accountWorld(chain)
  const { chainId, read } = base
  return {
    ...base,
    /** Signs a batch that anyone may send. */
    async signBatch(
      account: PrivateKeyAccount,
      calls: readonly Call[],
      {
        sequence = 0n,
        deadline = 2n ** 40n,
        chain = chainId,
        verifyingContract = account.address,
        nonce,
      }: {
        sequence?: bigint
        deadline?: bigint
        chain?: number
        verifyingContract?: Address
        nonce?: bigint
      } = {},
    ) {
      const next = nonce ?? (await executionNonce(account.address, sequence))
      const signature = await account.signTypedData({
        domain: { name: 'Foyer Account', version: '1', chainId: chain, verifyingContract },
        types: {
          Execute: [
            { name: 'calls', type: 'Call[]' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
          Call: [
            { name: 'to', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'data', type: 'bytes' },
          ],
        },
        primaryType: 'Execute',
        message: { calls: filled(calls), nonce: next, deadline },
      })
      return { calls, nonce: next, deadline, signature }
    },
    executionNonce,
  }
  function executionNonce(address: Address, sequence = 0n) {
    return read.readContract({
      ...{ address, abi: foyerAccountAbi, functionName: 'executionNonce', args: [sequence] },
    })
  }
}

function encodeSigned(batch: {
  calls: readonly Call[]
  nonce: bigint
  deadline: bigint
  signature: Hex
}): Hex {
  const opData = encodeAbiParameters(parseAbiParameters('uint256, uint256, bytes'), [
    batch.nonce,
    batch.deadline,
    batch.signature,
  ])
  const types = parseAbiParameters(`${callsType}, bytes opData`)
  return execute(signedMode, encodeAbiParameters(types, [filled(batch.calls), opData]))
}

let one: ReturnType<typeof world>
let two: ReturnType<typeof world>
const chains: EvmChain[] = []
beforeAll(async () => {
  for (const chainId of [31337, 31338]) chains.push(await startEvm({ chainId, port: 0 }))
  one = world(chains[0]!)
  two = world(chains[1]!)
})
afterAll(() => Promise.all(chains.map(({ stop }) => stop())))

test('upgrades an account and makes its first batch in one transaction, at the same address', async () => {
  const ada = await one.open()
  const nonce = await one.read.getTransactionCount(ada)
  const authorization = await ada.signAuthorization({
    ...{ chainId: one.chainId, address: implementation, nonce: nonce + 1 },
  })
  const calls = [transfer(noOne, 5n), { to: noOne, value: 7n }] as const
  const receipt = await one.send(ada, {
    to: ada.address,
    data: execute(batchMode, encodeCalls(calls)),
    authorizationList: [authorization],
  })
  expect(receipt.status).toBe('success')
  expect(await one.read.getCode(ada)).toBe(delegation)
  expect(await one.usdcOf(noOne)).toBe(5n)
  expect(await one.read.getBalance({ address: noOne })).toBe(7n)
})

test('makes all calls of a batch or none', async () => {
  const ada = await one.open()
  await one.upgrade(ada)
  const before = await one.usdcOf(ada.address)
  const calls = [transfer(noOne, 5n), transfer(noOne, before)]
  const receipt = await one.send(ada, {
    ...{ to: ada.address, data: execute(batchMode, encodeCalls(calls)), gas: 500_000n },
  })
  expect(receipt.status).toBe('reverted')
  expect(await one.usdcOf(ada.address)).toBe(before)
})

test('executes only for the account itself and the EntryPoint', async () => {
  const ada = await one.open()
  await one.upgrade(ada)
  const data = execute(batchMode, encodeCalls([transfer(noOne, 5n)]))
  const unsigned = execute(signedMode, encodeCalls([transfer(noOne, 5n)]))
  const strangers = [one.faucet.address, usdc, implementation, devnetDeployer.address, zeroAddress]
  for (const stranger of strangers) {
    expect(await one.refusal(stranger, ada.address, data)).toBe('AccountUnauthorized')
    expect(await one.refusal(stranger, ada.address, unsigned)).toBe('AccountUnauthorized')
  }
  for (const allowed of [ada.address, entryPoint] as const) {
    expect(await one.refusal(allowed, ada.address, data)).toBe(undefined)
    expect(await one.refusal(allowed, ada.address, unsigned)).toBe(undefined)
  }
  // The contract itself owns nothing and belongs to nobody.
  expect(await one.refusal(one.faucet.address, implementation, data)).toBe('AccountUnauthorized')
})

/** The signature of an operation by its key, with the operation's end. */
async function signOperation(
  account: PrivateKeyAccount,
  hash: Hex,
  {
    chain = one.chainId,
    validUntil = 2 ** 40,
    verifyingContract = account.address,
  }: { chain?: number; validUntil?: number; verifyingContract?: Address } = {},
): Promise<Hex> {
  const signature = await account.signTypedData({
    domain: { name: 'Foyer Account', version: '1', chainId: chain, verifyingContract },
    types: {
      Operation: [
        { name: 'userOpHash', type: 'bytes32' },
        { name: 'validUntil', type: 'uint48' },
      ],
    },
    primaryType: 'Operation',
    message: { userOpHash: hash, validUntil },
  })
  return concat([toHex(validUntil, { size: 6 }), signature])
}

test('validates operations for the EntryPoint only, until the end that its key signed with each', async () => {
  const ada = await one.open()
  const bob = await one.open()
  await one.upgrade(ada)
  const hash = keccak256('0x01')
  const validate = (signature: Hex, of: Hex = hash) =>
    encodeFunctionData({
      abi: foyerAccountAbi,
      functionName: 'validateUserOp',
      args: [
        {
          ...{ sender: ada.address, nonce: 0n, initCode: '0x', callData: '0x' },
          ...{ accountGasLimits: toHex(0, { size: 32 }), preVerificationGas: 0n },
          ...{ gasFees: toHex(0, { size: 32 }), paymasterAndData: '0x', signature },
        },
        of,
        0n,
      ],
    })
  const validUntil = 1_795_000_000
  const signature = await signOperation(ada, hash, { validUntil })
  const own = validate(signature)
  expect(await one.refusal(one.faucet.address, ada.address, own)).toBe('AccountUnauthorized')
  expect(await one.refusal(ada.address, ada.address, own)).toBe('AccountUnauthorized')
  const answer = async (data: Hex) =>
    BigInt((await one.read.call({ account: entryPoint, to: ada.address, data })).data ?? '0x')
  expect(await answer(own)).toBe(BigInt(validUntil) << 160n)
  // ERC-4337: the lowest bit says that the signature is not valid.
  const isRefused = async (data: Hex) => ((await answer(data)) & 1n) === 1n
  const wrong = [
    await signOperation(bob, hash, { validUntil, verifyingContract: ada.address }),
    await signOperation(ada, hash, { validUntil, verifyingContract: bob.address }),
    await signOperation(ada, hash, { validUntil, chain: two.chainId }),
    // No end at all, in both ways to say so.
    await signOperation(ada, hash, { validUntil: 0 }),
    await ada.sign({ hash }),
    concat([toHex(validUntil, { size: 6 }), await ada.sign({ hash })]),
    concat([signature, '0x00']),
    ...(['0x', '0x00', '0x000000000000'] as const),
  ]
  for (const one of wrong) expect(await isRefused(validate(one)), one).toBe(true)
  expect(await isRefused(validate(signature, keccak256('0x02')))).toBe(true)
  // Whatever a third party changes in it: its end, or any other byte.
  const change = fc.tuple(fc.nat({ max: 70 }), fc.integer({ min: 1, max: 255 }))
  await fc.assert(
    fc.asyncProperty(change, async ([at, by]) => {
      const bytes = hexToBytes(signature)
      bytes[at]! ^= by
      expect(await isRefused(validate(toHex(bytes)))).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('an operation that was held back is worth nothing after its end', async () => {
  const ada = await one.open()
  await one.upgrade(ada)
  const { maxFeePerGas, maxPriorityFeePerGas } = await one.read.estimateFeesPerGas()
  const operation = {
    ...{ sender: ada.address, nonce: 0n, maxFeePerGas: maxFeePerGas * 4n, maxPriorityFeePerGas },
    callData: execute(batchMode, encodeCalls([transfer(noOne, 13n)])),
    ...{ callGasLimit: 150_000n, verificationGasLimit: 100_000n, preVerificationGas: 60_000n },
  }
  const hash = getUserOperationHash({
    ...{ chainId: one.chainId, entryPointAddress: entryPoint, entryPointVersion: '0.8' },
    userOperation: { ...operation, signature: '0x' },
  })
  const now = Number((await one.read.getBlock()).timestamp)
  const signature = await signOperation(ada, hash, { validUntil: now + 600 })
  const longer = concat([toHex(now + 6_000, { size: 6 }), `0x${signature.slice(14)}`])
  const data = (by: Hex) =>
    encodeFunctionData({
      ...{ abi: entryPoint08Abi, functionName: 'handleOps' },
      args: [[toPackedUserOperation({ ...operation, signature: by })], one.faucet.address],
    })
  const refusal = async (by: Hex) => {
    const call = one.read.call({ account: one.faucet.address, to: entryPoint, data: data(by) })
    return call.then(
      () => undefined,
      (error: Error) => {
        const { data: thrown } = (error as BaseError).walk((one) =>
          Object.hasOwn(one as object, 'data'),
        ) as unknown as { data: Hex }
        const { args } = decodeErrorResult({ abi: entryPoint08Abi, data: thrown })
        return String(args?.[1]).slice(0, 4)
      },
    )
  }
  expect(await refusal(signature)).toBe(undefined)
  expect(await refusal(longer)).toBe('AA24')
  const before = await one.test.snapshot()
  const { status } = await one.send(one.faucet, { to: entryPoint, data: data(signature) })
  expect([status, await one.usdcOf(noOne)]).toEqual(['success', expect.any(BigInt)])
  await one.test.revert({ id: before })
  await one.test.increaseTime({ seconds: 601 })
  await one.test.mine({ blocks: 1 })
  expect(await refusal(signature)).toBe('AA22')
  expect(await refusal(longer)).toBe('AA24')
})

test('lets anyone send a batch that its key signed, once', async () => {
  const ada = await one.open()
  await one.upgrade(ada)
  const batch = await one.signBatch(ada, [transfer(noOne, 11n)])
  const before = await one.usdcOf(ada.address)
  const receipt = await one.send(one.faucet, { to: ada.address, data: encodeSigned(batch) })
  expect(receipt.status).toBe('success')
  expect(await one.usdcOf(ada.address)).toBe(before - 11n)
  const stranger = one.faucet.address
  expect(await one.refusal(stranger, ada.address, encodeSigned(batch))).toBe(
    'InvalidExecutionNonce',
  )
  expect(await one.executionNonce(ada.address)).toBe(1n)
})

test('refuses a signed batch that was changed, has expired, or is of another account or chain', async () => {
  const ada = await one.open()
  const bob = await one.open()
  for (const account of [ada, bob]) await one.upgrade(account)
  await two.test.setBalance({ address: ada.address, value: parseEther('10') })
  await two.upgrade(ada)
  const calls = [transfer(noOne, 11n)]
  const batch = await one.signBatch(ada, calls)
  const refusal = (given: Partial<typeof batch>, to = ada.address, on = one) =>
    on.refusal(on.faucet.address, to, encodeSigned({ ...batch, ...given }))
  expect(await refusal({})).toBe(undefined)
  const wrong = 'InvalidExecutionSignature'
  expect(await refusal({ calls: [transfer(noOne, 12n)] })).toBe(wrong)
  expect(await refusal({ calls: [...calls, ...calls] })).toBe(wrong)
  expect(await refusal({ calls: [] })).toBe(wrong)
  expect(await refusal({ deadline: batch.deadline + 1n })).toBe(wrong)
  expect(await refusal({ nonce: 1n << 64n })).toBe(wrong)
  expect(await refusal({ signature: '0x' })).toBe(wrong)
  expect(await refusal({ signature: `0x${'00'.repeat(65)}` })).toBe(wrong)
  expect(
    await refusal(await one.signBatch(bob, calls, { verifyingContract: ada.address, nonce: 0n })),
  ).toBe(wrong)
  expect(await refusal({}, bob.address)).toBe(wrong)
  expect(await refusal({}, ada.address, two)).toBe(wrong)
  expect(await refusal({ nonce: 1n })).toBe('InvalidExecutionNonce')
  expect(await refusal(await one.signBatch(ada, calls, { deadline: 1n }))).toBe('ExecutionExpired')
})

test('keeps the number of a signed batch that failed, and counts each sequence by itself', async () => {
  const ada = await one.open()
  await one.upgrade(ada)
  const failing = await one.signBatch(ada, [transfer(noOne, 2n ** 200n)])
  const data = encodeSigned(failing)
  const { status } = await one.send(one.faucet, { to: ada.address, data, gas: 500_000n })
  expect(status).toBe('reverted')
  expect(await one.executionNonce(ada.address)).toBe(0n)
  const sequence = 2n ** 191n + 5n
  const other = await one.signBatch(ada, [transfer(noOne, 1n)], { sequence })
  await one.send(one.faucet, { to: ada.address, data: encodeSigned(other) })
  expect(await one.executionNonce(ada.address, sequence)).toBe((sequence << 64n) + 1n)
  expect(await one.executionNonce(ada.address)).toBe(0n)
})

test('runs no other mode: neither a delegatecall, nor a single call, nor one that may fail', async () => {
  const ada = await one.open()
  await one.upgrade(ada)
  const modes = [
    '0xff',
    '0x00',
    '0x0101',
    `0x0100${'0'.repeat(8)}12345678`,
    `0x01000000000078210002`,
  ]
  for (const start of modes) {
    const mode = start.padEnd(66, '0') as Hex
    const data = execute(mode, encodeCalls([transfer(noOne, 1n)]))
    expect(await one.refusal(ada.address, ada.address, data), start).toBe(
      'UnsupportedExecutionMode',
    )
  }
})

test('executes nothing from a stranger, whatever the bytes', async () => {
  const ada = await one.open()
  await one.upgrade(ada)
  const signed = encodeSigned(await one.signBatch(ada, [transfer(noOne, 1n)], { nonce: 5n }))
  const bytes = fc.uint8Array({ maxLength: 400 }).map((value) => toHex(value))
  // A valid batch with one word replaced.
  const changed = fc
    .tuple(fc.nat({ max: 24 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
    .map(([at, word]) => {
      const start = 10 + at * 64
      return `${signed.slice(0, start)}${toHex(word).slice(2)}${signed.slice(start + 64)}` as Hex
    })
  const inputs = fc.oneof(
    changed,
    bytes.map((data) => execute(signedMode, data)),
    bytes.map((data) => execute(batchMode, data)),
  )
  await fc.assert(
    fc.asyncProperty(inputs, async (data) => {
      const call = one.read.call({ account: one.faucet.address, to: ada.address, data })
      await expect(call).rejects.toThrow()
    }),
    { numRuns: 200 },
  )
})

const permitTypes = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** A permit of USDC, and its signature of a smart account, by viem's own implementation of ERC-7739. */
async function nestedPermit(ada: PrivateKeyAccount) {
  const message = {
    owner: ada.address,
    spender: noOne,
    value: 5n,
    nonce: 0n,
    deadline: 2n ** 64n,
  } as const
  const domain = {
    name: 'USD Coin',
    version: '1',
    chainId: one.chainId,
    verifyingContract: usdc,
  } as const
  const permit = { domain, types: permitTypes, primaryType: 'Permit', message } as const
  const outer = await ada.signTypedData({
    domain,
    types: {
      ...permitTypes,
      TypedDataSign: [
        { name: 'contents', type: 'Permit' },
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
        { name: 'salt', type: 'bytes32' },
      ],
    },
    primaryType: 'TypedDataSign',
    message: {
      contents: message,
      ...{ name: 'Foyer Account', version: '1', chainId: BigInt(one.chainId) },
      ...{ verifyingContract: ada.address, salt: toHex(0, { size: 32 }) },
    },
  })
  return { permit, outer, nested: wrapTypedDataSignature({ ...permit, signature: outer }) }
}

const isValid = async (on: typeof one, address: Address, hash: Hex, signature: Hex) =>
  (await on.read.readContract({
    ...{ address, abi: foyerAccountAbi, functionName: 'isValidSignature', args: [hash, signature] },
  })) === '0x1626ba7e'

test('[T38] a signature of the smart account is worth nothing for its key, another account or another chain', async () => {
  const ada = await one.open()
  const bob = await one.open()
  await two.test.setBalance({ address: ada.address, value: parseEther('10') })
  for (const account of [ada, bob]) await one.upgrade(account)
  await two.upgrade(ada)
  const { nested, outer, permit } = await nestedPermit(ada)
  const hash = hashTypedData(permit)
  expect(await isValid(one, ada.address, hash, nested)).toBe(true)
  expect(await isValid(one, bob.address, hash, nested)).toBe(false)
  expect(await isValid(two, ada.address, hash, nested)).toBe(false)

  const { message } = permit
  const callPermit = (signature: Hex) =>
    one.read.simulateContract({
      account: one.faucet.address,
      address: usdc,
      abi: devTokenAbi,
      functionName: 'permit',
      args: [
        ...([message.owner, message.spender, message.value, message.deadline] as const),
        Number(`0x${signature.slice(130, 132)}`),
        `0x${signature.slice(2, 66)}`,
        `0x${signature.slice(66, 130)}`,
      ],
    })
  await expect(callPermit(outer)).rejects.toThrow(/ERC2612InvalidSigner|reverted/)
  // The same call with the key's own signature is accepted: only the form makes the difference.
  await callPermit(await ada.signTypedData(permit))
  // And the key's own signature is none of the smart account.
  expect(await isValid(one, ada.address, hash, await ada.signTypedData(permit))).toBe(false)
})

test('[T38] a message signed by the smart account counts for this account on this chain only', async () => {
  const ada = await one.open()
  await two.test.setBalance({ address: ada.address, value: parseEther('10') })
  await one.upgrade(ada)
  await two.upgrade(ada)
  const verifierDomain = {
    ...{
      name: 'Foyer Account',
      version: '1',
      chainId: one.chainId,
      verifyingContract: ada.address,
    },
  } as const
  const signature = await ada.sign({
    hash: hashNestedMessage({ message: 'hello', verifierDomain }),
  })
  expect(await isValid(one, ada.address, hashMessage('hello'), signature)).toBe(true)
  expect(await isValid(two, ada.address, hashMessage('hello'), signature)).toBe(false)
  const plain = await ada.signMessage({ message: 'hello' })
  expect(await isValid(one, ada.address, hashMessage('hello'), plain)).toBe(false)
  expect(await one.read.verifyMessage({ address: ada.address, message: 'hello', signature })).toBe(
    true,
  )
})

test('keeps its numbers in a place of its own, which outlives the delegation', async () => {
  const ada = await one.open()
  await one.upgrade(ada)
  const batch = await one.signBatch(ada, [transfer(noOne, 1n)])
  await one.send(one.faucet, { to: ada.address, data: encodeSigned(batch) })
  await one.upgrade(ada, zeroAddress)
  expect(await one.read.getCode(ada)).toBe(undefined)
  // Without code a call succeeds and does nothing.
  const before = await one.usdcOf(ada.address)
  await one.send(one.faucet, { to: ada.address, data: encodeSigned(batch) })
  expect(await one.usdcOf(ada.address)).toBe(before)
  await one.upgrade(ada)
  expect(await one.refusal(one.faucet.address, ada.address, encodeSigned(batch))).toBe(
    'InvalidExecutionNonce',
  )

  const namespace = BigInt(keccak256(stringToHex('foyer.account'))) - 1n
  const root = BigInt(keccak256(numberToHex(namespace, { size: 32 }))) & ~0xffn
  const slot = keccak256(encodeAbiParameters(parseAbiParameters('uint192, uint256'), [0n, root]))
  const wordAt = async (at: Hex) =>
    BigInt((await one.read.getStorageAt({ address: ada.address, slot: at })) ?? '0x0')
  expect(await wordAt(slot)).toBe(1n)
  for (let at = 0; at < 8; at += 1) expect(await wordAt(numberToHex(at))).toBe(0n)
})

test('receives coins and NFTs as before', async () => {
  const ada = await one.open()
  await one.upgrade(ada)
  const before = await one.read.getBalance(ada)
  await one.send(one.faucet, { to: ada.address, value: 3n })
  expect(await one.read.getBalance(ada)).toBe(before + 3n)
  const mint = { abi: devNftAbi, functionName: 'mint', args: [one.faucet.address, 777n] } as const
  await one.send(one.faucet, { to: art, data: encodeFunctionData(mint) })
  const args = [one.faucet.address, ada.address, 777n] as const
  const give = { abi: devNftAbi, functionName: 'safeTransferFrom', args } as const
  const receipt = await one.send(one.faucet, { to: art, data: encodeFunctionData(give) })
  expect(receipt.status).toBe('success')
})

test('costs less gas for two transfers than two transactions, from the second batch on', async () => {
  const ada = await one.open()
  const bob = await one.open()
  const calls = [transfer(noOne, 1n), transfer(one.faucet.address, 1n)]
  let apart = 0n
  for (const call of calls) apart += (await one.send(bob, call)).gasUsed
  const nonce = await one.read.getTransactionCount(ada)
  const facts = { chainId: one.chainId, address: implementation, nonce: nonce + 1 } as const
  const data = execute(batchMode, encodeCalls(calls))
  const authorizationList = [await ada.signAuthorization(facts)]
  const first = (await one.send(ada, { to: ada.address, data, authorizationList })).gasUsed
  const next = (await one.send(ada, { to: ada.address, data })).gasUsed
  const signed = encodeSigned(await one.signBatch(ada, calls))
  const sponsored = (await one.send(one.faucet, { to: ada.address, data: signed })).gasUsed
  console.info(
    `gas of two transfers: apart ${apart}, with the upgrade ${first}, together ${next}, sent by another ${sponsored}`,
  )
  expect(next).toBeLessThan(apart)
})
