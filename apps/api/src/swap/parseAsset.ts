import { parseAccountId } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import { isAddressEqual } from 'viem/utils'
import type { Chain } from '../chains/chainConfig.ts'
import { parseAddress } from '../chains/parseAddress.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { nativeAddress, nativeMint, type SwapAsset } from './swapSource.ts'

/** Finds a chain by its CAIP-2 id. @throws HttpError 400 `chain-unsupported` */
export function parseChain(rpc: ChainRpc, text: string, field: string): Chain {
  const chain = rpc.findChain(text)
  if (chain === undefined)
    throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field })
  return chain
}

/** Parses the CAIP-10 id of an account or a token. @throws HttpError 400 `chain-unsupported`, `address-invalid` */
export function parseAccount(
  rpc: ChainRpc,
  text: string,
  field: string,
): { chain: Chain; address: string } {
  const { address, chainId } = parseAccountId(text)!
  const chain = parseChain(rpc, chainId, field)
  return { chain, address: requireAddress(chain, address, field) }
}

/** Parses a swap's token. @throws HttpError 400 `chain-unsupported`, `address-invalid` */
export function parseAsset(rpc: ChainRpc, text: string, field: string): SwapAsset {
  const { chainId, address: given } = parseAccountId(text)!
  // Stands for the native coin of Solana; it is no token's address.
  if (given === nativeMint)
    return { chain: parseChain(rpc, chainId, field), address: nativeMint, isNative: true }
  const { address, chain } = parseAccount(rpc, text, field)
  const isNative =
    chain.namespace === 'eip155' && isAddressEqual(address as `0x${string}`, nativeAddress)
  return { chain, address, isNative }
}

/** Parses an address of a chain to its canonical form. @throws HttpError 400 `address-invalid` */
export function requireAddress(chain: Chain, text: string, field: string): string {
  const parsed = parseAddress(text)
  if (parsed?.namespace !== chain.namespace)
    throw new HttpError(400, 'address-invalid', 'Address is invalid', { field })
  return parsed.address
}
