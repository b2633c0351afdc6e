import type { Provider, TypedData } from '@foyer/core'
import { type ChainId, FoyerError } from '@foyer/protocol'
import { ask } from './ask.ts'
import { toSignature } from './toSignature.ts'

/** Fields of a domain, in the standard's order. */
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/**
 * Asks the wallet to sign structured data.
 *
 * @returns The signature, hex.
 * @throws FoyerError `params-invalid`, `user-rejected` …
 * @source https://eips.ethereum.org/EIPS/eip-712
 */
export async function signTypedData({
  address,
  chainId,
  provider,
  typedData,
}: {
  address: string
  chainId: ChainId
  provider: Provider
  typedData: TypedData
}): Promise<string> {
  const params = [address, serialiseTypedData(typedData)]
  return toSignature(await ask(provider, { method: 'eth_signTypedData_v4', params, chainId }))
}

/** Builds the JSON that wallets expect: with the domain's type, big numbers as decimal text, bytes as hex. */
function serialiseTypedData({ domain = {}, message, primaryType, types }: TypedData): string {
  if (primaryType !== 'EIP712Domain' && !Object.hasOwn(types, primaryType))
    throw new FoyerError('params-invalid', { details: `types has no ${primaryType}.` })
  const known = domainFields.filter(({ name }) => domain[name] !== undefined)
  return JSON.stringify(
    { types: { EIP712Domain: known, ...types }, domain, primaryType, message },
    (_, value: unknown) => {
      if (typeof value === 'bigint') return value.toString()
      if (!(value instanceof Uint8Array)) return value
      return `0x${Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
    },
  )
}
