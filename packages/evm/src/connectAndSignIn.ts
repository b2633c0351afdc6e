import type { Connector, Session } from '@foyer/core'
import { FoyerError, toFoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { ask } from './ask.ts'
import type { EvmProvider } from './evmProvider.ts'
import { parseChainId } from './parseChainId.ts'

const connected = v.object({
  accounts: v.pipe(
    v.array(
      v.object({
        address: v.string(),
        capabilities: v.optional(
          v.object({
            signInWithEthereum: v.optional(
              v.object({ message: v.string(), signature: v.string() }),
            ),
          }),
        ),
      }),
    ),
    v.minLength(1),
  ),
})

/**
 * Connects and signs in with one approval, if the wallet knows `wallet_connect`.
 *
 * @returns What the wallet signed; undefined if it has to be asked in the usual way.
 * @throws FoyerError `user-rejected`, `request-pending`, `request-aborted` …
 * @source https://eips.ethereum.org/EIPS/eip-7846
 */
export async function connectAndSignIn(
  provider: EvmProvider,
  {
    signal,
    signIn,
  }: { signal: AbortSignal; signIn: NonNullable<Connector.ConnectParameters['signIn']> },
): Promise<Session['signedIn']> {
  const request = await signIn()
  const chainId = parseChainId(
    await ask(provider, { method: 'eth_chainId' }).catch(() => undefined),
  )
  if (signal.aborted) throw new FoyerError('request-aborted', { cause: signal.reason })
  if (!request || !chainId) return undefined
  const { requestId, resources, ...parts } = request
  const signInWithEthereum = {
    ...parts,
    ...(requestId !== undefined && { requestId }),
    ...(resources && { resources }),
    chainId: `0x${Number(chainId.slice('eip155:'.length)).toString(16)}`,
  }
  try {
    const answer = await ask(provider, {
      method: 'wallet_connect',
      params: [{ version: '1', capabilities: { signInWithEthereum } }],
    })
    const parsed = v.safeParse(connected, answer)
    // A wallet that connected without the capability is asked to sign afterwards.
    return parsed.success ? parsed.output.accounts[0]?.capabilities?.signInWithEthereum : undefined
  } catch (error) {
    const { code } = toFoyerError(error)
    if (code === 'user-rejected' || code === 'request-pending') throw error

    return undefined
  }
}
