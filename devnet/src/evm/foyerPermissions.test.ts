import {
  decodeGrant,
  encodeGrant,
  grantDigest,
  type PermissionGrant,
  permissionsContract,
  toHex,
} from '@foyer/decode/internal'
import { neverGranted } from '@foyer/protocol/permissions'
import fc from 'fast-check'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  stringToHex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devTokenAbi, foyerAccountAbi, foyerPermissionsAbi } from './abis.ts'
import { accountWorld } from './accountWorld.test.kit.ts'
import { devnetAddresses } from './addresses.ts'
import { compileOnce } from './compileOnce.ts'
import { type EvmChain, startEvm } from './startEvm.ts'

const { account: implementation, permissions: manager, permit2, usdc } = devnetAddresses
const noOne = '0x00000000000000000000000000000000000f00d1'
const single = `0x${'00'.repeat(32)}` as const
const batch = `0x01${'00'.repeat(31)}` as const
const day = 86_400n
const trickAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function trick(address hook, bytes data)',
  'function takeMore(uint256 extra)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function burn(uint256 amount)',
  'function ping() payable',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])
const pingSelector = '0x5c36b186'
const burnSelector = '0x42966c68'
const mintSelector = '0x40c10f19'

type Call = { to: Address; value?: bigint; data?: Hex }
type World = ReturnType<typeof accountWorld>
let one: World
let two: World
let trick: Address
let now: bigint
const chains: EvmChain[] = []

beforeAll(async () => {
  for (const chainId of [31337, 31338]) chains.push(await startEvm({ chainId, port: 0 }))
  one = accountWorld(chains[0]!)
  two = accountWorld(chains[1]!)
  const deployed = await one.send(one.faucet, { data: await compileOnce('TrickToken') })
  trick = deployed.contractAddress as Address
  now = (await one.read.getBlock()).timestamp
})
afterAll(() => Promise.all(chains.map(({ stop }) => stop())))

const transfer = (amount: bigint, to: Address = noOne, token: Address = usdc): Call => ({
  to: token,
  data: encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args: [to, amount] }),
})
const periodic = (amount: bigint, token: Address = usdc, period = day) => ({
  ...{ token, amount, initial: 0n, max: 0n, period },
})
const stream = (amount: bigint, initial: bigint, max: bigint, token: Address = usdc) => ({
  ...{ token, amount, initial, max, period: 0n },
})

/** An upgraded account, a signer with coins for gas, and the current time. */
async function open(world = one) {
  const ada = await world.open()
  await world.upgrade(ada)
  const agent = await world.open()
  now = (await world.read.getBlock()).timestamp
  return { ada, agent }
}

function makeGrant(
  { ada, agent }: { ada: PrivateKeyAccount; agent: PrivateKeyAccount },
  more: Partial<PermissionGrant> = {},
): PermissionGrant {
  return {
    ...{
      account: ada.address,
      signer: agent.address,
      origin: keccak256(stringToHex('https://a.b')),
    },
    ...{ start: now - 10n, expiry: now + 20n * day, epoch: 0n, calls: 1_000n, salt: 7n },
    ...{ allowances: [periodic(100n)], targets: [] },
    ...more,
  }
}

/** Signs as the wallet does; `encodeGrant` and the digest are the wallet's own. */
async function signGrant(grant: PermissionGrant, key: PrivateKeyAccount, chainId = one.chainId) {
  const hash = toHex(grantDigest(grant, BigInt(chainId))) as Hex
  return encodeGrant(grant, await key.sign({ hash })) as Hex
}

const encodeBatch = (calls: readonly Call[]) =>
  encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [
    calls.map(({ data = '0x', to, value = 0n }) => ({ to, value, data })),
  ])
const redeem = (context: Hex, calls: readonly Call[], mode: Hex = batch) =>
  encodeFunctionData({
    abi: foyerPermissionsAbi,
    functionName: 'redeemDelegations',
    args: [[context], [mode], [encodeBatch(calls)]],
  })

