import { connect as connectWith, createFoyer, sendToken } from '@foyer/core'
import { type SolanaChain, solanaTokens, startSolana } from '@foyer/devnet'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerRequest } from '../answerRequest.ts'
import { createConnector } from '../createConnector.ts'
import { solanaLocalnet } from '../networks.ts'
import { createNodeRpc, createNodeWallet, person } from '../nodeWallet.test.kit.ts'
import { token2022Program, tokenProgram } from '../programs.ts'
import { createRegistration } from '../registration.ts'
import { solana } from '../solana.ts'
import { parseStandardAccounts } from '../standardWallet.ts'
import {
  associatedAccount,
  extensions,
  instruction,
  keypairOf,
  makeToken,
  mintTo,
  openAccount,
  run,
} from '../testToken.test.kit.ts'
import { waitForTransaction } from '../waitForTransaction.ts'
import { send } from './send.ts'

const alice = person('alice')
const stranger = () => Keypair.generate().publicKey.toBase58()
let chain: SolanaChain
let node: Connection
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 50 })
  node = new Connection(chain.url, 'confirmed')
})
afterAll(() => chain.stop())

type Options = Partial<Parameters<typeof createNodeWallet>[0]> & {
  from?: { address: string; seed: string }
}
const create = ({ from = alice, ...options }: Options = {}) => {
  const made = createNodeWallet({ people: [from], url: chain.url, ...options })
  const given = parseStandardAccounts(made.everyone)
  const rpc = createNodeRpc(chain.url)
  const trySend = (parameters: {
    amount: bigint
    to: string
    token?: string
    maxPriorityFee?: bigint
  }) =>
    send({
      address: from.address,
      network: solanaLocalnet,
      provider: { request: (call) => answerRequest(call, { wallet: made.wallet, given }) },
      rpc,
      maxPriorityFee: 1_000_000n,
      ...parameters,
    })
  const pay = async (parameters: Parameters<typeof trySend>[0]) => {
    const hash = await trySend(parameters)
    const receipt = await waitForTransaction({ hash, rpc, signal: AbortSignal.timeout(20_000) })
    expect(receipt.status).toBe('success')
    return hash
  }
  return { ...made, pay, trySend }
}
const coinsOf = async (address: string) => BigInt(await node.getBalance(new PublicKey(address)))
const tokensOf = async (owner: string, mint: string, program = tokenProgram) =>
  BigInt(
    (await node.getTokenAccountBalance(new PublicKey(associatedAccount(owner, mint, program))))
      .value.amount,
  )
/** A new account, with coins from the faucet. */
async function fund(lamports: bigint) {
  const keypair = Keypair.generate()
  const address = keypair.publicKey.toBase58()
  await chain.airdrop({
    to: keypair.publicKey.toBase58() as typeof alice.address,
    amount: lamports,
  })
  await expect.poll(() => coinsOf(address)).toBe(lamports)
  return { address, seed: Buffer.from(keypair.secretKey.slice(0, 32)).toString('hex') }
}
const refusal = (details: RegExp, code = 'transaction-rejected') => ({
  name: 'FoyerError',
  code,
  details: expect.stringMatching(details),
})

