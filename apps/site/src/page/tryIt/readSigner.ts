import type { Namespace } from '@foyer/protocol'

/**
 * Recovers the signer of a message without Foyer.
 *
 * @returns The signer; undefined if the signature is not the account's and its signer can not be recovered.
 */
export async function readSigner({
  address,
  message,
  namespace,
  signature,
}: {
  address: string
  message: string
  namespace: Namespace
  signature: string
}): Promise<string | undefined> {
  if (namespace === 'eip155') {
    const { recoverMessageAddress } = await import('viem')
    return recoverMessageAddress({ message, signature: signature as `0x${string}` })
  }
  const { base58 } = await import('@scure/base')
  const bytesOf = (text: string) => new Uint8Array(base58.decode(text))
  const key = await crypto.subtle.importKey('raw', bytesOf(address), 'Ed25519', false, ['verify'])
  const isTheirs = await crypto.subtle.verify(
    'Ed25519',
    key,
    bytesOf(signature),
    new TextEncoder().encode(message),
  )
  return isTheirs ? address : undefined
}