/** A granted permission, and how its signer uses it. */
async function granted(more: Partial<PermissionGrant> = {}, world = one) {
  const people = await open(world)
  const grant = makeGrant(people, more)
  const context = await signGrant(grant, people.ada, world.chainId)
  return {
    ...people,
    context,
    grant,
    /** Sends the calls. */
    use: (...calls: Call[]) =>
      world.send(people.agent, { to: manager, data: redeem(context, calls) }),
    /** The error with which the calls fail; undefined if they succeed. */
    refusal: (...calls: Call[]) =>
      world.refusal(people.agent.address, manager, redeem(context, calls)),
  }
}
/** Moves the chain's clock, and mines a block. */
async function pass(seconds: bigint) {
  await one.test.increaseTime({ seconds: Number(seconds) })
  await one.test.mine({ blocks: 1 })
}
const available = (grant: PermissionGrant) =>
  one.read.readContract({
    ...{ address: manager, abi: foyerPermissionsAbi, functionName: 'available' },
    args: [grant as never],
  })

test('the wallet and the contract agree on the address, the hash and the context of a grant', async () => {
  expect(permissionsContract).toBe(manager)
  const trusted = {
    address: implementation,
    abi: foyerAccountAbi,
    functionName: 'permissions',
  } as const
  expect(await one.read.readContract(trusted)).toBe(manager)
  const word = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
  const bytes = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((value) => toHex(value))
  const grants = fc.record({
    ...{ account: bytes(20), signer: bytes(20), origin: bytes(32) },
    ...{ start: word(64), expiry: word(64), epoch: word(64), calls: word(32), salt: word(256) },
    allowances: fc.array(
      fc.record({
        ...{ token: bytes(20), amount: word(192), initial: word(192), max: word(192) },
        period: word(64),
      }),
      { maxLength: 5 },
    ),
    targets: fc.array(fc.record({ target: bytes(20), selector: bytes(4) }), { maxLength: 10 }),
  })
  await fc.assert(
    fc.asyncProperty(grants, bytes(65), async (grant, signature) => {
      const hash = await one.read.readContract({
        ...{ address: manager, abi: foyerPermissionsAbi, functionName: 'hashOf' },
        args: [grant as never],
      })
      expect(hash).toBe(toHex(grantDigest(grant, BigInt(one.chainId))))
      expect(decodeGrant(encodeGrant(grant, signature))).toEqual({ grant, signature })
    }),
    { numRuns: 40 },
  )
})

test('[T44] a signer spends up to the limit of a period, not more, and again in the next one', async () => {
  const { ada, grant, refusal, use } = await granted()
  const before = await one.usdcOf(ada.address)
  expect(await refusal(transfer(101n))).toBe('AllowanceExceeded')
  expect((await use(transfer(60n))).status).toBe('success')
  expect(await refusal(transfer(41n))).toBe('AllowanceExceeded')
  expect(await available(grant)).toEqual([[40n], 999n])
  expect((await use(transfer(40n))).status).toBe('success')
  expect(await refusal(transfer(1n))).toBe('AllowanceExceeded')
  await pass(day)
  expect(await refusal(transfer(101n))).toBe('AllowanceExceeded')
  expect((await use(transfer(100n))).status).toBe('success')
  expect(before - (await one.usdcOf(ada.address))).toBe(200n)
})

test('[T44] a batch that splits the spending counts as one, and happens whole or not at all', async () => {
  const { ada, refusal, use } = await granted()
  const before = await one.usdcOf(ada.address)
  expect(await refusal(transfer(50n), transfer(51n))).toBe('AllowanceExceeded')
  const huge = transfer(2n ** 255n)
  expect(await refusal(huge, huge)).not.toBe(undefined)
  await use(transfer(50n), transfer(50n))
  expect(before - (await one.usdcOf(ada.address))).toBe(100n)
})

