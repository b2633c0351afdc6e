/** Selector of `transfer(address,uint256)`. @source https://eips.ethereum.org/EIPS/eip-20 */
const transferSelector = '0xa9059cbb'

/** Nodes answer 3 to a revert. @source https://ethereum.org/en/developers/docs/apis/json-rpc/ */
export const reverted = { codes: [3], text: /\brevert/i }

/** Writes the call of a transfer of an ERC-20 token. */
export function writeTransfer({
  amount,
  to,
  token,
}: {
  amount: bigint
  to: string
  token: string
}): { to: string; data: `0x${string}` } {
  return { to: token, data: `${transferSelector}${word(BigInt(to))}${word(amount)}` }
}

/** 32 bytes of call data. */
export function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
