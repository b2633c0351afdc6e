import type { SignRequest } from '@foyer/decode'
import {
  encodeExecute,
  encodeOperationSignature,
  executeDigest,
  type OwnCall,
  operationDigest,
  type Together,
  type TransactionRequest,
} from '@foyer/decode/internal'
import { FoyerError } from '@foyer/protocol'
import { digestOf } from '../digestOf.ts'
import type { PreparedRequest } from '../signer.ts'
import {
  type Authorization,
  authorizationDigest,
  signAuthorizingTransaction,
} from './accountTransaction.ts'
import { signatureHex } from './personalMessage.ts'
import { signedTransaction, transactionDigest } from './transaction.ts'

/** The code that accounts of each network may run, by CAIP-2 id: the operator's list. */
export type SmartAccounts = Readonly<Record<string, string>>

/** Removes the code. @source EIP-7702 */
const noCode = `0x${'0'.repeat(40)}`

type Fees = { nonce: bigint; gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
type Bundle = Extract<SignRequest, { method: 'wallet_sendCalls' }>['params'][0]
type OwnBundle = Extract<Bundle, { together: Together }>

/** Returns the code that accounts of a network may run. @throws {@link FoyerError} `action-not-allowed` */
export function listedCode(chainId: bigint, accounts: SmartAccounts): string {
  const id = `eip155:${chainId}`
  const code = Object.hasOwn(accounts, id) ? accounts[id] : undefined
  if (code !== undefined) return code
  throw new FoyerError('action-not-allowed', { details: `No smart accounts on ${id}.` })
}

/** Requires the operator's code. @throws {@link FoyerError} `action-not-allowed`. @source T40 */
function mustBeListed(address: string, code: string): void {
  if (address.toLowerCase() === code.toLowerCase()) return
  throw new FoyerError('action-not-allowed', {
    details: 'This would let foreign code act as the account (EIP-7702).',
  })
}

/**
 * Refuses a call to the account's own code: it would act with all rights of the account, and is no call of a site.
 * @throws {@link FoyerError} `action-not-allowed`. @source security 3.4, 3.7
 */
export function refuseOwnCode(
  { data, to }: { to?: string | undefined; data: string },
  { accounts, chainId, own }: { accounts: SmartAccounts; chainId: bigint; own: string },
): void {
  const target = to?.toLowerCase()
  // The account reads the zero address as itself.
  const isOwn = target === own.toLowerCase() || target === noCode
  if (isOwn && data !== '0x' && Object.hasOwn(accounts, `eip155:${chainId}`))
    throw new FoyerError('action-not-allowed', { details: 'A call of the account to itself.' })
}

const toSelf = (
  own: string,
  chainId: bigint,
  { gas, maxFeePerGas, maxPriorityFeePerGas, nonce }: Fees,
  data: string,
): TransactionRequest => ({
  type: '0x2',
  ...{ chainId, data, gas, maxFeePerGas, maxPriorityFeePerGas, nonce },
  to: own,
  value: 0n,
  accessList: [],
})

/** A transaction of the account to itself, with the authorization that it carries. The authorization's nonce is the next one. */
function prepareSending(
  transaction: TransactionRequest,
  address: string | undefined,
): PreparedRequest {
  const digest = transactionDigest(transaction)
  if (address === undefined)
    return {
      digest: digestOf([digest]),
      sign: async ({ evm }) => signedTransaction(transaction, evm(digest)),
    }
  const { chainId, nonce } = transaction
  const authorization = { address, chainId, nonce: nonce + 1n }
  return {
    digest: digestOf([authorizationDigest(authorization), digest]),
    sign: async ({ evm }) => signAuthorizingTransaction(transaction, { authorization, sign: evm }),
  }
}

/**
 * Prepares calls that the smart account makes at once. The transaction is made here from the calls that are shown.
 *
 * @throws {@link FoyerError} `action-not-allowed` for code that the operator does not list, a network without smart accounts,
 *   and a call to the account itself
 * @source EIP-7702, ERC-7821; T40
 */
export function prepareTogether(
  { calls, together }: OwnBundle,
  { accounts, chainId, own }: { accounts: SmartAccounts; chainId: bigint; own: string },
): PreparedRequest {
  const code = listedCode(chainId, accounts)
  const { upgrade } = together
  if (upgrade) mustBeListed(upgrade.address, code)
  for (const call of calls) refuseOwnCode(call, { accounts, chainId, own })
  if (together.by === 'signature') return prepareSignature(calls, { chainId, own, together })
  if (together.by === 'operation') return prepareOperation(calls, { chainId, own, together })
  const transaction = toSelf(own, chainId, together, encodeExecute(calls))
  return prepareSending(transaction, upgrade?.address)
}

/**
 * Prepares an operation that a bundler sends until its end (ERC-4337). It is made here from the calls that are shown, for the one EntryPoint of
 * the account's code, with a paymaster, and without code of its own.
 * @throws {@link FoyerError} `action-not-allowed` without a paymaster: the account would pay. @source T40
 */
function prepareOperation(
  calls: readonly OwnCall[],
  {
    chainId,
    own,
    together: { by: _, upgrade: __, ...operation },
  }: { chainId: bigint; own: string; together: Extract<Together, { by: 'operation' }> },
): PreparedRequest {
  if (BigInt(operation.paymaster) === 0n)
    throw new FoyerError('action-not-allowed', { details: 'Nobody pays for this operation.' })
  const digest = operationDigest(calls, { account: own, chainId, ...operation })
  return {
    digest: digestOf([digest]),
    sign: async ({ evm }) => ({
      signature: encodeOperationSignature(signatureHex(evm(digest)), operation),
    }),
  }
}

/** Prepares a batch that anyone may send until its deadline, and the authorization that goes with it. */
function prepareSignature(
  calls: readonly OwnCall[],
  {
    chainId,
    own,
    together: { deadline, nonce, upgrade },
  }: { chainId: bigint; own: string; together: Extract<Together, { by: 'signature' }> },
): PreparedRequest {
  const batch = executeDigest(calls, { account: own, chainId, deadline, nonce })
  const authorization: Authorization | undefined = upgrade && { ...upgrade, chainId }
  const digests = authorization ? [batch, authorizationDigest(authorization)] : [batch]
  return {
    digest: digestOf(digests),
    async sign({ evm }) {
      const signature = signatureHex(evm(batch))
      if (!authorization) return { signature }
      return { signature, authorization: signatureHex(evm(authorizationDigest(authorization))) }
    },
  }
}

/** Prepares a transaction that makes the account a smart one, and does nothing else. @throws {@link FoyerError} `action-not-allowed` */
export function prepareUpgrade(
  { address, ...fees }: Fees & { address: string },
  { accounts, chainId, own }: { accounts: SmartAccounts; chainId: bigint; own: string },
): PreparedRequest {
  mustBeListed(address, listedCode(chainId, accounts))
  return prepareSending(toSelf(own, chainId, fees, '0x'), address)
}

/** Prepares the end of a smart account: an authorization for no code. */
export function prepareUndo(
  fees: Fees,
  { accounts, chainId, own }: { accounts: SmartAccounts; chainId: bigint; own: string },
): PreparedRequest {
  listedCode(chainId, accounts)
  return prepareSending(toSelf(own, chainId, fees, '0x'), noCode)
}