test('a stream grows by the second up to its limit', async () => {
  const { grant, refusal, use } = await granted({ allowances: [stream(10n, 500n, 100_000n)] })
  expect(await refusal(transfer(100_001n))).toBe('AllowanceExceeded')
  await use(transfer(500n))
  const [[left]] = (await available(grant)) as readonly [readonly [bigint], bigint]
  expect(left).toBeLessThan(500n)
  await pass(3_600n)
  expect((await available(grant))[0][0]).toBeGreaterThanOrEqual(36_000n)
  await use(transfer(36_000n))
  await pass(10n * day)
  expect((await available(grant))[0][0]).toBe(100_000n - 36_500n)
  expect(await refusal(transfer(63_501n))).toBe('AllowanceExceeded')
  await use(transfer(63_500n))
  await pass(day)
  expect(await refusal(transfer(1n))).toBe('AllowanceExceeded')
})

test('coins count too, to any receiver, and an execution of one call works as well', async () => {
  const { agent, context, refusal, use } = await granted({
    allowances: [periodic(100n, zeroAddress)],
  })
  expect(await refusal({ to: noOne, value: 101n })).toBe('AllowanceExceeded')
  expect(await refusal({ to: noOne, value: 1n, data: '0x12345678' })).toBe('NotGranted')
  expect(await refusal(transfer(1n))).toBe('NotGranted')
  const before = await one.read.getBalance({ address: noOne })
  await use({ to: noOne, value: 30n })
  const execution = encodePacked(['address', 'uint256', 'bytes'], [noOne, 70n, '0x'])
  const data = encodeFunctionData({
    abi: foyerPermissionsAbi,
    functionName: 'redeemDelegations',
    args: [[context], [single], [execution]],
  })
  await one.send(agent, { to: manager, data })
  expect((await one.read.getBalance({ address: noOne })) - before).toBe(100n)
  expect(await refusal({ to: noOne, value: 1n })).toBe('AllowanceExceeded')
})

test('[T44] refuses another token, function, contract, redeemer and mode', async () => {
  const { ada, agent, context, refusal } = await granted()
  expect(await refusal(transfer(1n, noOne, devnetAddresses.dai))).toBe('NotGranted')
  expect(await refusal({ to: noOne, value: 1n })).toBe('NotGranted')
  expect(await refusal({ to: usdc, data: pingSelector })).toBe('NotGranted')
  expect(await refusal({ ...transfer(1n), value: 1n })).toBe('NotGranted')
  expect(await refusal({ to: usdc, data: '0xa9059c' })).toBe('NotGranted')
  expect(await refusal({ to: usdc, data: concat([transfer(1n).data!, '0x00']) })).toBe('NotGranted')
  const data = redeem(context, [transfer(1n)])
  for (const stranger of [ada.address, one.faucet.address, usdc, zeroAddress])
    expect(await one.refusal(stranger, manager, data)).toBe('InvalidSigner')
  for (const start of ['0xff', '0x0101', '0x0001', `0x0100${'0'.repeat(8)}78210001`]) {
    const mode = start.padEnd(66, '0') as Hex
    const given = redeem(context, [transfer(1n)], mode)
    expect(await one.refusal(agent.address, manager, given), start).toBe('UnsupportedMode')
  }
})

test('[T44] [T45] refuses after the end, before the start, and after its revocation by the account alone', async () => {
  const { ada, agent, grant, refusal, use } = await granted()
  const hash = toHex(grantDigest(grant, BigInt(one.chainId))) as Hex
  const revoke = encodeFunctionData({
    abi: foyerPermissionsAbi,
    functionName: 'revoke',
    args: [hash],
  })
  // A stranger's revocation ends nothing.
  await one.send(agent, { to: manager, data: revoke })
  await use(transfer(1n))
  await one.send(ada, { to: manager, data: revoke })
  expect(await refusal(transfer(1n))).toBe('GrantRevoked')
  expect(await available(grant)).toEqual([[0n], 0n])

  const later = await granted({ start: now + day, expiry: now + 2n * day })
  expect(await later.refusal(transfer(1n))).toBe('GrantNotStarted')
  await pass(day + 10n)
  await later.use(transfer(1n))
  await pass(day)
  expect(await later.refusal(transfer(1n))).toBe('GrantExpired')
  now = (await one.read.getBlock()).timestamp
  const long = await granted()
  const tooLong = { ...long.grant, expiry: long.grant.start + 30n * day + 1n }
  const data = redeem(await signGrant(tooLong, long.ada), [transfer(1n)])
  expect(await one.refusal(long.agent.address, manager, data)).toBe('GrantTooLong')
})

