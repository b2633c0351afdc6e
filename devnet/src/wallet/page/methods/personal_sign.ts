import { invalidParams } from '../rpcError.ts'
import { permittedAccount, type WalletMethod } from '../walletContext.ts'

const isAddress = (text: unknown) => typeof text === 'string' && /^0x[0-9a-f]{40}$/i.test(text)

/** Returns the bytes to sign: decoded hex, or any other text in UTF-8. */
function toHex(text: string): `0x${string}` {
  if (/^0x([0-9a-f]{2})*$/i.test(text)) return text as `0x${string}`
  const bytes = Array.from(new TextEncoder().encode(text))
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Signs a message. The order is [message, address]; swapped parameters work too.
 *
 * @source https://docs.metamask.io/wallet/reference/json-rpc-methods/personal_sign/
 */
export const personal_sign: WalletMethod = async (context, params) => {
  const swapped = isAddress(params[0]) && !isAddress(params[1])
  const [message, address] = swapped ? [params[1], params[0]] : [params[0], params[1]]
  if (typeof message !== 'string' || typeof address !== 'string') {
    throw invalidParams('Expected a message and an address.')
  }
  const account = permittedAccount(context, address)
  return context.askUser({ method: 'personal_sign', account, data: toHex(message) })
}
