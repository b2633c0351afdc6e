import { FoyerError, type RpcRequest, rpcResponse } from '@foyer/protocol'
import { loginRpc } from '@foyer/protocol/login'
import * as v from 'valibot'
import type { FrameAccount } from './createFrameAccount.ts'

/**
 * Calls a node's JSON-RPC method. @throws FoyerError `rpc-failed` with the node's message, and the errors of {@link FrameAccount} `call`
 */
export type Rpc = (method: string, params: unknown) => Promise<unknown>

/**
 * Makes a JSON-RPC client of one network. It calls through the login server and its nodes, never an RPC address of the
 * page.
 * @source security 4.7; house.md "RPC and images for the frame"
 */
export function createRpc(
  account: Pick<FrameAccount, 'call'>,
  { chainId, signal }: { chainId: string; signal?: AbortSignal | undefined },
): Rpc {
  let id = 0
  return async (method, params) => {
    id += 1
    const request = { jsonrpc: '2.0', id, method, params } as RpcRequest
    const { response } = await account.call(loginRpc, { chainId, request }, { signal })
    const { output, success } = v.safeParse(rpcResponse, response)
    if (!success) throw new FoyerError('rpc-failed', { details: `${method} has no answer.` })
    if (output.error)
      throw new FoyerError('rpc-failed', { cause: output.error, details: output.error.message })
    return output.result
  }
}
