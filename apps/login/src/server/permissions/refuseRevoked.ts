import { decodeGrant, grantDigest, originHash, readRedeemed, toHex } from '@foyer/decode/internal'
import { HttpError } from '@foyer/server'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { parseTransaction } from 'viem'
import { permissions } from '../database/schema.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { type ChainCall, unwrapCalls } from './unwrapCalls.ts'

/**
 * Refuses calls that use a revoked permission, before its end is on the chain, or on a site one of another site; also inside batches
 * and operations.
 * @throws HttpError 403 `action-not-allowed`
 * @source T45, T46
 */
export async function refuseRevoked(
  { queries }: Pick<Services, 'queries'>,
  { calls, chainId }: { calls: readonly ChainCall[]; chainId: string },
  { origin }: Pick<Session, 'origin'>,
): Promise<void> {
  const contexts = unwrapCalls(calls).flatMap(readRedeemed)
  if (contexts.length === 0) return
  const chain = BigInt(chainId.slice('eip155:'.length))
  const digests = contexts.flatMap((context) => {
    const grant = decodeGrant(context)?.grant
    if (grant && origin !== null && grant.origin !== originHash(origin))
      throw new HttpError(403, 'action-not-allowed', 'This permission is of another site')
    return grant ? [toHex(grantDigest(grant, chain))] : []
  })
  const [revoked] = await queries
    .select({ digest: permissions.digest })
    .from(permissions)
    .where(
      and(
        eq(permissions.chainId, chainId),
        inArray(permissions.digest, digests),
        isNotNull(permissions.revokedAt),
      ),
    )
    .limit(1)
  if (revoked) throw new HttpError(403, 'action-not-allowed', 'This permission was revoked')
}

const isHex = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)

/** Reads the calls that a JSON-RPC call tries, estimates or sends; empty for any other. */
export function readChainCalls({
  method,
  params,
}: {
  method: string
  params?: unknown
}): ChainCall[] {
  const [first] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'eth_sendRawTransaction') {
    if (!isHex(first)) return []
    try {
      const { data = '0x', to } = parseTransaction(first)
      return [{ data, to: to ?? undefined }]
    } catch {
      // The node refuses what is no transaction.
      return []
    }
  }
  if (method !== 'eth_call' && method !== 'eth_estimateGas') return []
  const { data, input, to } = Object(first) as Record<string, unknown>
  const given = input ?? data
  return isHex(to) && isHex(given) ? [{ data: given, to }] : []
}
