import { createPublicKey, verify } from 'node:crypto'
import {
  type Address,
  type AddressesByLookupTableAddress,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getApproveInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solanaAccounts } from '../solana/solanaAccounts.ts'
import { solanaTokens } from '../solana/solanaTokens.ts'
import { type Signed, type StandardPage, startStandardPages } from './standardPage.test.kit.ts'
import { pressIn } from './walletPage.test.kit.ts'

let pages: Awaited<ReturnType<typeof startStandardPages>>
let site: StandardPage
const [alice, bob, , , , frank] = solanaAccounts.map((account) => account.address) as Address[]
const usdc = solanaTokens.find(({ symbol }) => symbol === 'USDC')!
const nobody = address('4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi')
const program = address('Vote111111111111111111111111111111111111111')
const rpc = () => createSolanaRpc(pages.devnet.solana.url)

beforeAll(async () => {
  pages = await startStandardPages({ servesSolana: true })
  site = await pages.openStandard(await pages.browser.newContext(), ['/devwallet.js'])
  const connecting = site.ask('standard:connect')
  const { view } = await site.approval()
  await view.getByText('1,000 SOL').first().waitFor()
  await view.getByRole('checkbox', { name: 'Account 1' }).check()
  await pressIn(view, 'Connect')
  await connecting
})
afterAll(() => pages.stop())

/** Sends a request, presses a button of the approval window, and returns the site's result and the shown text. */
const answered = async (feature: string, inputs: object[], button: string) => {
  const outcome = site.ask<Signed[]>(feature, ...inputs)
  const { view } = await site.approval()
  const main = view.locator('main')
  await expect.poll(() => main.getByText('…', { exact: true }).count()).toBe(0)
  const shown = await main.innerText()
  await pressIn(view, button)
  return { ...(await outcome), shown }
}

/** Ed25519 by OpenSSL, which shares no code with the wallet. */
function isSigned(by: Address, bytes: readonly number[] | Uint8Array, signature: Iterable<number>) {
  const account = solanaAccounts.find((each) => each.address === by)!
  const raw = [...decode58(account.address)]
  const der = Buffer.from([...Buffer.from('302a300506032b6570032100', 'hex'), ...raw])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Uint8Array.from(bytes), key, Uint8Array.from(signature))
}