test('[T45] one call ends all permissions of an account, and none of another', async () => {
  const first = await granted()
  const second = await granted()
  const other = { ...first.grant, salt: 8n, epoch: 1n }
  const next = redeem(await signGrant(other, first.ada), [transfer(1n)])
  expect(await one.refusal(first.agent.address, manager, next)).toBe('GrantRevoked')
  const data = encodeFunctionData({ abi: foyerPermissionsAbi, functionName: 'revokeAll' })
  await one.send(first.ada, { to: manager, data })
  expect(await first.refusal(transfer(1n))).toBe('GrantRevoked')
  expect(await one.refusal(first.agent.address, manager, next)).toBe(undefined)
  expect(await second.refusal(transfer(1n))).toBe(undefined)
})

test('[T44] a grant that was changed, or is of another account, key or chain, is worth nothing', async () => {
  const { ada, agent, context, grant } = await granted()
  const bob = await one.open()
  await one.upgrade(bob)
  const { signature } = decodeGrant(context)!
  const wrong = async (changed: Partial<PermissionGrant>, by = signature, world = one) => {
    const data = redeem(encodeGrant({ ...grant, ...changed }, by) as Hex, [transfer(1n)])
    return world.refusal(agent.address, manager, data)
  }
  expect(await wrong({})).toBe(undefined)
  const refused = 'InvalidGrantSignature'
  expect(await wrong({ account: bob.address })).toBe(refused)
  expect(await wrong({ account: zeroAddress }, `0x${'00'.repeat(65)}`)).toBe(refused)
  expect(await wrong({ allowances: [periodic(101n)] })).toBe(refused)
  expect(await wrong({ expiry: grant.expiry + 1n })).toBe(refused)
  expect(await wrong({ calls: 1_001n })).toBe(refused)
  expect(await wrong({ salt: 8n })).toBe(refused)
  expect(await wrong({ targets: [{ target: usdc, selector: '0xa9059cbb' }] })).toBe(refused)
  const hash = toHex(grantDigest(grant, BigInt(one.chainId))) as Hex
  expect(await wrong({}, await bob.sign({ hash }))).toBe(refused)
  expect(await wrong({}, '0x')).toBe(refused)
  await two.test.setBalance({ address: ada.address, value: 10n ** 18n })
  await two.upgrade(ada)
  await two.test.setNextBlockTimestamp({ timestamp: now })
  await two.test.mine({ blocks: 1 })
  expect(await wrong({}, signature, two)).toBe(refused)
  // An account without the code executes nothing, and its grant spends nothing.
  const plain = await one.open()
  const useless = makeGrant({ ada: plain, agent })
  const data = redeem(await signGrant(useless, plain), [transfer(1n)])
  expect(await one.read.call({ account: agent.address, to: manager, data }).catch(() => 'no')).toBe(
    'no',
  )
})

