import { type ChainId, FoyerError, namespaceOf } from '@foyer/protocol'
import type { SignInNamespace } from '@foyer/protocol/signIn'
import type { Signed } from './signed.ts'
import type { EvmClient } from './verifyEvm.ts'

/** The code of a namespace loads with its first signature. */
const verifiers: Readonly<
  Record<SignInNamespace, (signed: Signed, client?: EvmClient) => Promise<boolean>>
> = {
  eip155: async (signed, client) => (await import('./verifyEvm.ts')).verifyEvm(signed, client),
  solana: async (signed) => (await import('./verifySolana.ts')).verifySolana(signed),
  bip122: async (signed) => (await import('./verifyBitcoin.ts')).verifyBitcoin(signed),
  tron: async (signed) => (await import('./verifyTron.ts')).verifyTron(signed),
  polkadot: async (signed) => (await import('./verifyPolkadot.ts')).verifyPolkadot(signed),
}

/**
 * Verifies that an account signed a message.
 *
 * @throws FoyerError `smart-accounts-unsupported`, `rpc-failed`
 */
export async function verifySignature(
  signed: Signed,
  { clients = {} }: verifySignature.Options = {},
): Promise<boolean> {
  const { chainId } = signed.message
  const verify = verifiers[namespaceOf(chainId)]
  try {
    return await verify(signed, clients[chainId])
  } catch (error) {
    if (error instanceof FoyerError) throw error
    // The decoders of addresses and signatures throw on malformed ones.
    return false
  }
}

export declare namespace verifySignature {
  type Options = {
    /** For smart accounts (ERC-1271, ERC-6492): viem's public client of each network. @default none are accepted */
    clients?: Partial<Readonly<Record<ChainId, EvmClient>>> | undefined
  }
}
