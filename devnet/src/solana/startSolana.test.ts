import {
  airdropFactory,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  isSolanaError,
  lamports,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectKit, signerOf } from './kitClient.test.kit.ts'
import { solanaAccounts, solanaSecretKey } from './solanaAccounts.ts'
import { solanaTokens } from './solanaTokens.ts'
import { type SolanaChain, startSolana } from './startSolana.ts'

const sol = 1_000_000_000n
let chain: SolanaChain
let kit: ReturnType<typeof connectKit>
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 80 })
  kit = connectKit(chain)
})
afterAll(() => chain.stop())

const tokenOf = (symbol: string) => solanaTokens.find((token) => token.symbol === symbol)!
const transfer = async (
  symbol: string,
  { amount, from, to }: { amount: bigint; from: KeyPair; to: KeyPair },
): Promise<Instruction[]> => {
  const { address: mint, decimals, program: tokenProgram } = tokenOf(symbol)
  const [source] = await findAssociatedTokenPda({ mint, owner: from.address, tokenProgram })
  const [destination] = await findAssociatedTokenPda({ mint, owner: to.address, tokenProgram })
  return [
    await getCreateAssociatedTokenIdempotentInstructionAsync({
      payer: from,
      owner: to.address,
      mint,
      tokenProgram,
    }),
    getTransferCheckedInstruction(
      { source, mint, destination, authority: from, amount, decimals },
      { programAddress: tokenProgram },
    ),
  ]
}
type KeyPair = Awaited<ReturnType<typeof generateKeyPairSigner>>
const memo = (text: string): Instruction => ({
  programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Instruction['programAddress'],
  data: new TextEncoder().encode(text),
})
test('returns its genesis hash and version', async () => {
  const hash = await kit.rpc.getGenesisHash().send()
  expect(hash).toBe('6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6GguPYb3kMzT4')
  expect(chain.chainId).toBe(`solana:${hash.slice(0, 32)}`)
  expect(await kit.rpc.getHealth().send()).toBe('ok')
  expect((await kit.rpc.getVersion().send())['solana-core']).toMatch(/^\d+\.\d+\.\d+$/)
  expect((await kit.rpc.getEpochInfo().send()).slotsInEpoch).toBe(432_000n)
  expect(await kit.rpc.getMinimumBalanceForRentExemption(165n).send()).toBe(2_039_280n)
})

test('has ten accounts with SOL, and their keys', async () => {
  expect(solanaAccounts.map(({ name }) => name)).toContain('alice')
  for (const account of solanaAccounts) {
    const signer = await signerOf(account.name)
    expect(signer.address).toBe(account.address)
    expect(solanaSecretKey(account)).toHaveLength(64)
  }
  const judy = solanaAccounts[9]!.address
  expect((await kit.rpc.getBalance(judy).send()).value).toBe(1_000n * sol)
})

test('airdrops to a new account', async () => {
  const { address } = await generateKeyPairSigner()
  expect((await kit.rpc.getAccountInfo(address).send()).value).toBeNull()
  const signature = await airdropFactory(kit)({
    commitment: 'confirmed',
    recipientAddress: address,
    lamports: lamports(2n * sol),
  })
  expect((await kit.rpc.getBalance(address).send()).value).toBe(2n * sol)
  const found = await kit.getParsed(signature)
  expect(found?.transaction.message.instructions).toContainEqual({
    program: 'system',
    programId: '11111111111111111111111111111111',
    parsed: {
      type: 'transfer',
      info: { source: expect.any(String), destination: address, lamports: 2n * sol },
    },
    stackHeight: 1,
  })
})

