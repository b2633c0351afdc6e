import type { Services } from '../services.ts'

/**
 * Counts JSON-RPC calls against the limits of the client and of its project.
 *
 * @throws HttpError 429 `limit-exceeded`
 */
export async function takeRpcCalls(
  { limiter, limits }: Pick<Services, 'limiter' | 'limits'>,
  { client, cost = 1, projectId }: { client: string; projectId: string; cost?: number | undefined },
): Promise<void> {
  await limiter.take({ key: `rpcOfClient:${client}`, cost, ...limits.rpcCallsPerMinute })
  await limiter.take({ key: `rpcOfProject:${projectId}`, cost, ...limits.projectRpcCallsPerMinute })
}
