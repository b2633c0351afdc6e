import { type BodyOf, rpcRequest } from '@foyer/protocol'
import { rpcBatchLimit } from '@foyer/protocol/api'
import type { loginRpc } from '@foyer/protocol/login'
import { HttpError } from '@foyer/server'
import * as v from 'valibot'
import type { Caller } from '../auth/caller.ts'
import { addressHmac } from '../hashes.ts'
import { readChainCalls, refuseRevoked } from '../permissions/refuseRevoked.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { chainMethods } from './chainMethods.ts'

const requests = v.union([
  rpcRequest,
  v.pipe(v.array(rpcRequest), v.minLength(1), v.maxLength(rpcBatchLimit)),
])

/**
 * JSON-RPC for a logged-in user.
 * @throws HttpError 400 `request-invalid`, `rpc-call-not-allowed`, `chain-unsupported`; 403 `action-not-allowed`; 429; 502, 504
 */
export async function rpc(
  services: Services,
  { chainId, request }: BodyOf<typeof loginRpc>,
  { origin, projectId }: Session,
  { client, jkt, signal }: Caller,
): Promise<Response> {
  const { callChain, limiter, limits, openCalls, projects } = services
  const parsed = v.safeParse(requests, request)
  if (!parsed.success)
    throw new HttpError(400, 'request-invalid', `Not JSON-RPC, or more than ${rpcBatchLimit} calls`)
  const calls = [parsed.output].flat()
  const allowed = chainMethods.get(chainId.split(':')[0] ?? '')
  if (!allowed) throw new HttpError(400, 'chain-unsupported', 'Unsupported chain')
  if (calls.some(({ method }) => !allowed.has(method)))
    throw new HttpError(400, 'rpc-call-not-allowed', 'Requested RPC call is not allowed')
  // The login site's own pages are of no project: the operator's first one answers for them.
  const [ownProject] = services.firstPartyProjects
  const isOwnPage = projectId === null && origin === null
  const countedFor = isOwnPage ? ownProject : projectId
  if (!countedFor || (!isOwnPage && origin === null))
    throw new HttpError(403, 'action-not-allowed', 'These pages ask no chain')
  for (const rate of [limits.rpcPerSecond, limits.rpcPerMinute])
    await limiter.take({ key: `rpc:${rate.windowMs}:${jkt}`, cost: calls.length, ...rate })
  if (projectId !== null && origin !== null) await projects.admit(projectId, origin)
  await refuseRevoked(services, { calls: calls.flatMap(readChainCalls), chainId }, { origin })
  const bound = {
    ...{ key: `rpc:${jkt}`, limit: limits.rpcAtOnce },
    message: 'Too many calls wait already',
  }
  const text = await openCalls.run([bound], () =>
    callChain({
      chainId,
      projectId: countedFor,
      client: addressHmac(services, client.ip),
      request: parsed.output,
      signal,
    }),
  )
  return new Response(`{"response":${text}}`, { headers: { 'Content-Type': 'application/json' } })
}
