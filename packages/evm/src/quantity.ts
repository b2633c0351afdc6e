/**
 * Encodes a number for JSON-RPC: hex, no leading zeros.
 *
 * @source https://ethereum.org/en/developers/docs/apis/json-rpc/#hex-encoding
 */
export function toQuantity(value: bigint | number): `0x${string}` {
  return `0x${value.toString(16)}`
}

/** Parses a node's number; undefined if it is not a hex quantity of at most 32 bytes. */
export function parseQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
    ? BigInt(value)
    : undefined
}
