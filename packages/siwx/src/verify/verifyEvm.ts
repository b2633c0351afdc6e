import { FoyerError } from '@foyer/protocol'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { recoverAddress } from './recoverAddress.ts'
import type { Signed } from './signed.ts'

/** Verifies signatures of contracts by RPC: a public client of viem. */
export type EvmClient = {
  /** True for EIP-191, ERC-1271 and ERC-6492 signatures of the account. */
  verifyMessage(parameters: {
    address: `0x${string}`
    message: string
    signature: `0x${string}`
  }): Promise<boolean>
  getChainId(): Promise<number>
}

/**
 * Verifies EIP-191 by the account's key, else ERC-1271 and ERC-6492 by its contract. An address must have a checksum, or
 * be in lower case, as some phone wallets write it.
 */
export async function verifyEvm(
  { message: { address, chainId }, signature, text }: Signed,
  client: EvmClient | undefined,
): Promise<boolean> {
  if (address !== address.toLowerCase() && address !== checksum(address)) return false
  if (!/^0x(?:[0-9a-f]{2})+$/i.test(signature)) return false
  const plain = address.slice(2).toLowerCase()
  if (recovered(signature, text) === plain) return true
  if (!client) {
    // A key's signature has 65 bytes; anything longer is a contract's.
    if (signature.length > 132)
      throw new FoyerError('smart-accounts-unsupported', { details: `clients['${chainId}']` })
    return false
  }
  const asked = { address, message: text, signature } as Parameters<EvmClient['verifyMessage']>[0]
  try {
    // viem also returns false when the node does not answer: only a node that answers refuses a user.
    const [isSigned, id] = await Promise.all([client.verifyMessage(asked), client.getChainId()])
    if (`eip155:${id}` === chainId) return isSigned
  } catch (cause) {
    throw new FoyerError('rpc-failed', { cause, details: chainId })
  }
  throw new FoyerError('rpc-failed', { details: `clients['${chainId}'] is of another network.` })
}

function recovered(signature: string, text: string): string | undefined {
  try {
    return bytesToHex(recoverAddress({ prefix: 'Ethereum Signed Message', signature, text }))
  } catch {
    // Not a signature of a key: a contract may still accept it.
    return undefined
  }
}

/** @source EIP-55 */
function checksum(address: string): string {
  const lower = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  const letters = Array.from(lower, (letter, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}
