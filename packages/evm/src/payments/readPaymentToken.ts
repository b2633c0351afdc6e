import type { Rpc } from '@foyer/core'
import { cleanText, FoyerError } from '@foyer/protocol'
import type { Hex } from 'viem'
import { readNumber, readText } from '../tokenAnswers.ts'
import { word } from '../writeTransfer.ts'

/** Selectors. @source https://eips.ethereum.org/EIPS/eip-20 */
const selectors = { balanceOf: '0x70a08231', decimals: '0x313ce567', symbol: '0x95d89b41' } as const

/** Reads decimals and symbol of an ERC-20 token. @throws FoyerError `address-invalid`, and the errors of `rpc` */
export async function readPaymentToken({
  rpc,
  token,
}: {
  rpc: Rpc
  token: string
}): Promise<{ decimals: number; symbol: string | undefined }> {
  const [places, name] = await Promise.all([
    ask({ data: selectors.decimals, rpc, token }),
    // Some tokens have none.
    ask({ data: selectors.symbol, rpc, token }).catch(() => undefined),
  ])
  const decimals = Number(readNumber(places) ?? 256n)
  if (decimals > 255)
    throw new FoyerError('address-invalid', { details: `No token is at ${token}.` })
  return { decimals, symbol: cleanText(readText(name) ?? '', 16) || undefined }
}

/** Reads the balance of an ERC-20 token, in its smallest unit. @throws FoyerError `address-invalid`, and the errors of `rpc` */
export async function readTokenBalance({
  address,
  rpc,
  token,
}: {
  address: string
  rpc: Rpc
  token: string
}): Promise<bigint> {
  const data = `${selectors.balanceOf}${word(BigInt(address))}`
  const balance = readNumber(await ask({ data, rpc, token }))
  if (balance !== undefined) return balance
  throw new FoyerError('address-invalid', { details: `No token is at ${token}.` })
}

async function ask({
  data,
  rpc,
  token,
}: {
  data: string
  rpc: Rpc
  token: string
}): Promise<Hex | undefined> {
  const answer = await rpc({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })
  return typeof answer === 'string' && /^0x([0-9a-f]{2})*$/i.test(answer)
    ? (answer as Hex)
    : undefined
}
