import {
  addEncoderSizePrefix,
  createNoopSigner,
  fixEncoderSize,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU32Encoder,
  getUtf8Encoder,
  type Instruction,
  lamports,
} from '@solana/kit'
import { AuthorityType, getSetAuthorityInstruction } from '@solana-program/token'
import type { LiteSVM } from 'litesvm'
import { metaplexProgram, token2022Program, tokenProgram } from './programs.ts'
import { solanaFaucetAccount } from './solanaAccounts.ts'
import type { SolanaNft } from './solanaNfts.ts'
import type { SolanaToken } from './solanaTokens.ts'

const authority = solanaFaucetAccount.address

/** Describes an NFT as a token of which there is one indivisible unit. */
export const tokenOfNft = ({ metadata, uri, ...nft }: SolanaNft): SolanaToken => ({
  ...{ ...nft, decimals: 0, startBalance: 1n },
  ...(metadata === 'mint'
    ? { program: token2022Program, metadataUri: uri }
    : { program: tokenProgram }),
})

/** Gives up the right to mint more. */
export const closeMint = ({ address: owned, program }: SolanaToken): Instruction =>
  getSetAuthorityInstruction(
    {
      ...{ owned, owner: createNoopSigner(authority), newAuthority: null },
      authorityType: AuthorityType.MintTokens,
    },
    { programAddress: program },
  )

/**
 * Writes the account that Metaplex's program keeps for a mint. The program itself is not on the local Solana, since no
 * package offers it: nobody can change what stands there.
 *
 * @source https://docs.rs/mpl-token-metadata/latest/mpl_token_metadata/accounts/struct.Metadata.html
 */
export async function writeMetaplex(svm: LiteSVM, nft: SolanaNft): Promise<void> {
  const key = getAddressEncoder()
  const [place] = await getProgramDerivedAddress({
    programAddress: metaplexProgram,
    seeds: ['metadata', key.encode(metaplexProgram), key.encode(nft.address)],
  })
  const text = (value: string, length: number) =>
    addEncoderSizePrefix(fixEncoderSize(getUtf8Encoder(), length), getU32Encoder()).encode(value)
  const data = Uint8Array.from([
    // An account of metadata, its authority and its mint.
    ...[4, ...key.encode(authority), ...key.encode(nft.address)],
    ...[...text(nft.name, 32), ...text(nft.symbol, 10), ...text(nft.uri, 200)],
    // No fee, no creators; sold, changeable, without an edition; an NFT.
    ...[0, 0, 0, 1, 1, 0, 1, 0],
    ...(nft.collection ? [1, 1, ...key.encode(nft.collection)] : [0]),
    // Neither uses, nor details, nor rules.
    ...[0, 0, 0],
  ])
  svm.setAccount({
    ...{ address: place, programAddress: metaplexProgram, data, executable: false },
    lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
    space: BigInt(data.length),
  })
}
