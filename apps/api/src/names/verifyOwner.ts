import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import type { Address, Hex } from 'viem'
import { createPublicClient, custom } from 'viem'
import { getAddress, isAddress, isHex, recoverMessageAddress } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import { isSolanaAddress } from '../chains/isSolanaAddress.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'

/** Coin types of SLIP-44. @source https://github.com/satoshilabs/slips/blob/master/slip-0044.md */
export const ethereumCoin = '60'
export const solanaCoin = '501'

/** Added to a chain id to make the coin type of an EVM chain. @source https://docs.ens.domains/ensip/11 */
const evmCoinOffset = 0x8000_0000

/** An account as it is stored with a name. */
export type Owner = { readonly coinType: string; readonly address: string }

/** Parses an account of a supported coin type into its canonical form; undefined for any other. */
export function parseOwner(coinType: number, address: string): Owner | undefined {
  if (coinType === Number(solanaCoin))
    return isSolanaAddress(address) ? { coinType: solanaCoin, address } : undefined
  const isEvm = coinType === Number(ethereumCoin) || coinType >= evmCoinOffset
  return isEvm && isAddress(address, { strict: false })
    ? { coinType: ethereumCoin, address: getAddress(address) }
    : undefined
}

/**
 * Returns whether an account signed a text: by its key, or as a contract, deployed (ERC-1271) or not yet (ERC-6492).
 * A contract is asked on the chain that the coin type names, for 60 on the first EVM chain.
 * @throws {@link HttpError} 502 when that chain does not answer
 */
export async function isSignedBy(
  rpc: ChainRpc,
  owner: Owner,
  { coinType, message, signature }: { coinType: number; message: string; signature: string },
): Promise<boolean> {
  if (owner.coinType === solanaCoin) return isSolanaSignature(owner.address, message, signature)
  if (!isHex(signature)) return false
  const address = owner.address as Address
  if (await isKeySignature(address, message, signature)) return true
  const chain = findChain(rpc, coinType)
  return chain !== undefined && isContractSignature(rpc, chain, { address, message, signature })
}

async function isKeySignature(address: Address, message: string, signature: Hex): Promise<boolean> {
  try {
    return (await recoverMessageAddress({ message, signature })) === address
  } catch {
    // Not 65 bytes, or no point on the curve: a contract may still accept it.
    return false
  }
}

function isContractSignature(
  rpc: ChainRpc,
  chain: EvmChain,
  parameters: { address: Address; message: string; signature: Hex },
): Promise<boolean> {
  const client = createPublicClient({
    transport: custom(
      {
        async request({ method, params }: { method: string; params: unknown }) {
          const [answer] = await rpc.send(chain, [{ method, params: JSON.stringify(params) }])
          if (answer && 'result' in answer) return JSON.parse(answer.result)
          throw Object.assign(new Error('The chain refused the call'), JSON.parse(answer!.error))
        },
      },
      { retryCount: 0 },
    ),
  })
  return client.verifyMessage(parameters)
}

function findChain(rpc: ChainRpc, coinType: number): EvmChain | undefined {
  const chainId = coinType >= evmCoinOffset ? coinType - evmCoinOffset : undefined
  return rpc.chains.find(
    (chain): chain is EvmChain =>
      chain.namespace === 'eip155' &&
      (chainId === undefined || chain.caipId === `eip155:${chainId}`),
  )
}

/** Verifies an Ed25519 signature in base58 over the bytes of the text. */
function isSolanaSignature(address: string, message: string, signature: string): boolean {
  try {
    const x = Buffer.from(base58.decode(address)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(message), key, base58.decode(signature))
  } catch {
    return false
  }
}
