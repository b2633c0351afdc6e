import type { Connector, Session } from '@foyer/core'
import { type ChainId, FoyerError } from '@foyer/protocol'
import { parseSignIn } from '@foyer/protocol/signIn'
import { readBytes, toBase58 } from './bytes.ts'
import { isAddress } from './isAddress.ts'
import { toStandardChain } from './standardChains.ts'
import { readFeature, type StandardWallet } from './standardWallet.ts'
import { toSolanaError } from './toSolanaError.ts'

/**
 * Connects and signs in with one approval.
 *
 * @returns The account and what it signed; undefined if the site's server gave no nonce.
 * @throws FoyerError `user-rejected`, `request-aborted` …; `connection-invalid` for an answer of another shape
 * @source https://github.com/phantom/sign-in-with-solana
 */
export async function connectAndSignIn(
  wallet: StandardWallet,
  {
    chainId,
    signal,
    signIn,
  }: {
    chainId: ChainId | undefined
    signal: AbortSignal
    signIn: NonNullable<Connector.ConnectParameters['signIn']>
  },
): Promise<{ address: string; answer: NonNullable<Session['signedIn']> } | undefined> {
  const request = await signIn()
  if (signal.aborted) throw new FoyerError('request-aborted', { cause: signal.reason })
  const feature = readFeature(wallet, 'solana:signIn')
  if (!request || !feature || !chainId) return undefined
  const { scheme: _, ...input } = request
  try {
    const outputs = (await feature.signIn({
      ...input,
      chainId: toStandardChain(chainId),
    })) as unknown
    const [output] = Array.isArray(outputs) ? (outputs as unknown[]) : []
    const { account, signature, signedMessage } = Object(output) as Record<string, unknown>
    const { address } = Object(account) as { address?: unknown }
    const [signed, bytes] = [readBytes(signature), readBytes(signedMessage)]
    if (!isAddress(address) || !signed || !bytes)
      throw new FoyerError('connection-invalid', { details: 'The wallet gave no sign-in.' })
    const message = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // The server checks the rest.
    parseSignIn(message)
    return { address, answer: { message, signature: toBase58(signed) } }
  } catch (error) {
    throw toSolanaError(error)
  }
}
