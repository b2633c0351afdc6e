import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionExpiredBlockheightExceededError,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenProgram } from './programs.ts'
import { solanaAccounts, solanaSecretKey } from './solanaAccounts.ts'
import { solanaTokens } from './solanaTokens.ts'
import { type SolanaChain, startSolana } from './startSolana.ts'

let chain: SolanaChain
let connection: Connection
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 40 })
  connection = new Connection(chain.url, 'confirmed')
})
afterAll(() => {
  hangUp(connection)
  return chain.stop()
})

const [alice, bob] = solanaAccounts.map((account) =>
  Keypair.fromSecretKey(solanaSecretKey(account)),
) as [Keypair, Keypair]
const pay = (from: Keypair, toPubkey: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey, lamports })

test('airdrops, and the airdrop can be confirmed', async () => {
  const { publicKey } = Keypair.generate()
  const signature = await connection.requestAirdrop(publicKey, LAMPORTS_PER_SOL)
  const latest = await connection.getLatestBlockhash()
  const { value } = await connection.confirmTransaction({ signature, ...latest })
  expect(value.err).toBeNull()
  expect(await connection.getBalance(publicKey)).toBe(LAMPORTS_PER_SOL)
})

test('transfers SOL, and notifies the watcher of the account', async () => {
  const to = Keypair.generate().publicKey
  const seen = new Promise<number>((resolve) => {
    connection.onAccountChange(to, ({ lamports }) => resolve(lamports), {
      commitment: 'processed',
    })
  })
  await subscribed(connection)
  const transaction = new Transaction().add(pay(alice, to, 1_234_567))
  const signature = await sendAndConfirmTransaction(connection, transaction, [alice])
  expect(await seen).toBe(1_234_567)
  const found = await connection.getParsedTransaction(signature)
  expect(found?.meta?.fee).toBe(5_000)
  expect(found?.transaction.message.instructions).toMatchObject([
    { program: 'system', parsed: { type: 'transfer', info: { lamports: 1_234_567 } } },
  ])
  // The legacy form too, for clients without support for versions.
  const plain = await connection.getTransaction(signature)
  expect(plain?.transaction.message.instructions).toHaveLength(1)
  const [newest] = await connection.getSignaturesForAddress(to)
  expect(newest).toMatchObject({ signature, err: null, confirmationStatus: 'confirmed' })
})

test('accepts a versioned transaction; a reader without support for versions gets an error', async () => {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  const transaction = new VersionedTransaction(
    new TransactionMessage({
      payerKey: bob.publicKey,
      recentBlockhash: blockhash,
      instructions: [pay(bob, alice.publicKey, 1)],
    }).compileToV0Message(),
  )
  transaction.sign([bob])
  const signature = await connection.sendTransaction(transaction)
  await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
  expect(found?.version).toBe(0)
  await expect(connection.getTransaction(signature)).rejects.toThrow(
    /Transaction version \(0\) is not supported by the requesting client/,
  )
})

test('parses token accounts and mints', async () => {
  const { value } = await connection.getParsedTokenAccountsByOwner(alice.publicKey, {
    programId: new PublicKey(tokenProgram),
  })
  // Two tokens, and an NFT.
  const amounts = value.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString)
  expect(new Set(amounts)).toEqual(new Set(['10000', '25000000', '1']))
  const [usdc] = solanaTokens
  const mint = await connection.getParsedAccountInfo(new PublicKey(usdc!.address))
  expect(mint.value?.data).toMatchObject({ parsed: { type: 'mint', info: { decimals: 6 } } })
  const accounts = await connection.getProgramAccounts(new PublicKey(tokenProgram), {
    filters: [
      { dataSize: 165 },
      { memcmp: { offset: 0, bytes: usdc!.address } },
      { memcmp: { offset: 32, bytes: alice.publicKey.toBase58() } },
    ],
    dataSlice: { offset: 64, length: 8 },
  })
  expect(accounts).toHaveLength(1)
  expect((accounts[0]!.account.data as Buffer).readBigUInt64LE()).toBe(10_000_000_000n)
  const largest = await connection.getTokenLargestAccounts(new PublicKey(usdc!.address))
  // Five accounts, and two pools.
  expect(largest.value).toHaveLength(7)
})