test('[5.11] a connected user sends SOL on a real chain', async () => {
  const { wallet } = createNodeWallet({ people: [alice], url: chain.url })
  const network = { ...solanaLocalnet, rpcUrls: { default: { http: [chain.url] } } }
  const foyer = createFoyer({ projectId: 'test', adapters: [solana()], networks: [network] })
  const registration = createRegistration(wallet)
  await connectWith(foyer, {
    connector: createConnector({ id: 'test', name: 'Test', imageUrl: undefined, registration }),
  })
  const to = stranger()
  const hash = await sendToken(foyer, { to, amount: 1_234_567n })
  expect(hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
  await expect.poll(() => coinsOf(to)).toBe(1_234_567n)
})

test('charges amount and fee to the sender, with a limit of compute units and a price', async () => {
  const { calls, pay } = create()
  const to = stranger()
  const before = await coinsOf(alice.address)
  const hash = await pay({ to, amount: 10_000_000n })
  expect(await coinsOf(to)).toBe(10_000_000n)
  const fee = before - 10_000_000n - (await coinsOf(alice.address))
  expect(fee).toBeGreaterThanOrEqual(5_000n)
  expect(fee).toBeLessThanOrEqual(1_005_000n)
  const asked = calls.find(({ name }) => name === 'signAndSendTransaction')?.inputs[0]
  expect(asked).toMatchObject({
    chain: 'solana:localnet',
    options: { preflightCommitment: 'confirmed' },
  })
  const { message, version } = VersionedTransaction.deserialize(asked?.transaction as Uint8Array)
  expect(version).toBe('legacy')
  const budget = message.compiledInstructions
    .filter(
      ({ programIdIndex }) =>
        message.staticAccountKeys[programIdIndex]?.toBase58() ===
        'ComputeBudget111111111111111111111111111111',
    )
    .map(({ data }) => Buffer.from(data))
  expect(budget.map(([kind]) => kind)).toEqual([2, 3])
  const units = budget[0]?.readUInt32LE(1) ?? 0
  const found = await node.getTransaction(hash, { maxSupportedTransactionVersion: 0 })
  expect(units).toBe(Math.ceil((found?.meta?.computeUnitsConsumed ?? 0) * 1.2))
})

test('asks the wallet once, and sends through the node if the wallet only signs', async () => {
  const { names, pay } = create({ features: ['solana:signTransaction'] })
  const to = stranger()
  await pay({ to, amount: 1_000_000n })
  expect(await coinsOf(to)).toBe(1_000_000n)
  expect(names()).toEqual(['signTransaction'])
})

test.each(
  solanaTokens
    .filter(({ isNonTransferable }) => !isNonTransferable)
    .map((token) => [token.symbol, token] as const),
)(
  'sends %s to a receiver without a token account: creates it in the same transaction',
  async (_, token) => {
    const { pay } = create()
    const to = stranger()
    await pay({ to, amount: 1_000_000n, token: token.address })
    const fee = token.transferFee ? 10_000n : 0n
    expect(await tokensOf(to, token.address, token.program)).toBe(1_000_000n - fee)
    const account = new PublicKey(associatedAccount(to, token.address, token.program))
    const info = await node.getAccountInfo(account)
    const size = info?.data.length ?? 0
    expect(info?.lamports).toBe(await node.getMinimumBalanceForRentExemption(size))
    // To the account that exists now.
    await pay({ to, amount: 1_000_000n, token: token.address })
    expect(await tokensOf(to, token.address, token.program)).toBe(2n * (1_000_000n - fee))
  },
)

test('combines several accounts of the sender', async () => {
  const mint = await makeToken(node)
  const own = await openAccount(node, { mint, owner: alice.address, program: tokenProgram })
  await mintTo(node, { account: own, amount: 60n, mint, program: tokenProgram })
  const second = Keypair.generate()
  const [payer] = [keypairOf('alice')]
  await run(
    node,
    [
      SystemProgram.createAccount({
        fromPubkey: payer.publicKey,
        newAccountPubkey: second.publicKey,
        space: 165,
        lamports: await node.getMinimumBalanceForRentExemption(165),
        programId: new PublicKey(tokenProgram),
      }),
      // InitializeAccount3
      instruction(
        tokenProgram,
        [18, ...payer.publicKey.toBytes()],
        [
          [second.publicKey, 'w'],
          [mint, ''],
        ],
      ),
    ],
    [payer, second],
  )
  await mintTo(node, {
    account: second.publicKey.toBase58(),
    amount: 30n,
    mint,
    program: tokenProgram,
  })
  const to = stranger()
  await create().pay({ to, amount: 80n, token: mint })
  expect(await tokensOf(to, mint)).toBe(80n)
  expect(await tokensOf(alice.address, mint)).toBe(0n)
  await expect(create().trySend({ to, amount: 11n, token: mint })).rejects.toMatchObject(
    refusal(/^Not enough of the token: 0\.1 of 0\.11 can be sent\.$/),
  )
  await expect(
    create().trySend({ to: second.publicKey.toBase58(), amount: 1n }),
  ).rejects.toMatchObject(refusal(/is a token or the token account/, 'address-invalid'))
})

test('error: no amount, or one that is too large', async () => {
  const { names, trySend } = create()
  for (const amount of [0n, -1n, 2n ** 64n])
    await expect(trySend({ to: stranger(), amount })).rejects.toMatchObject({
      code: 'params-invalid',
    })
  expect(names()).toEqual([])
})

test('error: a receiver that is not a wallet', async () => {
  const { names, trySend } = create()
  const [usdc] = solanaTokens
  const tokenAccount = associatedAccount(alice.address, usdc?.address ?? '', tokenProgram)
  for (const [to, details] of [
    ['alice.sol', /alice/],
    [`${alice.address}1`, /oeYf/],
    [tokenAccount, /account of a program.*Send to the address of a wallet/],
    [associatedAccount(stranger(), usdc?.address ?? '', tokenProgram), /account of a program/],
    [usdc?.address, /is a token or the token account/],
    [SystemProgram.programId.toBase58(), /is no wallet: it belongs to the program Native/],
    [tokenProgram, /is no wallet: it belongs to the program/],
  ] as const)
    for (const token of [undefined, usdc?.address])
      await expect(
        trySend({ to: to ?? '', amount: 1_000_000n, ...(token && { token }) }),
        `${to}`,
      ).rejects.toMatchObject(refusal(details, 'address-invalid'))
  expect(names()).toEqual([])
})

test('error: more SOL than the balance, or than is left after the fee', async () => {
  const from = await fund(10_000_000n)
  const { names, trySend } = create({ from })
  const to = person('bob').address
  await expect(trySend({ to, amount: 20_000_000n })).rejects.toMatchObject(
    refusal(
      /^Not enough SOL: the account has 0\.01 SOL, it takes 0\.02 SOL to send and 0\.000005 SOL for the fee\. Send less, or add SOL\.$/,
    ),
  )
  await expect(trySend({ to, amount: 10_000_000n })).rejects.toMatchObject(
    refusal(/it takes 0\.01 SOL to send and 0\.000005 SOL for the fee/),
  )
  expect(names()).toEqual([])
})

test('error: a sender without SOL', async () => {
  const keypair = Keypair.generate()
  const from = {
    address: keypair.publicKey.toBase58(),
    seed: Buffer.from(keypair.secretKey.slice(0, 32)).toString('hex'),
  }
  await expect(
    create({ from }).trySend({ to: person('bob').address, amount: 1n }),
  ).rejects.toMatchObject(refusal(/^Not enough SOL: the account has 0 SOL/))
})

test("error: below the minimum for an empty receiver, or for the sender's remainder", async () => {
  const from = await fund(10_000_000n)
  const { names, pay, trySend } = create({ from })
  const least = BigInt(await node.getMinimumBalanceForRentExemption(0))
  await expect(trySend({ to: stranger(), amount: least - 1n })).rejects.toMatchObject(
    refusal(
      /^The receiver's account is empty: the first transfer to it must be at least 0\.0\d+ SOL\.$/,
    ),
  )
  await expect(
    trySend({ to: person('bob').address, amount: 10_000_000n - 5_000n - least + 1n }),
  ).rejects.toMatchObject(
    refusal(/^The account would be left with 0\.0\d+ SOL: it must keep 0\.0\d+ SOL or nothing/),
  )
  expect(names()).toEqual([])
  // The whole balance is accepted, and so is the minimum.
  await pay({ to: stranger(), amount: least })
  const rest = (await coinsOf(from.address)) - 5_000n
  await pay({ to: person('bob').address, amount: rest })
  expect(await coinsOf(from.address)).toBe(0n)
})

test('error: not enough SOL for the receiver’s token account', async () => {
  const from = await fund(2_000_000n)
  const [usdc] = solanaTokens
  const token = usdc?.address ?? ''
  await create().pay({ to: from.address, amount: 5_000_000n, token })
  const { names, trySend } = create({ from })
  await expect(trySend({ to: stranger(), amount: 1n, token })).rejects.toMatchObject(
    refusal(
      /^Not enough SOL: .* SOL to open the receiver's account for the token and .* Add SOL first\.$/,
    ),
  )
  expect(names()).toEqual([])
  // A receiver with the account can be paid.
  await create({ from }).pay({ to: person('bob').address, amount: 1n, token })
})

test('error: not a token, or one that the sender does not have', async () => {
  const { names, trySend } = create()
  const to = person('bob').address
  for (const token of ['nonsense', stranger(), person('bob').address, tokenProgram])
    await expect(trySend({ to, amount: 1n, token })).rejects.toMatchObject({
      code: 'address-invalid',
    })
  const token = await makeToken(node)
  await expect(trySend({ to, amount: 1n, token })).rejects.toMatchObject(
    refusal(/^Not enough of the token: 0 of 0\.01 can be sent\.$/),
  )
  expect(names()).toEqual([])
})

test.each([
  ['transferHook', /can not be sent: .*transfer hook.*not supported/],
  ['nonTransferable', /can not be sent: it stays with its first owner/],
] as const)('error: a token with the extension %s', async (name, details) => {
  const token = await makeToken(node, { extension: extensions[name] })
  const { names, trySend } = create()
  await expect(trySend({ to: person('bob').address, amount: 1n, token })).rejects.toMatchObject(
    refusal(details),
  )
  expect(names()).toEqual([])
})

test('sends a token with an empty transfer hook', async () => {
  const mint = await makeToken(node, { extension: extensions.noTransferHook })
  const at = { mint, program: token2022Program }
  const account = await openAccount(node, { ...at, owner: alice.address })
  await mintTo(node, { ...at, account, amount: 50n })
  const from = await fund(3_000_000n)
  await create().pay({ to: from.address, amount: 50n, token: mint })
  expect(await tokensOf(from.address, mint, token2022Program)).toBe(50n)
  const info = await node.getAccountInfo(
    new PublicKey(associatedAccount(from.address, mint, token2022Program)),
  )
  expect(info?.data.length).toBe(165 + 1 + 4 + 4 + 1)
})

test('error: accounts that are frozen by default, or frozen now, on either side', async () => {
  const { trySend } = create()
  const to = person('bob').address
  const fresh = await makeToken(node, { extension: extensions.frozenAtFirst })
  const at = { mint: fresh, program: token2022Program }
  const account = await openAccount(node, { ...at, owner: alice.address })
  // ThawAccount
  const keys = (of: string) =>
    [
      [of, 'w'],
      [fresh, ''],
      [alice.address, 's'],
    ] as const
  await run(node, [instruction(token2022Program, [11], keys(account))], [keypairOf('alice')])
  await mintTo(node, { ...at, account, amount: 50n })
  await expect(trySend({ to, amount: 1n, token: fresh })).rejects.toMatchObject(
    refusal(/new accounts of this token are frozen/),
  )
  await openAccount(node, { ...at, owner: to })
  await expect(trySend({ to, amount: 1n, token: fresh })).rejects.toMatchObject(
    refusal(/its account for this token is frozen by the issuer/),
  )
  // FreezeAccount of alice, ThawAccount of bob
  const theirs = associatedAccount(to, fresh, token2022Program)
  const change = [
    instruction(token2022Program, [10], keys(account)),
    instruction(token2022Program, [11], keys(theirs)),
  ]
  await run(node, change, [keypairOf('alice')])
  await expect(trySend({ to, amount: 1n, token: fresh })).rejects.toMatchObject(
    refusal(
      /^Not enough of the token: 0 of .* can be sent; an account of it is frozen by the issuer/,
    ),
  )
})

test('error: a receiver that requires memos', async () => {
  const mint = await makeToken(node, { extension: extensions.noTransferHook })
  const at = { mint, program: token2022Program }
  const account = await openAccount(node, { ...at, owner: alice.address })
  await mintTo(node, { ...at, account, amount: 50n })
  const bob = keypairOf('bob')
  const theirs = await openAccount(node, { ...at, owner: bob.publicKey.toBase58() })
  await run(
    node,
    [
      // Reallocate for MemoTransfer, then RequiredMemoTransfers: Enable.
      instruction(
        token2022Program,
        [29, 8, 0],
        [
          [theirs, 'w'],
          [bob.publicKey, 'ws'],
          [SystemProgram.programId, ''],
          [bob.publicKey, 's'],
        ],
      ),
      instruction(
        token2022Program,
        [30, 0],
        [
          [theirs, 'w'],
          [bob.publicKey, 's'],
        ],
      ),
    ],
    [bob],
  )
  await expect(
    create().trySend({ to: bob.publicKey.toBase58(), amount: 1n, token: mint }),
  ).rejects.toMatchObject(refusal(/only takes transfers with a memo, which is not supported here/))
})

test("error: the receiver transferred the account's ownership", async () => {
  const mint = await makeToken(node)
  const at = { mint, program: tokenProgram }
  const account = await openAccount(node, { ...at, owner: alice.address })
  await mintTo(node, { ...at, account, amount: 50n })
  const bob = keypairOf('bob')
  const theirs = await openAccount(node, { ...at, owner: bob.publicKey.toBase58() })
  await run(
    node,
    [
      // SetAuthority: AccountOwner
      instruction(
        tokenProgram,
        [6, 2, 1, ...new PublicKey(stranger()).toBytes()],
        [
          [theirs, 'w'],
          [bob.publicKey, 's'],
        ],
      ),
    ],
    [bob],
  )
  await expect(
    create().trySend({ to: bob.publicKey.toBase58(), amount: 1n, token: mint }),
  ).rejects.toMatchObject(refusal(/belongs to somebody else/))
})

test('error: the user rejects; nothing is sent', async () => {
  const to = stranger()
  const { trySend } = create({
    answers: {
      signAndSendTransaction() {
        throw { code: 4001, message: 'User rejected the request.' }
      },
    },
  })
  await expect(trySend({ to, amount: 1_000_000n })).rejects.toMatchObject({ code: 'user-rejected' })
  expect(await coinsOf(to)).toBe(0n)
})
