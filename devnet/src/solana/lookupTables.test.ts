import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getProgramDerivedAddress,
  getU64Encoder,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  address as toAddress,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectKit, signerOf } from './kitClient.test.kit.ts'
import { type SolanaChain, startSolana } from './startSolana.ts'

const sol = 1_000_000_000n
let chain: SolanaChain
let kit: ReturnType<typeof connectKit>
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 80 })
  kit = connectKit(chain)
})
afterAll(() => chain.stop())

test('uses addresses of a lookup table, and reports them', async () => {
  const grace = await signerOf('grace')
  const table = await createTable(grace)
  const before = (await kit.rpc.getBalance(table.entry).send()).value
  const { value } = await kit.rpc.getLatestBlockhash().send()
  const message = compressTransactionMessageUsingAddressLookupTables(
    pipe(
      createTransactionMessage({ version: 0 }),
      (one) => setTransactionMessageFeePayerSigner(grace, one),
      (one) => setTransactionMessageLifetimeUsingBlockhash(value, one),
      (one) =>
        appendTransactionMessageInstructions(
          [
            getTransferSolInstruction({
              source: grace,
              destination: table.entry,
              amount: lamports(sol),
            }),
          ],
          one,
        ),
    ),
    { [table.address]: [table.entry] },
  )
  const signed = await signTransactionMessageWithSigners(message)
  const signature = await kit.rpc
    .sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' })
    .send()
  await expect.poll(() => kit.getParsed(signature)).toBeTruthy()
  expect((await kit.rpc.getBalance(table.entry).send()).value).toBe(before + sol)
  const found = await kit.getParsed(signature)
  expect(found?.transaction.message.accountKeys).toContainEqual({
    pubkey: table.entry,
    signer: false,
    source: 'lookupTable',
    writable: true,
  })
  expect(found?.meta?.postBalances.at(-1)).toBe(before + sol)
})

/** Creates a table with one address, old enough to use. */
async function createTable(
  authority: KeyPairSigner,
): Promise<{ address: Address; entry: Address }> {
  const program = toAddress('AddressLookupTab1e1111111111111111111111111')
  const system = toAddress('11111111111111111111111111111111')
  const slot = await kit.rpc.getSlot({ commitment: 'confirmed' }).send()
  const recent = getU64Encoder().encode(slot)
  const [address, bump] = await getProgramDerivedAddress({
    programAddress: program,
    seeds: [getAddressEncoder().encode(authority.address), recent],
  })
  const { address: entry } = await generateKeyPairSigner()
  const accounts = [
    { address, role: AccountRole.WRITABLE },
    { address: authority.address, role: AccountRole.READONLY_SIGNER },
    { address: authority.address, role: AccountRole.WRITABLE_SIGNER },
    { address: system, role: AccountRole.READONLY },
  ]
  await kit.send(authority, [
    { programAddress: program, accounts, data: Uint8Array.from([0, 0, 0, 0, ...recent, bump]) },
    {
      programAddress: program,
      accounts,
      data: Uint8Array.from([
        ...[2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
        ...getAddressEncoder().encode(entry),
      ]),
    },
  ])
  return { address, entry }
}