test('rejects a payer without funds with a node’s message', async () => {
  const poor = Keypair.generate()
  const error = await sendAndConfirmTransaction(
    connection,
    new Transaction().add(pay(poor, bob.publicKey, 1)),
    [poor],
  ).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(SendTransactionError)
  expect((error as Error).message).toContain(
    'Attempt to debit an account but found no record of a prior credit.',
  )
})

test('rejects less than an account must have', async () => {
  const sending = sendAndConfirmTransaction(
    connection,
    new Transaction().add(pay(bob, Keypair.generate().publicKey, 1)),
    [bob],
  )
  await expect(sending).rejects.toThrow(
    'Transaction results in an account (1) with insufficient funds for rent',
  )
})

test('rejects a blockhash older than 150 slots', async () => {
  const quick = await startSolana({ port: 0, slotMs: 4 })
  const other = new Connection(quick.url, 'confirmed')
  try {
    const { blockhash, lastValidBlockHeight } = await other.getLatestBlockhash()
    const transaction = new Transaction({
      blockhash,
      lastValidBlockHeight,
      feePayer: bob.publicKey,
    })
    transaction.add(pay(bob, alice.publicKey, 1))
    transaction.sign(bob)
    expect((await other.isBlockhashValid(blockhash)).value).toBe(true)
    await expect.poll(() => other.getBlockHeight()).toBeGreaterThan(lastValidBlockHeight)
    await expect(other.sendRawTransaction(transaction.serialize())).rejects.toThrow(
      /Transaction simulation failed: Blockhash not found/,
    )
    const old = new VersionedTransaction(transaction.compileMessage())
    const { value } = await other.simulateTransaction(old)
    expect(value.err).toBe('BlockhashNotFound')
    expect((await other.isBlockhashValid(blockhash)).value).toBe(false)
    // Without a preflight it is accepted and never lands.
    const signature = await other.sendRawTransaction(transaction.serialize(), {
      skipPreflight: true,
    })
    await expect(
      other.confirmTransaction({ signature, blockhash, lastValidBlockHeight }),
    ).rejects.toBeInstanceOf(TransactionExpiredBlockheightExceededError)
  } finally {
    hangUp(other)
    await quick.stop()
  }
})

test('goes from processed to confirmed to finalized; finalized reads see the old state until then', async () => {
  const to = Keypair.generate().publicKey
  const slow = await startSolana({ port: 0, slotMs: 40, finalizedAfterSlots: 50 })
  try {
    const other = new Connection(slow.url, 'processed')
    const { blockhash, lastValidBlockHeight } = await other.getLatestBlockhash()
    const transaction = new Transaction({
      blockhash,
      lastValidBlockHeight,
      feePayer: bob.publicKey,
    })
    transaction.add(pay(bob, to, 5_000_000))
    transaction.sign(bob)
    const signature = await other.sendRawTransaction(transaction.serialize())
    expect(await other.getBalance(to, 'processed')).toBe(5_000_000)
    expect(await other.getBalance(to, 'finalized')).toBe(0)
    const seen: string[] = []
    await expect
      .poll(
        async () => {
          const { value } = await other.getSignatureStatus(signature)
          if (value?.confirmationStatus !== seen.at(-1)) seen.push(value!.confirmationStatus!)
          return seen.at(-1)
        },
        { interval: 5 },
      )
      .toBe('finalized')
    expect(seen.slice(-2)).toEqual(['confirmed', 'finalized'])
    expect(await other.getBalance(to, 'finalized')).toBe(5_000_000)
  } finally {
    await slow.stop()
  }
})

/** Otherwise it looks for the stopped chain for as long as the process lives. */
function hangUp(of: Connection): void {
  const { _rpcWebSocket: socket } = of as unknown as {
    _rpcWebSocket: { close(): void; setAutoReconnect(isOn: boolean): void }
  }
  socket.setAutoReconnect(false)
  socket.close()
}

/** Waits until the server knows the open subscriptions of a connection. */
async function subscribed(of: Connection): Promise<void> {
  const { _subscriptionsByHash } = of as unknown as {
    _subscriptionsByHash: Record<string, { state: string }>
  }
  await expect
    .poll(() => Object.values(_subscriptionsByHash).every(({ state }) => state === 'subscribed'))
    .toBe(true)
}
