import { FoyerError } from '@foyer/protocol'
import { readFid, siwfChainId, siwfMaxAgeMs, siwfStatement } from '@foyer/protocol/social'
import { rpcEvmClient, verifySignIn } from '@foyer/siwx/verify'
import { HttpError, refuse } from '../http/httpError.ts'
import { callNode } from './callNode.ts'
import { ownsFid } from './ownsFid.ts'

/** The chain on which Farcaster's registries are read. */
export type FarcasterChain = {
  /** JSON-RPC of OP Mainnet; each server should ask a node of its own. */
  readonly rpcUrl: string
  /** Accepts signatures of a user's auth addresses, which Farcaster apps add, too. @default false: of the custody address only */
  readonly acceptAuthAddress?: boolean | undefined
  /** EIP-155 number that the node must name. Only a local chain has another one. @default 10 */
  readonly chainId?: number | undefined
}

/**
 * Verifies a Sign In With Farcaster by itself, and returns the Farcaster id.
 *
 * @throws {@link HttpError} 403 `evidence-required` when anything is wrong; 503 `http-failed` when the node does not answer
 */
export type VerifySiwf = (
  signed: { message: string; signature: string },
  expected: { nonce: string },
) => Promise<{ fid: string }>

/** Clocks may differ by this much, ms. */
const skewMs = 60_000

/**
 * Makes the verifier of Farcaster logins at one login site.
 *
 * @param options.loginOrigin - The message must name its host, and an address on it.
 * @source security 2.11
 */
export function createVerifySiwf({
  chain: { acceptAuthAddress = false, chainId = 10, rpcUrl },
  loginOrigin,
  now,
}: {
  chain: FarcasterChain
  loginOrigin: string
  now: () => number
}): VerifySiwf {
  const request = callNode(rpcUrl)
  const { getChainId, verifyMessage } = rpcEvmClient(request)
  // The texts always say network 10, also on a local chain.
  const clients = { [siwfChainId]: { verifyMessage, getChainId: async () => 10 } }
  const { host } = new URL(loginOrigin)
  return async (signed, { nonce }) => {
    try {
      const message = await verifySignIn(signed, {
        ...{ domain: host, origin: loginOrigin, nonce, clients },
        ...{ chains: [siwfChainId], now: now() },
      })
      const { address, expirationTime, issuedAt, statement } = message
      const fid = readFid(message)
      const age = now() - Date.parse(issuedAt)
      if (fid === undefined || statement !== siwfStatement) return refused()
      if (age > siwfMaxAgeMs || age < -skewMs) return refused()
      if (
        expirationTime !== undefined &&
        Date.parse(expirationTime) > now() + siwfMaxAgeMs + skewMs
      )
        return refused()
      if ((await getChainId()) !== chainId) throw new Error(`The node is not of chain ${chainId}`)
      if (!(await ownsFid(request, { acceptAuthAddress, address, fid }))) return refused()
      return { fid }
    } catch (error) {
      if (error instanceof HttpError) throw error
      if (error instanceof FoyerError && error.code !== 'rpc-failed') return refused()
      throw new HttpError(503, 'http-failed', 'The chain of Farcaster can not be read', {
        cause: error,
        retryAfterMs: 5000,
      })
    }
  }
}

const refused = () => refuse('evidence-required', 'This Farcaster login is no evidence here')