function decode58(text: string): Uint8Array {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(letters.indexOf(letter))
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

const transactionOf = async (
  instructions: readonly Instruction[],
  {
    version = 0,
    payer = alice!,
    tables,
  }: {
    version?: 'legacy' | 0
    payer?: Address
    tables?: AddressesByLookupTableAddress
  } = {},
): Promise<number[]> => {
  const { value: lifetime } = await rpc().getLatestBlockhash().send()
  const fill = <T extends 'legacy' | 0>(made: T) =>
    pipe(
      createTransactionMessage({ version: made as 0 }),
      (message) => setTransactionMessageFeePayer(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    )
  const message = fill(version)
  const compiled = compileTransaction(
    tables ? compressTransactionMessageUsingAddressLookupTables(message, tables) : message,
  )
  return Array.from(getTransactionEncoder().encode(compiled))
}
const sendSol = (amount: bigint, to: Address = nobody) =>
  getTransferSolInstruction({ source: createNoopSigner(alice!), destination: to, amount })
const tokenAccount = async (owner: Address) =>
  (await findAssociatedTokenPda({ owner, mint: usdc.address, tokenProgram: usdc.program }))[0]

const local = 'solana:localnet'
const text = (words: string) => Array.from(new TextEncoder().encode(words))
const rejection = { code: 4001, message: 'User rejected the request.' }

test('offers Solana by default if the wallet’s server has it', async () => {
  expect(await site.wallets()).toHaveLength(1)
})

test('shows a message’s text, and signs it verifiably', async () => {
  const message = text('Sign in to the hall.\nNonce: 8f2a')
  const { result, shown } = await answered('solana:signMessage', [{ account: 0, message }], 'Sign')
  expect(shown).toContain('Sign in to the hall.\nNonce: 8f2a')
  expect(shown).toContain('Account 0, alice')
  expect(result![0]!.signedMessage).toEqual(message)
  expect(isSigned(alice!, message, result![0]!.signature)).toBe(true)
  expect(isSigned(alice!, text('another'), result![0]!.signature)).toBe(false)
})

test('signs several messages in one approval, and bytes that are not text', async () => {
  const messages = [text('one'), [255, 0, 254]]
  const inputs = messages.map((message) => ({ account: 1, message }))
  const { result, shown } = await answered('solana:signMessage', inputs, 'Sign')
  expect(shown).toContain('Message 1 of 2')
  expect(shown).toContain('0xff00fe')
  for (const [index, message] of messages.entries()) {
    expect(isSigned(bob!, message, result![index]!.signature)).toBe(true)
  }
})

test('refuses to sign a transaction as a message', async () => {
  const wire = await transactionOf([sendSol(1n)])
  const { messageBytes } = getTransactionDecoder().decode(Uint8Array.from(wire))
  const { error } = await site.ask('solana:signMessage', {
    account: 0,
    message: Array.from(messageBytes),
  })
  expect(error).toEqual({
    code: -32602,
    message: 'A transaction cannot be signed as a message.',
  })
})

test.each(['legacy', 0] as const)(
  'signs a %s transaction and changes nothing else',
  async (version) => {
    const transaction = await transactionOf([sendSol(1_500_000_000n)], { version })
    const input = { account: 0, chain: local, transaction }
    const { result, shown } = await answered('solana:signTransaction', [input], 'Sign')
    expect(shown).toContain('1.5 SOL')
    expect(shown).toContain(nobody)
    expect(shown).toContain('Foyer Solana')
    expect(shown).toMatch(/Fee\s+0\.000005 SOL/)
    const { messageBytes, signatures } = getTransactionDecoder().decode(
      Uint8Array.from(result![0]!.signedTransaction),
    )
    expect(isSigned(alice!, Array.from(messageBytes), signatures[alice!]!)).toBe(true)
    expect(result![0]!.signedTransaction.slice(65)).toEqual(transaction.slice(65))
    // The chain accepts it.
    const wire = Buffer.from(result![0]!.signedTransaction).toString('base64')
    await rpc()
      .sendTransaction(wire as never, { encoding: 'base64' })
      .send()
  },
)

test('signs several transactions in one approval', async () => {
  const wires = [
    await transactionOf([sendSol(1n)]),
    await transactionOf([sendSol(2n), sendSol(3n)]),
  ]
  const inputs = wires.map((transaction) => ({ account: 0, chain: local, transaction }))
  const { result, shown } = await answered('solana:signTransaction', inputs, 'Sign')
  expect(shown).toContain('Sign 2 transactions')
  expect(shown).toContain('Transaction 2 of 2')
  expect(shown).toContain('0.000000003 SOL')
  expect(result).toHaveLength(2)
})

test('sends SOL, and answers after the chain has it', async () => {
  const transaction = await transactionOf([sendSol(2_000_000_000n, frank!)])
  const input = { account: 0, chain: local, transaction, options: { commitment: 'confirmed' } }
  const before = (await rpc().getBalance(frank!).send()).value
  const { result, shown } = await answered('solana:signAndSendTransaction', [input], 'Send')
  expect(shown).toContain('2 SOL')
  expect(result![0]!.signature).toHaveLength(64)
  const { value: after } = await rpc().getBalance(frank!, { commitment: 'confirmed' }).send()
  expect(after - before).toBe(2_000_000_000n)
})

test('sends a token to a receiver without an account: names the owner and the created account', async () => {
  const [source, destination] = [await tokenAccount(alice!), await tokenAccount(nobody)]
  const signer = createNoopSigner(alice!)
  const transaction = await transactionOf([
    getCreateAssociatedTokenIdempotentInstruction({
      payer: signer,
      ata: destination,
      owner: nobody,
      mint: usdc.address,
    }),
    getTransferCheckedInstruction({
      source,
      mint: usdc.address,
      destination,
      authority: signer,
      amount: 1_234_500_000n,
      decimals: 6,
    }),
  ])
  const input = { account: 0, chain: local, transaction, options: { commitment: 'processed' } }
  const { shown } = await answered('solana:signAndSendTransaction', [input], 'Send')
  expect(shown).toContain('Send tokens')
  expect(shown).toContain('1,234.5 USDC')
  expect(shown).toContain(nobody)
  expect(shown).toContain('the receiver’s token account')
  const { value } = await rpc()
    .getTokenAccountBalance(destination, { commitment: 'processed' })
    .send()
  expect(value.amount).toBe('1234500000')
})

test('reads token and owner from the chain if the transaction does not contain them', async () => {
  const [source, destination] = [await tokenAccount(alice!), await tokenAccount(bob!)]
  const transaction = await transactionOf([
    getTransferInstruction({
      source,
      destination,
      authority: createNoopSigner(alice!),
      amount: 5n,
    }),
  ])
  const input = { account: 0, chain: local, transaction }
  const { shown } = await answered('solana:signTransaction', [input], 'Sign')
  expect(shown).toContain('0.000005 USDC')
  expect(shown).toContain(bob)
})

test('shows an unknown instruction by program and bytes', async () => {
  const unknown: Instruction = {
    programAddress: program,
    accounts: [],
    data: Uint8Array.from([0xde, 0xad]),
  }
  const transfer = sendSol(1n)
  const odd = { ...transfer, data: Uint8Array.of(99, 0, 0, 0) }
  const spend = getApproveInstruction({
    source: await tokenAccount(alice!),
    delegate: bob!,
    owner: createNoopSigner(alice!),
    amount: 7_000_000n,
  })
  const transaction = await transactionOf([unknown, odd, spend])
  const input = { account: 0, chain: local, transaction }
  const { shown } = await answered('solana:signTransaction', [input], 'Reject')
  expect(shown).toContain('Call an unknown program')
  expect(shown).toContain(program)
  expect(shown).toContain('Call a program')
  expect(shown).toContain('System program')
  expect(shown).toContain('Allow spending 7 USDC')
  expect(shown).toContain('Delegates token')
  expect(shown).toMatch(/This is likely to fail\. Instruction 1 of 3 ends with \w+\./)
})

test('shows a transfer with an extra byte, which the network accepts, as a transfer', async () => {
  const transfer = sendSol(3n)
  const longer = { ...transfer, data: Uint8Array.from([...transfer.data, 0]) }
  const transaction = await transactionOf([longer])
  const input = { account: 0, chain: local, transaction, options: { commitment: 'processed' } }
  const { result, shown } = await answered('solana:signAndSendTransaction', [input], 'Send')
  expect(shown).toMatch(/Send\s+0\.000000003 SOL/)
  expect(result![0]!.signature).toHaveLength(64)
})

test('labels an address of a lookup table', async () => {
  const table = address('AddressLookupTab1e1111111111111111111111111')
  const transaction = await transactionOf([sendSol(1n)], { tables: { [table]: [nobody] } })
  const input = { account: 0, chain: local, transaction }
  const { shown } = await answered('solana:signTransaction', [input], 'Reject')
  expect(shown).toContain('an address in a lookup table')
})

test('returns the chain’s error and message', async () => {
  const transaction = await transactionOf([sendSol(5_000_000_000_000n)])
  const input = { account: 0, chain: local, transaction }
  const { error, shown } = await answered('solana:signAndSendTransaction', [input], 'Send')
  expect(shown).toContain('This is likely to fail. The account does not hold that much.')
  expect(error?.code).toBe(-32002)
  expect(error?.message).toMatch(/simulation failed/i)
})

test('answers 4001 for each rejected request', async () => {
  const transaction = await transactionOf([sendSol(1n)])
  const requests: [string, object][] = [
    ['solana:signMessage', { account: 0, message: text('no') }],
    ['solana:signTransaction', { account: 0, chain: local, transaction }],
    ['solana:signAndSendTransaction', { account: 0, chain: local, transaction }],
    ['solana:signIn', {}],
  ]
  for (const [feature, input] of requests) {
    expect((await answered(feature, [input], 'Reject')).error, feature).toEqual(rejection)
  }
})

test('rejects an unknown account or network and invalid bytes', async () => {
  const transaction = await transactionOf([sendSol(1n)])
  const foreign = await transactionOf([sendSol(1n)].slice(1), { payer: nobody })
  const lifetime = transaction.with(0, 5)
  const wrong: [number, string, object[]][] = [
    [4100, 'solana:signMessage', [{ account: { address: frank }, message: [1] }]],
    [4100, 'solana:signMessage', [{ message: [1] }]],
    [-32602, 'solana:signMessage', []],
    [-32602, 'solana:signMessage', [{ account: 0 }]],
    [
      -32602,
      'solana:signMessage',
      [
        { account: 0, message: [1] },
        { account: 1, message: [1] },
      ],
    ],
    [-32602, 'solana:signTransaction', [{ account: 0, chain: 'solana:moonnet', transaction }]],
    [-32602, 'solana:signTransaction', [{ account: 0, transaction: [1, 2, 3] }]],
    [-32602, 'solana:signTransaction', [{ account: 0, transaction: foreign }]],
    [-32602, 'solana:signTransaction', [{ account: 0, transaction: lifetime }]],
    [-32602, 'solana:signTransaction', [{ account: 0, transaction: [...transaction, 0] }]],
    [-32602, 'solana:signAndSendTransaction', [{ account: 0, transaction }]],
    [4901, 'solana:signAndSendTransaction', [{ account: 0, chain: 'solana:mainnet', transaction }]],
    [-32602, 'solana:signIn', [{ statement: 'two\nlines' }]],
    [4100, 'solana:signIn', [{ address: nobody }]],
  ]
  for (const [code, feature, inputs] of wrong) {
    const { error } = await site.ask(feature, ...inputs)
    expect(error, `${feature} ${JSON.stringify(inputs)}`).toMatchObject({ code })
  }
})

test('signs in with the account selected in the window, and connects it', async () => {
  const visitor = await pages.openStandard(await pages.browser.newContext(), ['/devwallet.js'])
  const host = new URL(pages.siteUrl).host
  const input = {
    domain: host,
    statement: 'Come in.',
    uri: pages.siteUrl,
    version: '1',
    chainId: local,
    nonce: 'abc12345',
    issuedAt: '2026-01-02T03:04:05.000Z',
    resources: ['https://foyer.example/terms'],
  }
  const signing = visitor.ask<Signed[]>('solana:signIn', input)
  const { view } = await visitor.approval()
  await view.getByRole('radio', { name: 'Account 1' }).check()
  await pressIn(view, 'Sign in')
  const { signature, signedMessage, account } = (await signing).result![0]!
  expect(account!.address).toBe(bob)
  expect(new TextDecoder().decode(Uint8Array.from(signedMessage))).toBe(
    `${host} wants you to sign in with your Solana account:\n${bob}\n\nCome in.\n\n` +
      `URI: ${pages.siteUrl}\nVersion: 1\nChain ID: ${local}\nNonce: abc12345\n` +
      'Issued At: 2026-01-02T03:04:05.000Z\nResources:\n- https://foyer.example/terms',
  )
  expect(isSigned(bob!, signedMessage, signature)).toBe(true)
  expect((await visitor.wallets())[0]!.accounts.map(({ address: one }) => one)).toEqual([bob])

  // A message for another site shows a warning.
  const foreign = visitor.ask('solana:signIn', { domain: 'bank.example' })
  const next = (await visitor.approval()).view
  expect(await next.getByRole('alert').innerText()).toContain('bank.example')
  await pressIn(next, 'Reject')
  expect((await foreign).error).toEqual(rejection)
})