test('transfers SOL and takes the fee, including the price of compute units', async () => {
  const [carol, to] = [await signerOf('carol'), await generateKeyPairSigner()]
  const before = (await kit.rpc.getBalance(carol.address).send()).value
  const pay = getTransferSolInstruction({
    source: carol,
    destination: to.address,
    amount: lamports(sol),
  })
  const budget = (...data: number[]) => ({
    ...memo(''),
    programAddress: 'ComputeBudget111111111111111111111111111111' as typeof carol.address,
    data: Uint8Array.from(data),
  })
  // 200,000 units at 1 lamport each.
  const priced = [budget(2, 0x40, 0x0d, 3, 0), budget(3, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0), pay]
  const { messageBytes } = await kit.sign(carol, priced)
  const message = Buffer.from(messageBytes).toString('base64') as never
  expect((await kit.rpc.getFeeForMessage(message).send()).value).toBe(205_000n)
  const signature = await kit.send(carol, priced)
  const after = (await kit.rpc.getBalance(carol.address).send()).value
  expect(before - after).toBe(sol + 205_000n)
  const found = await kit.getParsed(signature)
  expect(found?.meta?.fee).toBe(205_000n)
  expect(found?.meta?.preBalances[0]).toBe(before)
  expect(found?.meta?.postBalances.slice(0, 2)).toEqual([after, sol])
  expect(found?.version).toBe(0)
})

test('transfers a token into an account it creates; the history has the balances before and after', async () => {
  const [from, to] = [await signerOf('alice'), await generateKeyPairSigner()]
  const signature = await kit.send(from, await transfer('USDC', { from, to, amount: 1_250_000n }))
  const { address: mint, program } = tokenOf('USDC')
  const { value } = await kit.rpc
    .getTokenAccountsByOwner(to.address, { programId: program }, { encoding: 'jsonParsed' })
    .send()
  expect(value[0]?.account.data.parsed.info).toMatchObject({
    mint,
    owner: to.address,
    state: 'initialized',
    isNative: false,
    tokenAmount: { amount: '1250000', decimals: 6, uiAmount: 1.25, uiAmountString: '1.25' },
  })
  const found = await kit.getParsed(signature)
  const held = (when: 'preTokenBalances' | 'postTokenBalances') =>
    Object.fromEntries(
      (found?.meta?.[when] ?? []).map((one) => [one.owner, one.uiTokenAmount.amount]),
    )
  const alice = solanaAccounts[0]!.address
  expect(held('preTokenBalances')).toEqual({ [alice]: '10000000000' })
  expect(held('postTokenBalances')).toEqual({ [alice]: '9998750000', [to.address]: '1250000' })
  expect(found?.transaction.message.instructions).toMatchObject([
    { program: 'spl-associated-token-account', parsed: { type: 'createIdempotent' } },
    { program: 'spl-token', parsed: { type: 'transferChecked', info: { mint } } },
  ])
  const inner = found?.meta?.innerInstructions?.[0]
  expect(inner?.index).toBe(0)
  expect(JSON.stringify(inner, (_, one) => (typeof one === 'bigint' ? Number(one) : one))).toMatch(
    /initializeAccount3/,
  )
})

test('withholds the fee of a Token-2022 transfer, and reports it', async () => {
  const [from, to] = [await signerOf('bob'), await generateKeyPairSigner()]
  await kit.send(from, await transfer('FEE', { from, to, amount: 10_000_000n }))
  const { address: mint } = tokenOf('FEE')
  const { value } = await kit.rpc
    .getTokenAccountsByOwner(to.address, { mint }, { encoding: 'jsonParsed' })
    .send()
  const { extensions, tokenAmount } = value[0]!.account.data.parsed.info
  expect(tokenAmount.amount).toBe('9900000')
  // kit returns a bigint for every number it has no rule for.
  expect(extensions).toContainEqual({
    extension: 'transferFeeAmount',
    state: { withheldAmount: 100_000n },
  })
  expect((await kit.rpc.getTokenSupply(mint).send()).value.amount).toBe('5000000000')
})

test('parses the metadata of a mint, and serves the description at its URI', async () => {
  const { address: mint, metadataUri } = tokenOf('META')
  const { value } = await kit.rpc.getAccountInfo(mint, { encoding: 'jsonParsed' }).send()
  const data = value?.data as { program: string; parsed: { info: { extensions: unknown[] } } }
  expect(data.program).toBe('spl-token-2022')
  expect(data.parsed.info.extensions).toContainEqual({
    extension: 'tokenMetadata',
    state: expect.objectContaining({ name: 'Devnet Metadata', symbol: 'META', uri: metadataUri }),
  })
  const described = await fetch(`${chain.url}${new URL(metadataUri!).pathname}`)
  expect(await described.json()).toMatchObject({ symbol: 'META', image: expect.any(String) })
})

