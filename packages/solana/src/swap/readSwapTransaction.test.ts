import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  getAssignInstruction,
  getCreateAccountWithSeedInstruction,
  getTransferSolInstruction,
} from '@solana-program/system'
import {
  getApproveInstruction,
  getCloseAccountInstruction,
  getSyncNativeInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import { expect, test } from 'vitest'
import { solanaLocalnet } from '../networks.ts'
import { person } from '../nodeWallet.test.kit.ts'
import { tokenProgram } from '../programs.ts'
import { parseWireTransaction } from '../wireTransaction.ts'
import { readSwapTransaction } from './readSwapTransaction.ts'

const [alice, bob] = [person('alice').address, person('bob').address] as [Address, Address]
const user = createNoopSigner(alice)
const chainId = solanaLocalnet.caipNetworkId
const coin = `${chainId}:So11111111111111111111111111111111111111111`
const token = `${chainId}:${bob}`
const amount = 1_000_000n
const swap: Instruction = {
  programAddress: '34qrfmiwkoPqSjLKFMBPubVnadtjNN6Q5rDGcSpFXahz' as Address,
  data: Uint8Array.of(1),
}
const opened = (lamports: bigint) =>
  getCreateAccountWithSeedInstruction({
    ...{ payer: user, newAccount: bob, base: alice, seed: 'a seed', amount: lamports },
    ...{ space: 165, programAddress: tokenProgram as Address },
  })
const pays = (lamports: bigint) =>
  getTransferSolInstruction({ source: user, destination: bob, amount: lamports })

function compile(
  instructions: readonly Instruction[],
  { payer = alice, version = 0 }: { payer?: Address; version?: 0 | 'legacy' } = {},
): string {
  const lifetime = { blockhash: '1'.repeat(32) as Blockhash, lastValidBlockHeight: 1n }
  return getBase64EncodedWireTransaction(
    pipe(
      createTransactionMessage({ version }),
      (message) => setTransactionMessageFeePayer(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
      compileTransaction,
    ),
  )
}
const read = (transaction: string, spent = token) =>
  readSwapTransaction({ address: alice, step: { amount, token: spent }, transaction })

test.each([0, 'legacy'] as const)('accepts a swap of a token, version %s', async (version) => {
  const transaction = compile([getSyncNativeInstruction({ account: bob }), swap, close()], {
    version,
  })
  const { bytes } = parseWireTransaction(transaction)
  expect(await read(transaction)).toEqual({
    transaction: bytes,
    options: { preflightCommitment: 'confirmed' },
  })
})
const close = () => getCloseAccountInstruction({ account: bob, destination: alice, owner: user })

test('accepts the coins that are paid, with the deposit of one account', async () => {
  for (const one of [opened, pays]) {
    await read(compile([one(amount + 2_039_280n), swap, close()]), coin)
    await expect(read(compile([one(amount + 2_039_281n), swap]), coin)).rejects.toMatchObject({
      code: 'transaction-rejected',
      details: expect.stringContaining('lamports instead of'),
    })
  }
})

test.each([
  ['coins in a swap of a token', () => compile([pays(2_039_281n), swap])],
  [
    'two parts of coins that are too much together',
    () => compile([pays(2_000_000n), opened(40_000n), swap]),
  ],
  ['another payer', () => compile([swap], { payer: bob })],
  [
    'another signer',
    () =>
      compile([
        getTransferSolInstruction({
          source: createNoopSigner(bob),
          destination: alice,
          amount: 1n,
        }),
        swap,
      ]),
  ],
  [
    'a transfer of tokens',
    () =>
      compile([
        getTransferInstruction({ source: bob, destination: bob, authority: user, amount: 1n }),
        swap,
      ]),
  ],
  [
    'an approval',
    () =>
      compile([
        getApproveInstruction({ source: bob, delegate: bob, owner: user, amount: 1n }),
        swap,
      ]),
  ],
  [
    'an account that is given away',
    () => compile([getAssignInstruction({ account: user, programAddress: bob }), swap]),
  ],
  [
    'a cut instruction of the System program',
    () => compile([{ ...pays(1n), data: Uint8Array.of(2, 0, 0, 0, 1) }, swap]),
  ],
  [
    'a seed without an end',
    () =>
      compile([
        { ...opened(1n), data: opened(1n).data.map((byte, index) => (index === 39 ? 255 : byte)) },
        swap,
      ]),
  ],
])('error: %s', async (_, transaction) => {
  await expect(read(transaction())).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringMatching(/^The api built another transaction\. /),
  })
})

test('error: a text that is no transaction', async () => {
  await expect(read('hello')).rejects.toMatchObject({ code: 'params-invalid' })
})
