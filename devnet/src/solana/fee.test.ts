import {
  address,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit'
import {
  getRequestHeapFrameInstruction,
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectKit, signerOf } from './kitClient.test.kit.ts'
import { memoProgram } from './programs.ts'
import { solanaTokens } from './solanaTokens.ts'
import { type SolanaChain, startSolana } from './startSolana.ts'

let chain: SolanaChain
let kit: ReturnType<typeof connectKit>
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 50 })
  kit = connectKit(chain)
})
afterAll(() => chain.stop())

const price = getSetComputeUnitPriceInstruction({ microLamports: 90_000n })
const heap = getRequestHeapFrameInstruction({ bytes: 65_536 })
const limit = (units: number) => getSetComputeUnitLimitInstruction({ units })
/** An instruction that its program rejects, which still costs the fee. */
const refused = (program: string): Instruction => ({
  programAddress: address(program),
  data: Uint8Array.of(250),
})

/** Sends without a preflight. @returns The fee that the chain reports, and the fee it took. In lamports. */
async function pay(payer: KeyPairSigner, instructions: readonly Instruction[]) {
  const wire = getBase64EncodedWireTransaction(await kit.sign(payer, instructions))
  const signature = await kit.rpc
    .sendTransaction(wire, { encoding: 'base64', skipPreflight: true })
    .send()
  const read = async () => (await kit.getParsed(signature))?.meta
  await expect.poll(read, { interval: 10 }).toBeDefined()
  const { fee, postBalances, preBalances } = (await read())!
  return { told: fee, taken: preBalances[0]! - postBalances[0]! }
}

test('reports the fee that it takes, with and without a limit of compute units', async () => {
  const alice = await signerOf('alice')
  const { address: mint, program: tokenProgram } = solanaTokens[0]!
  const [ata] = await findAssociatedTokenPda({ owner: alice.address, mint, tokenProgram })
  const own = { payer: alice, owner: alice.address, mint, tokenProgram, ata }
  const open = getCreateAssociatedTokenIdempotentInstruction(own)
  const note: Instruction = { programAddress: memoProgram, data: Uint8Array.of(65) }
  const send = getTransferSolInstruction({ source: alice, destination: alice.address, amount: 0n })
  const cases: Record<string, readonly Instruction[]> = {
    'no price': [send],
    'a price': [price, send],
    'a price, behind': [send, price],
    'two transfers of coins': [price, send, send],
    'a heap frame': [price, heap, send],
    'a program': [price, note],
    'three programs': [price, note, open, send],
    'only a price': [price],
    'more work than there may be': [price, ...new Array<Instruction>(9).fill(note)],
    'a limit': [price, limit(150_000), send, note],
    'a limit above what there may be': [price, limit(2_000_000), send],
    'the vote program': [price, refused('Vote111111111111111111111111111111111111111')],
    'a loader': [price, refused('BPFLoaderUpgradeab1e11111111111111111111111')],
  }
  for (const [name, instructions] of Object.entries(cases)) {
    const { taken, told } = await pay(alice, instructions)
    expect.soft(told, name).toBe(taken)
  }
})
