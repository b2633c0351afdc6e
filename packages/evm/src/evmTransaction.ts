import { FoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { isAddress } from './address.ts'

const wei = (most = 2n ** 256n - 1n) =>
  v.optional(
    v.pipe(
      v.bigint('must be a bigint'),
      v.minValue(0n, 'must not be negative'),
      v.maxValue(most, 'is too large'),
    ),
  )
const hexOf = (digits: string, what: string) =>
  v.pipe(
    v.string(`must be ${what}`),
    v.regex(new RegExp(`^0x${digits}$`, 'i'), `must be ${what}`),
    v.transform((text) => text as `0x${string}`),
  )

const schema = v.strictObject(
  {
    to: v.optional(v.string('must be an address')),
    value: wei(),
    data: v.optional(hexOf('([0-9a-f]{2})*', '0x and pairs of hex digits')),
    gas: wei(2n ** 64n - 1n),
    gasPrice: wei(),
    maxFeePerGas: wei(),
    maxPriorityFeePerGas: wei(),
    nonce: v.optional(
      v.pipe(
        v.number('must be a number'),
        v.safeInteger('must be a whole number'),
        v.minValue(0, 'must not be negative'),
      ),
    ),
    accessList: v.optional(
      v.array(
        v.strictObject({
          address: hexOf('[0-9a-f]{40}', 'an address'),
          storageKeys: v.array(hexOf('[0-9a-f]{64}', '0x and 64 hex digits')),
        }),
      ),
    ),
  },
  'is no field of a transaction',
)

/** A transaction on an EVM chain; sender and chain come from the connection. */
export type EvmTransaction = {
  /** The receiver; if omitted, `data` creates a contract. */
  to?: string | undefined
  /** Wei. @default 0n */
  value?: bigint | undefined
  /** Call data: `0x` and pairs of hex digits. */
  data?: `0x${string}` | undefined
  /** Gas limit. @default the wallet's estimate */
  gas?: bigint | undefined
  /** Wei per unit of gas, before EIP-1559. Not together with the two below. */
  gasPrice?: bigint | undefined
  /** Wei per unit of gas. @default the wallet's choice */
  maxFeePerGas?: bigint | undefined
  /** Wei per unit of gas. @default the wallet's choice */
  maxPriorityFeePerGas?: bigint | undefined
  /** @default the account's next nonce, set by the wallet */
  nonce?: number | undefined
  /** @source https://eips.ethereum.org/EIPS/eip-2930 */
  accessList?: { address: `0x${string}`; storageKeys: `0x${string}`[] }[] | undefined
}

declare module '@foyer/core' {
  interface Transactions {
    eip155: EvmTransaction
  }
}

/**
 * Validates a transaction.
 *
 * @throws FoyerError `params-invalid`, `address-invalid`; `details` names the field and the fix
 */
export function parseEvmTransaction(input: unknown): EvmTransaction {
  const parsed = v.safeParse(schema, input)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw invalid(`transaction${issue.path ? `.${v.getDotPath(issue)}` : ''} ${issue.message}`)
  }
  const transaction = parsed.output
  const { data, gasPrice, maxFeePerGas, maxPriorityFeePerGas, to } = transaction
  if (to !== undefined && !isAddress(to))
    throw new FoyerError('address-invalid', { details: `transaction.to is ${to}.` })
  if (to === undefined && (data === undefined || data === '0x'))
    throw invalid('transaction needs to, or data that creates a contract')
  if (gasPrice !== undefined && (maxFeePerGas ?? maxPriorityFeePerGas) !== undefined)
    throw invalid('transaction.gasPrice and transaction.maxFeePerGas cannot both be set')
  if (maxFeePerGas !== undefined && (maxPriorityFeePerGas ?? 0n) > maxFeePerGas)
    throw invalid('transaction.maxPriorityFeePerGas must not be above maxFeePerGas')
  return transaction
}

function invalid(details: string): FoyerError {
  return new FoyerError('params-invalid', { details: `${details}.` })
}
