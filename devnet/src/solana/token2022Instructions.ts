import {
  AccountRole,
  type Address,
  addEncoderSizePrefix,
  getAddressEncoder,
  getI16Encoder,
  getU32Encoder,
  getU64Encoder,
  getUtf8Encoder,
  type Instruction,
} from '@solana/kit'
import { token2022Program } from './programs.ts'

const instruction = (
  accounts: readonly [Address, AccountRole][],
  ...data: readonly (ArrayLike<number> & Iterable<number>)[]
): Instruction => ({
  programAddress: token2022Program,
  accounts: accounts.map(([address, role]) => ({ address, role })),
  data: Uint8Array.from(data.flatMap((part) => [...part])),
})
const text = addEncoderSizePrefix(getUtf8Encoder(), getU32Encoder())

/** The extension numbers in a mint. @source spl-token-2022 ExtensionType */
export const extensionSizes = { transferFeeConfig: 108, nonTransferable: 0, metadataPointer: 64 }

/** Before the mint is initialized. @source spl-token-2022 TransferFeeInstruction::InitializeTransferFeeConfig */
export const initializeTransferFee = (
  mint: Address,
  { authority, basisPoints, maximum }: { authority: Address; basisPoints: number; maximum: bigint },
): Instruction =>
  instruction(
    [[mint, AccountRole.WRITABLE]],
    [26, 0],
    [1, ...getAddressEncoder().encode(authority)],
    [1, ...getAddressEncoder().encode(authority)],
    getI16Encoder().encode(basisPoints),
    getU64Encoder().encode(maximum),
  )

/** Before the mint is initialized. @source spl-token-2022 TokenInstruction::InitializeNonTransferableMint */
export const initializeNonTransferable = (mint: Address): Instruction =>
  instruction([[mint, AccountRole.WRITABLE]], [32])

/** Before the mint is initialized; the metadata are in the mint. @source spl-token-2022 MetadataPointerInstruction */
export const initializeMetadataPointer = (mint: Address, authority: Address): Instruction =>
  instruction(
    [[mint, AccountRole.WRITABLE]],
    [39, 0],
    getAddressEncoder().encode(authority),
    getAddressEncoder().encode(mint),
  )

/** After the mint is initialized. @source spl-token-metadata-interface Initialize */
export const initializeMetadata = (
  mint: Address,
  {
    authority,
    name,
    symbol,
    uri,
  }: Record<'name' | 'symbol' | 'uri', string> & { authority: Address },
): Instruction =>
  instruction(
    [
      [mint, AccountRole.WRITABLE],
      [authority, AccountRole.READONLY],
      [mint, AccountRole.READONLY],
      [authority, AccountRole.READONLY_SIGNER],
    ],
    [210, 225, 30, 162, 88, 184, 77, 141],
    text.encode(name),
    text.encode(symbol),
    text.encode(uri),
  )
