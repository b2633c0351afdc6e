import { FoyerError } from '@foyer/protocol'
import { decodeBase64Url, encodeBase64Url } from '@foyer/protocol/custody'

/** Encodes bytes as padded base64, the form of transactions in Solana's RPC. */
export function encodeBase64(bytes: Uint8Array): string {
  const text = encodeBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/')
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** Decodes padded base64. @throws {@link FoyerError} `params-invalid` */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Error('alphabet')
    return decodeBase64Url(text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'))
  } catch (cause) {
    throw new FoyerError('params-invalid', { cause, details: 'Not base64.' })
  }
}
