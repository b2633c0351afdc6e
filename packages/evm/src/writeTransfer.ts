/** Selector of `transfer(address,uint256)`. @source https://eips.ethereum.org/EIPS/eip-20 */
const transferSelector = '0xa9059cbb'

/** Selector of `payment(bytes32)`: it names the reference of a payment in coins, which no contract has to know. */
const paymentSelector = '0x73f7aef9'

/** Nodes answer 3 to a revert. @source https://ethereum.org/en/developers/docs/apis/json-rpc/ */
export const reverted = { codes: [3], text: /\brevert/i }

/**
 * Writes the call of a transfer of an ERC-20 token.
 *
 * @param parameters.reference - 64 hex digits behind the call, which contracts ignore. @default none
 */
export function writeTransfer({
  amount,
  reference = '',
  to,
  token,
}: {
  amount: bigint
  reference?: string | undefined
  to: string
  token: string
}): { to: string; data: `0x${string}` } {
  return { to: token, data: `${transferSelector}${word(BigInt(to))}${word(amount)}${reference}` }
}

/** Writes the call data of a payment in coins; nothing without a reference. */
export function writeReference(reference: string | undefined): { data?: `0x${string}` } {
  return reference === undefined ? {} : { data: `${paymentSelector}${reference}` }
}

/** 32 bytes of call data. */
export function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
