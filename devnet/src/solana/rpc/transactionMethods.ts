import { getBase64Encoder, getCompiledTransactionMessageDecoder } from '@solana/kit'
import * as v from 'valibot'
import { airdrop } from '../airdrop.ts'
import { blockhashWindow } from '../cluster.ts'
import { readFee } from '../fee.ts'
import type { Message } from '../readTransaction.ts'
import { readLoadedAddresses } from '../readTransaction.ts'
import { type Simulation, simulate } from '../simulate.ts'
import { describeTransactionError } from '../transactionError.ts'
import { encodeAccount } from './encodeAccount.ts'
import { encodeInnerInstructions } from './encodeTransaction.ts'
import { method, type RpcMethod } from './method.ts'
import { address, bankEntries, commitment, config, readBank, whole, withContext } from './params.ts'
import { readWire } from './readWire.ts'
import { RpcError, rpcCodes } from './rpcError.ts'

const wireEncoding = v.optional(v.nullable(v.picklist(['base58', 'base64'])))
const flag = v.optional(v.nullable(v.boolean()))
const airdropLimit = 10_000n * 1_000_000_000n

const failed = ({ error, ...run }: Simulation & { error: NonNullable<Simulation['error']> }) =>
  new RpcError(
    rpcCodes.preflightFailure,
    `Transaction simulation failed: ${describeTransactionError(error)}`,
    {
      err: error,
      logs: run.logs,
      accounts: null,
      unitsConsumed: run.computeUnits,
      returnData: run.returnData,
      innerInstructions: null,
    },
  )

/** Methods that send or simulate transactions, or compute their fee. */
export const transactionMethods: Readonly<Record<string, RpcMethod>> = {
  sendTransaction: method(
    v.tuple([
      v.string(),
      config({
        encoding: wireEncoding,
        skipPreflight: flag,
        preflightCommitment: v.optional(v.nullable(commitment)),
        maxRetries: v.optional(v.nullable(whole)),
        minContextSlot: v.optional(v.nullable(whole)),
      }),
    ]),
    (ledger, [text, { encoding, minContextSlot, skipPreflight }]) => {
      readBank(ledger, { commitment: 'processed', minContextSlot })
      const read = readWire(text, { encoding: encoding ?? 'base58', mustBeSigned: true })
      if (!skipPreflight) {
        const preflight = simulate(ledger, read, { replaceBlockhash: false, verify: true })
        const { error } = preflight
        if (error === 'SignatureFailure')
          throw new RpcError(
            rpcCodes.signatureVerificationFailure,
            'Transaction signature verification failure',
          )
        if (error !== null) throw failed({ ...preflight, error })
      }
      // As in a real node, a caller that skips the preflight is not told if the transaction never lands.
      if (!ledger.refuse(read)) ledger.land(read)
      return read.signature
    },
  ),
  simulateTransaction: method(
    v.tuple([
      v.string(),
      config({
        ...bankEntries,
        encoding: wireEncoding,
        sigVerify: flag,
        replaceRecentBlockhash: flag,
        innerInstructions: flag,
        accounts: v.optional(
          v.nullable(
            v.object({
              addresses: v.array(address),
              encoding: v.optional(v.nullable(v.picklist(['base64', 'jsonParsed', 'base64+zstd']))),
            }),
          ),
        ),
      }),
    ]),
    (ledger, [text, options]) => {
      const verify = options.sigVerify ?? false
      const replaceBlockhash = options.replaceRecentBlockhash ?? false
      if (verify && replaceBlockhash)
        throw new RpcError(
          rpcCodes.invalidParams,
          'sigVerify may not be used with replaceRecentBlockhash',
        )
      const read = readWire(text, {
        encoding: options.encoding ?? 'base58',
        mustBeSigned: verify,
      })
      const bank = readBank(ledger, options)
      const newest = ledger.bank('processed')
      const result = simulate(ledger, read, { replaceBlockhash, verify })
      const { error } = result
      const loaded = readLoadedAddresses(read.message, newest.account)
      const all = [...read.message.staticAccounts, ...loaded.writable, ...loaded.readonly]
      const accounts = options.accounts?.addresses.map((at) => {
        const account = result.accounts.get(at) ?? newest.account(at)
        if (error !== null || !account || account.lamports === 0n) return null
        return encodeAccount(account, { encoding: options.accounts?.encoding ?? 'base64' }, newest)
      })
      return withContext(bank.slot, {
        err: error,
        logs: result.logs,
        accounts: accounts ?? null,
        unitsConsumed: result.computeUnits,
        loadedAccountsDataSize: all.reduce(
          (sum, at) => sum + (newest.account(at)?.data.length ?? 0),
          0,
        ),
        returnData: result.returnData,
        fee: readFee(read.message),
        loadedAddresses: loaded,
        innerInstructions: options.innerInstructions
          ? encodeInnerInstructions(result.innerInstructions, { accounts: all, parse: true })
          : null,
        replacementBlockhash: replaceBlockhash
          ? {
              blockhash: ledger.blockhashes.ofSlot(newest.slot),
              lastValidBlockHeight: newest.slot + blockhashWindow,
            }
          : null,
      })
    },
  ),
  getFeeForMessage: method(
    v.tuple([v.string(), config(bankEntries)]),
    (ledger, [text, options]) => {
      const { slot } = readBank(ledger, options)
      let message: Message
      try {
        message = getCompiledTransactionMessageDecoder().decode(
          getBase64Encoder().encode(text),
        ) as Message
      } catch (error) {
        throw new RpcError(
          rpcCodes.invalidParams,
          `failed to deserialize message: ${(error as Error).message}`,
        )
      }
      const isRecent = ledger.blockhashes.slotOf(message.lifetimeToken) !== undefined
      return withContext(slot, isRecent ? readFee(message) : null)
    },
  ),
  getRecentPrioritizationFees: method(v.tuple([v.optional(v.array(address), [])]), (ledger) => {
    const newest = ledger.slot('processed')
    return Array.from({ length: Number(blockhashWindow) }, (_, index) => ({
      slot: newest - BigInt(index),
      prioritizationFee: 0,
    })).reverse()
  }),
  requestAirdrop: method(v.tuple([address, whole, config(bankEntries)]), (ledger, [to, amount]) => {
    if (BigInt(amount) > airdropLimit)
      throw new RpcError(
        rpcCodes.invalidRequest,
        `Invalid request: one airdrop gives at most ${airdropLimit} lamports`,
      )
    return airdrop(ledger, { to, amount: BigInt(amount) })
  }),
}