/** Functions that hand tokens or rights to someone else, or wrap other calls. */
const handingOver = [
  ...['approve(address,uint256)', 'increaseAllowance(address,uint256)'],
  ...['decreaseAllowance(address,uint256)', 'increaseApproval(address,uint256)'],
  ...['setApprovalForAll(address,bool)', 'approve(address)'],
  'approve(address,address,uint160,uint48)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bytes)',
  'transferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'transferFrom(address,address,uint160,address)',
  'transferFrom((address,address,uint160,address)[])',
  ...['approve(address,uint256,uint256)', 'setOperator(address,bool)'],
  ...['transfer(address,uint256,uint256)', 'transferFrom(address,address,uint256,uint256)'],
  ...['approveAndCall(address,uint256)', 'approveAndCall(address,uint256,bytes)'],
  ...['authorizeOperator(address)', 'approveDelegation(address,uint256)'],
  ...['allow(address,bool)', 'setAuthorization(address,bool)', 'hope(address)'],
  ...['setRelayerApproval(address,address,bool)', 'transferOwnership(address)'],
  ...['grantRole(bytes32,address)', 'multicall(bytes[])', 'multicall(uint256,bytes[])'],
  'multicall(bytes32,bytes[])',
]

test('[T43] no grant reaches the account, the contract itself, EntryPoints, Permit2 or approvals', async () => {
  const people = await open()
  const forbidden = [
    ...[people.ada.address, manager, zeroAddress, permit2],
    '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  ] as Address[]
  const selectors = handingOver.map((signature) => toFunctionSelector(`function ${signature}`))
  const pairs = [
    ...forbidden.map((target) => ({ target, selector: pingSelector as Hex })),
    ...[...selectors, '0x00000000' as Hex].map((selector) => ({ target: usdc, selector })),
  ]
  const known = neverGranted.selectors.filter((one) => one !== '0x00000000')
  expect(selectors.toSorted()).toEqual(known.toSorted())
  for (const pair of pairs) {
    const grant = makeGrant(people, { targets: [pair] })
    const call = { to: pair.target, data: concat([pair.selector, `0x${'00'.repeat(64)}`]) }
    const data = redeem(await signGrant(grant, people.ada), [call])
    expect(await one.refusal(people.agent.address, manager, data), pair.selector).toBe(
      'NeverGranted',
    )
  }
  const coins = makeGrant(people, { allowances: [periodic(100n, zeroAddress)] })
  const context = await signGrant(coins, people.ada)
  for (const to of forbidden)
    expect(
      await one.refusal(people.agent.address, manager, redeem(context, [{ to, value: 1n }])),
    ).toBe('NeverGranted')
})

test('[T44] listed functions alone may be called, as often as granted, and what they spend counts', async () => {
  const targets = [
    { target: trick, selector: pingSelector },
    { target: trick, selector: burnSelector },
  ]
  const allowances = [periodic(100n, trick), periodic(5n, zeroAddress)]
  const { ada, agent, context, refusal, use } = await granted({ targets, allowances, calls: 4n })
  const mint = encodeFunctionData({
    abi: trickAbi,
    functionName: 'mint',
    args: [ada.address, 1_000n],
  })
  await one.send(one.faucet, { to: trick, data: mint })
  const burn = (amount: bigint): Call => ({
    to: trick,
    data: encodeFunctionData({ abi: trickAbi, functionName: 'burn', args: [amount] }),
  })
  const ping = (value = 0n): Call => ({ to: trick, value, data: pingSelector })
  expect(await refusal(transfer(1n, noOne, trick))).toBe('NotGranted')
  expect(await refusal({ to: noOne, value: 1n })).toBe('NotGranted')
  expect(await refusal({ to: usdc, data: pingSelector })).toBe('NotGranted')
  expect(await refusal(burn(101n))).toBe('AllowanceExceeded')
  expect(await refusal(ping(6n))).toBe('AllowanceExceeded')
  await use(burn(60n), ping(5n))
  expect(await refusal(burn(41n))).toBe('AllowanceExceeded')
  expect(await refusal(ping(1n))).toBe('AllowanceExceeded')
  expect(await refusal(ping(), ping(), ping())).toBe('CallsExceeded')
  await use(ping(), ping())
  expect(await refusal(ping())).toBe('CallsExceeded')
  expect(await one.refusal(agent.address, manager, redeem(context, []))).toBe(undefined)
})

test('[T44] a listed contract that is a token takes nothing without an allowance of it', async () => {
  const { ada, refusal } = await granted({
    allowances: [],
    targets: [
      { target: trick, selector: burnSelector },
      { target: trick, selector: pingSelector },
      { target: trick, selector: '0xa9059cbb' },
    ],
  })
  const mint = encodeFunctionData({ abi: trickAbi, functionName: 'mint', args: [ada.address, 9n] })
  await one.send(one.faucet, { to: trick, data: mint })
  const burn = encodeFunctionData({ abi: trickAbi, functionName: 'burn', args: [1n] })
  expect(await refusal({ to: trick, data: burn })).toBe('NotGranted')
  expect(await refusal(transfer(1n, noOne, trick))).toBe('NotGranted')
  expect(await refusal({ to: trick, data: pingSelector })).toBe(undefined)
})

test('[T44] a token that calls back, or takes more than it is told to, passes no limit', async () => {
  const { ada, agent, context, refusal, use } = await granted({
    allowances: [periodic(100n, trick)],
  })
  const send = (functionName: 'mint' | 'trick' | 'takeMore', args: readonly unknown[]) =>
    one.send(one.faucet, {
      to: trick,
      data: encodeFunctionData({ abi: trickAbi, functionName, args: args as never }),
    })
  await send('mint', [ada.address, 1_000n])
  // The token is the signer of a second grant, and uses it in the middle of the first one.
  const grant = makeGrant({ ada, agent }, { signer: trick, allowances: [periodic(100n, trick)] })
  const inner = redeem(await signGrant(grant, ada), [transfer(100n, noOne, trick)])
  await send('trick', [manager, inner])
  expect(await refusal(transfer(100n, noOne, trick))).toBe('ReentrancyGuardReentrantCall')
  await send('trick', [zeroAddress, '0x'])
  await send('takeMore', [50n])
  expect(await refusal(transfer(60n, noOne, trick))).toBe('AllowanceExceeded')
  await use(transfer(50n, noOne, trick))
  await send('takeMore', [0n])
  expect(await refusal(transfer(1n, noOne, trick))).toBe('AllowanceExceeded')
  expect(await one.refusal(agent.address, manager, redeem(context, []))).toBe(undefined)
})

/** A call of one of the token's functions that are listed in {@link inflows}. */
const ofTrick = (functionName: 'mint' | 'burn', args: readonly unknown[]): Call => ({
  to: trick,
  data: encodeFunctionData({ abi: trickAbi, functionName, args: args as never }),
})
/** Functions of a token that pay the account, and that take from it. */
const inflows = () => [
  { target: trick, selector: mintSelector } as const,
  { target: trick, selector: burnSelector } as const,
  { target: trick, selector: '0xa9059cbb' } as const,
]

test('[T44] income in the same batch pays for nothing: each decrease counts', async () => {
  const { ada, grant, refusal, use } = await granted({
    ...{ allowances: [periodic(100n, trick)], targets: inflows() },
  })
  const claim = ofTrick('mint', [ada.address, 1_000n])
  await one.send(one.faucet, ofTrick('mint', [ada.address, 10_000n]))
  expect(await refusal(claim, ofTrick('burn', [1_100n]))).toBe('AllowanceExceeded')
  expect(await refusal(claim, ofTrick('burn', [101n]))).toBe('AllowanceExceeded')
  expect(await refusal(ofTrick('burn', [60n]), claim, ofTrick('burn', [60n]))).toBe(
    'AllowanceExceeded',
  )
  await use(claim, ofTrick('burn', [30n]), claim, transfer(30n, noOne, trick))
  expect((await available(grant))[0]).toEqual([40n])
  // A token that takes more than it is told to is not paid for by its own income either.
  const takeMore = { abi: trickAbi, functionName: 'takeMore' } as const
  const set = (extra: bigint) =>
    one.send(one.faucet, { to: trick, data: encodeFunctionData({ ...takeMore, args: [extra] }) })
  await set(40n)
  expect(await refusal(claim, transfer(1n, noOne, trick), claim)).toBe('AllowanceExceeded')
  await set(0n)
})

test('[T44] a listed token without an allowance takes nothing, whatever else it pays', async () => {
  const { ada, refusal } = await granted({ allowances: [], targets: inflows() })
  const claim = ofTrick('mint', [ada.address, 10n])
  expect(await refusal(claim)).toBe(undefined)
  expect(await refusal(claim, ofTrick('burn', [1n]))).toBe('NotGranted')
  expect(await refusal(claim, ofTrick('burn', [10n]), claim)).toBe('NotGranted')
})

test('a token with a fee costs what was sent', async () => {
  const fee = (await one.send(one.faucet, { data: await compileOnce('FeeToken') })).contractAddress!
  const { ada, refusal, use } = await granted({ allowances: [periodic(100n, fee)] })
  const mint = encodeFunctionData({
    abi: trickAbi,
    functionName: 'mint',
    args: [ada.address, 1_000n],
  })
  await one.send(one.faucet, { to: fee, data: mint })
  await use(transfer(100n, noOne, fee))
  expect(await refusal(transfer(1n, noOne, fee))).toBe('AllowanceExceeded')
})

test('refuses two allowances for one token', async () => {
  const { refusal } = await granted({ allowances: [periodic(100n), periodic(100n)] })
  expect(await refusal(transfer(1n))).toBe('InvalidAllowances')
})

test('the account executes for the contract, the EntryPoint and itself only', async () => {
  const { ada } = await open()
  const data = encodeFunctionData({
    abi: foyerAccountAbi,
    functionName: 'execute',
    args: [batch, encodeBatch([transfer(1n)])],
  })
  expect(await one.refusal(manager, ada.address, data)).toBe(undefined)
  for (const stranger of [one.faucet.address, usdc, permit2])
    expect(await one.refusal(stranger, ada.address, data)).toBe('AccountUnauthorized')
})

/** A model of the contract, in the plainest way: every payment with its time. */
function modelOf({ allowances, calls, expiry, start }: PermissionGrant) {
  const paid: { token: string; amount: bigint; at: bigint }[] = []
  let used = 0n
  let isRevoked = false
  const left = (
    { amount, initial, max, period, token }: PermissionGrant['allowances'][number],
    at: bigint,
  ) => {
    const own = paid.filter((one) => one.token === token)
    const sum = (list: typeof paid) => list.reduce((total, one) => total + one.amount, 0n)
    if (period === 0n) {
      const grown = initial + amount * (at - start)
      return (grown < max ? grown : max) - sum(own)
    }
    const current = (at - start) / period
    return amount - sum(own.filter((one) => (one.at - start) / period === current))
  }
  return {
    revoke() {
      isRevoked = true
    },
    pay(payments: readonly { token: string; amount: bigint }[], at: bigint): boolean {
      if (isRevoked || at < start || at >= expiry || used + BigInt(payments.length) > calls)
        return false
      for (const allowance of allowances) {
        const total = payments
          .filter(({ token }) => token === allowance.token)
          .reduce((sum, { amount }) => sum + amount, 0n)
        if (total > left(allowance, at)) return false
      }
      if (payments.some(({ token }) => !allowances.some((one) => one.token === token))) return false
      used += BigInt(payments.length)
      paid.push(...payments.map((payment) => ({ ...payment, at })))
      return true
    },
  }
}

test('[T44] hundreds of random payments over time: the contract allows what a plain model allows', async () => {
  const dai = devnetAddresses.dai
  const tokens = [usdc, zeroAddress, dai] as const
  const amount = fc.bigInt({ min: 0n, max: 70n })
  const payment = fc.record({ token: fc.constantFrom(...tokens), amount })
  const step = fc.record({
    seconds: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 4_000 }), fc.constant(90_000)),
    payments: fc.array(payment, { minLength: 1, maxLength: 3 }),
  })
  let steps = 0
  let allowed = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 40, maxLength: 40 }),
      fc.integer({ min: 20, max: 120 }),
      fc.boolean(),
      async (plan, revokeAt, isStream) => {
        const { ada, agent } = await open()
        const grant = makeGrant(
          { ada, agent },
          {
            ...{ start: now, expiry: now + 12n * day, calls: 30n },
            allowances: [
              isStream ? stream(1n, 50n, 900n) : periodic(100n, usdc, 1_000n),
              periodic(100n, zeroAddress, day),
            ],
          },
        )
        const context = await signGrant(grant, ada)
        const model = modelOf(grant)
        for (const [index, { payments, seconds }] of plan.entries()) {
          if (index === revokeAt) {
            const args = [toHex(grantDigest(grant, BigInt(one.chainId))) as Hex] as const
            const data = encodeFunctionData({
              abi: foyerPermissionsAbi,
              functionName: 'revoke',
              args,
            })
            await one.send(ada, { to: manager, data })
            model.revoke()
          }
          const at = (await one.read.getBlock()).timestamp + BigInt(seconds) + 1n
          await one.test.setNextBlockTimestamp({ timestamp: at })
          const calls = payments.map(
            ({ amount, token }): Call =>
              token === zeroAddress ? { to: noOne, value: amount } : transfer(amount, noOne, token),
          )
          const { status } = await one.send(agent, {
            ...{ to: manager, data: redeem(context, calls), gas: 900_000n },
          })
          const expected = model.pay(payments, at)
          expect(status === 'success', `step ${index}`).toBe(expected)
          steps += 1
          if (expected) allowed += 1
        }
      },
    ),
    { numRuns: 8 },
  )
  expect(steps).toBeGreaterThanOrEqual(300)
  expect(allowed).toBeGreaterThan(60)
})

