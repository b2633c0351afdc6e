import {
  type Address,
  concat,
  type Hex,
  hexToNumber,
  recoverTypedDataAddress,
  slice,
  toHex,
} from 'viem'

/** An operation of an account, by its hash at the EntryPoint. */
type OwnOperation = {
  readonly account: Address
  /** EIP-155 number. */
  readonly chain: number
  readonly hash: Hex
}

/** Typed data that the account's key signs. @source contracts/FoyerAccount.sol */
export const ownOperationTypedData = ({ account, chain, hash }: OwnOperation, validUntil: number) =>
  ({
    domain: { name: 'Foyer Account', version: '1', chainId: chain, verifyingContract: account },
    types: {
      Operation: [
        { name: 'userOpHash', type: 'bytes32' },
        { name: 'validUntil', type: 'uint48' },
      ],
    },
    primaryType: 'Operation',
    message: { userOpHash: hash, validUntil },
  }) as const

/** The signature of an operation: its last valid second since 1970, as 6 bytes, and the key's signature. */
export const writeOperationSignature = (validUntil: number, signature: Hex): Hex =>
  concat([toHex(validUntil, { size: 6 }), signature])

/** Recovers the key that signed an operation. @throws Error for a signature that can not be read */
export function recoverOperation(operation: OwnOperation, signature: Hex): Promise<Address> {
  const validUntil = hexToNumber(slice(signature, 0, 6, { strict: true }))
  const typedData = ownOperationTypedData(operation, validUntil)
  return recoverTypedDataAddress({ ...typedData, signature: slice(signature, 6) })
}