test('rejects the transfer of a non-transferable badge', async () => {
  const [from, to] = [await signerOf('alice'), await generateKeyPairSigner()]
  const moving = kit.send(from, await transfer('BADGE', { from, to, amount: 1n }))
  // TokenError::NonTransferable is 37.
  await expect(moving).rejects.toMatchObject({ cause: { context: { code: 37 } } })
})

test('rejects more than the balance, in a simulation and when sent', async () => {
  const [bob, to] = [await signerOf('bob'), await generateKeyPairSigner()]
  const amount = lamports(5_000n * sol)
  const transaction = await kit.sign(bob, [
    getTransferSolInstruction({ source: bob, destination: to.address, amount }),
  ])
  const wire = getBase64EncodedWireTransaction(transaction)
  const { value } = await kit.rpc.simulateTransaction(wire, { encoding: 'base64' }).send()
  expect(value.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
  expect(value.logs?.at(-1)).toMatch(/failed: custom program error: 0x1/)
  const error = await kit.rpc
    .sendTransaction(wire, { encoding: 'base64' })
    .send()
    .catch((reason: unknown) => reason)
  expect(
    isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE),
  ).toBe(true)
  // Without the preflight it lands, fails and pays.
  const before = (await kit.rpc.getBalance(bob.address).send()).value
  const signature = await kit.rpc
    .sendTransaction(wire, { encoding: 'base64', skipPreflight: true })
    .send()
  await expect.poll(async () => (await kit.getParsed(signature))?.meta?.err).toBeTruthy()
  expect(before - (await kit.rpc.getBalance(bob.address).send()).value).toBe(5_000n)
})

test('simulates an unsigned transaction with a new blockhash, and returns the resulting accounts', async () => {
  const [dave, to] = [await signerOf('dave'), await generateKeyPairSigner()]
  const transaction = await kit.sign(dave, [
    getTransferSolInstruction({ source: dave, destination: to.address, amount: lamports(sol) }),
  ])
  const unsigned = { ...transaction, signatures: { [dave.address]: null } }
  const { value } = await kit.rpc
    .simulateTransaction(getBase64EncodedWireTransaction(unsigned), {
      encoding: 'base64',
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: [to.address] },
    })
    .send()
  expect(value.err).toBeNull()
  expect(value.accounts?.[0]?.lamports).toBe(sol)
  expect(value.replacementBlockhash.blockhash).toMatch(/^\w{32,44}$/)
  expect((await kit.rpc.getBalance(to.address).send()).value).toBe(0n)
})

test('rejects a transaction that was already processed, and an unsigned one', async () => {
  const erin = await signerOf('erin')
  const transaction = await kit.sign(erin, [memo('once')])
  const wire = getBase64EncodedWireTransaction(transaction)
  const send = (text: typeof wire) => kit.rpc.sendTransaction(text, { encoding: 'base64' }).send()
  const signature = await send(wire)
  await expect(send(wire)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/already been processed/i) },
  })
  const unsigned = { ...transaction, signatures: { [erin.address]: null } }
  await expect(send(getBase64EncodedWireTransaction(unsigned))).rejects.toThrow(
    /signature verification failure/i,
  )
  const forged = { ...transaction, signatures: { [erin.address]: new Uint8Array(64).fill(7) } }
  await expect(send(getBase64EncodedWireTransaction(forged as never))).rejects.toThrow(
    /signature verification failure/i,
  )
  await expect
    .poll(async () => {
      const [newest] = await kit.rpc
        .getSignaturesForAddress(erin.address, { commitment: 'confirmed', limit: 1 })
        .send()
      return [newest?.signature, newest?.memo]
    })
    .toEqual([signature, '[4] once'])
})