test('[T44] random batches with income between the payments: what leaves never exceeds the limits', async () => {
  const amount = fc.bigInt({ min: 0n, max: 60n })
  const kind = fc.constantFrom('mint', 'burn', 'transfer')
  const step = fc.record({
    seconds: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 1_500 })),
    calls: fc.array(fc.record({ kind, amount }), { minLength: 1, maxLength: 4 }),
  })
  let steps = 0
  let allowed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), async (plan) => {
      const { ada, agent } = await open()
      await one.send(one.faucet, ofTrick('mint', [ada.address, 10_000n]))
      const grant = makeGrant(
        { ada, agent },
        {
          ...{ start: now, calls: 60n, targets: inflows() },
          allowances: [periodic(100n, trick, 1_000n)],
        },
      )
      const context = await signGrant(grant, ada)
      const model = modelOf(grant)
      for (const [index, { calls, seconds }] of plan.entries()) {
        const at = (await one.read.getBlock()).timestamp + BigInt(seconds) + 1n
        await one.test.setNextBlockTimestamp({ timestamp: at })
        const batch = calls.map(({ amount, kind }) => {
          if (kind === 'transfer') return transfer(amount, noOne, trick)
          return ofTrick(kind, kind === 'mint' ? [ada.address, amount] : [amount])
        })
        const { status } = await one.send(agent, {
          ...{ to: manager, data: redeem(context, batch), gas: 900_000n },
        })
        const leaving = calls.map(({ amount, kind }) => ({
          ...{ token: trick, amount: kind === 'mint' ? 0n : amount },
        }))
        const expected = model.pay(leaving, at)
        expect(status === 'success', `step ${index}`).toBe(expected)
        steps += 1
        if (expected) allowed += 1
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
  expect(steps).toBeGreaterThanOrEqual(120)
  expect(allowed).toBeGreaterThan(25)
})

test('using a permission costs less gas from the second time on', async () => {
  const { use } = await granted()
  const [first, later] = [(await use(transfer(1n))).gasUsed, (await use(transfer(1n))).gasUsed]
  console.log(`gas of a transfer by a permission: first ${first}, later ${later}`)
  expect(first).toBeLessThan(160_000n)
  expect(later).toBeLessThan(first - 30_000n)
})
