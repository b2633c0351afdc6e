import type { SwapStep, Transaction } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { isNativeToken } from '@foyer/protocol/api'
import {
  type CompiledTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import { systemProgram, tokenPrograms } from '../programs.ts'
import { parseWireTransaction } from '../wireTransaction.ts'

type Instruction = { readonly program: string; readonly data: Uint8Array }

/** Instructions of the System program that a swap of coins needs: to wrap them. */
const system = { transfer: 2, createAccountWithSeed: 3 } as const
/** Those of the token programs that a swap may contain itself: to open, wrap and close an account. */
const tokenKinds: readonly number[] = [1, 9, 16, 17, 18]
/** Lamports of one token account. @source https://solana.com/docs/core/accounts#rent */
const tokenAccountLamports = 2_039_280n

/**
 * Turns a transaction that an api built for a swap into one for the wallet. Checks that the account pays and is the only
 * signer, that no more coins leave directly than the swap pays, and that no tokens or rights do: another program must do
 * the swap.
 *
 * @throws FoyerError `transaction-rejected`; `details` says what differs
 */
export async function readSwapTransaction({
  address,
  step: { amount, token },
  transaction,
}: {
  address: string
  step: SwapStep
  transaction: string
}): Promise<Transaction> {
  const { bytes, signatures, version } = parseWireTransaction(transaction)
  const { messageBytes } = getTransactionDecoder().decode(bytes)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  if (Object.keys(signatures).join() !== address || message.staticAccounts[0] !== address)
    throw refusal(`It is signed by ${Object.keys(signatures).join(', ')}, not ${address}.`)
  if (version !== 'legacy' && version !== 0) throw refusal(`It has the version ${version}.`)
  const instructions = readInstructions(message)
  const coins = instructions.reduce((sum, one) => sum + coinsOf(one), 0n)
  const most = (isNativeToken(token) ? amount : 0n) + tokenAccountLamports
  if (coins > most) throw refusal(`It sends ${coins} lamports instead of ${most}.`)
  const isTaking = ({ data, program }: Instruction) =>
    tokenPrograms.includes(program) && !tokenKinds.includes(data[0] ?? -1)
  if (instructions.some(isTaking)) throw refusal('It moves or approves tokens directly.')
  return { transaction: bytes, options: { preflightCommitment: 'confirmed' } }
}

function readInstructions(message: CompiledTransactionMessage): Instruction[] {
  if (!('instructions' in message)) throw refusal('It has another form.')
  return message.instructions.map(({ data, programAddressIndex }) => ({
    program: message.staticAccounts[programAddressIndex] ?? '',
    data: Uint8Array.from(data ?? []),
  }))
}

/** Lamports that an instruction of the System program takes. */
function coinsOf({ data, program }: Instruction): bigint {
  if (program !== systemProgram) return 0n
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const kind = data.length >= 4 ? view.getUint32(0, true) : -1
  if (kind === system.transfer && data.length === 12) return view.getBigUint64(4, true)
  // The key of the base account, and a text with its length of 8 bytes, come before.
  const at = data.length >= 44 ? 44 + view.getUint32(36, true) : data.length
  if (kind === system.createAccountWithSeed && data.length >= at + 8)
    return view.getBigUint64(at, true)
  throw refusal('It asks the System program for more than a swap needs.')
}

function refusal(details: string): FoyerError {
  return new FoyerError('transaction-rejected', {
    details: `The api built another transaction. ${details}`,
  })
}
