import { FoyerError } from '@foyer/protocol'
import { concat } from '../evm/hex.ts'
import { accountDomain } from '../evm/smartAccount.ts'
import { encodeType, hashTypedData, type TypedData, typedDataDigest } from './typedData.ts'

const fields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Nests typed data in a type that names the smart account, so that its signature counts for this account on this chain alone.
 *
 * @returns The digest to sign, and a function that completes the key's signature for `isValidSignature`.
 * @throws {@link FoyerError} `params-invalid` for data that can not be nested, and as `typedDataDigest`
 * @source https://eips.ethereum.org/EIPS/eip-7739; T38
 */
export function nestTypedData(
  data: TypedData,
  { account, chainId }: { account: string; chainId: bigint },
): { digest: Uint8Array; complete: (signature: Uint8Array) => Uint8Array } {
  const { domain, message, primaryType, types } = data
  const isName = /^[A-Za-z_$][\w$]*$/.test(primaryType)
  if (!isName || primaryType === 'EIP712Domain' || Object.hasOwn(types, 'TypedDataSign'))
    throw new FoyerError('params-invalid', {
      details: `A smart account can not sign the type ${primaryType.slice(0, 40)}.`,
    })
  const { contents, separator } = hashTypedData(data, chainId)
  const outer = {
    types: { ...types, TypedDataSign: [{ name: 'contents', type: primaryType }, ...fields] },
    primaryType: 'TypedDataSign',
    domain,
    message: {
      contents: message,
      ...accountDomain({ account, chainId }),
      salt: `0x${'0'.repeat(64)}`,
    },
  }
  const digest = typedDataDigest(outer, chainId)
  const whole = encodeType(outer.types, 'TypedDataSign')
  const contentsType = whole.slice(whole.indexOf(')') + 1)
  // The contract reads the name from the start, or from the end if another type comes first in the alphabet.
  const isFirst = contentsType.startsWith(`${primaryType}(`)
  const text = new TextEncoder().encode(isFirst ? contentsType : contentsType + primaryType)
  if (text.length > 0xffff)
    throw new FoyerError('params-invalid', { details: 'The types of this data are too long.' })
  const length = Uint8Array.of(text.length >> 8, text.length & 0xff)
  return {
    digest,
    complete: (signature) => concat(signature, separator, contents, text, length),
  }
}
