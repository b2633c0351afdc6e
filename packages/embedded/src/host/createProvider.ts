import type { Provider } from '@foyer/core'
import type { EmitAuthEvent } from '@foyer/core/internal'
import {
  type ChainId,
  classifyMethod,
  FoyerError,
  namespaceOf,
  toFoyerError,
} from '@foyer/protocol'
import { classifyResult } from '@foyer/protocol/frame'
import type { AskFrame, AskOptions } from './createChannel.ts'

/** Expected results by method. @source spec 5.7 */
const expected: Readonly<Record<string, 'hash' | 'signature'>> = {
  eth_sendTransaction: 'hash',
  eth_sendUserOperation: 'hash',
  foyer_undoSmartAccount: 'hash',
  personal_sign: 'signature',
  eth_signTypedData_v4: 'signature',
}

/** Time for a modal to load and show something, ms. */
const shownMs = 5_000

/**
 * Creates a provider that sends requests to the wallet in the frame. Answers requests for accounts and network from the
 * session, and rejects unsupported methods.
 *
 * @param parameters.read - Returns the current account and network; throws when the session has ended.
 * @source spec 4.18, 4.19, 6.1-6.3
 */
export function createProvider({
  ask,
  namespace,
  read,
  switchTo,
  emit,
}: {
  ask: AskFrame
  namespace: 'eip155' | 'solana'
  read: () => { addresses: string[]; chainId: ChainId }
  switchTo: (chainId: ChainId) => Promise<void>
  emit: EmitAuthEvent
}): Provider {
  const request = (
    { chainId, method, params }: Parameters<Provider['request']>[0],
    options?: AskOptions,
  ): Promise<unknown> =>
    ask(
      'RPC_REQUEST',
      {
        method,
        ...(params !== undefined && { params }),
        chainNamespace: namespace,
        chainId: chainId && namespaceOf(chainId) === namespace ? chainId : read().chainId,
      },
      options,
    ).then(({ result }) => result)

  const askUser = async (call: Parameters<Provider['request']>[0], signal?: AbortSignal) => {
    const { method } = call
    const id = crypto.randomUUID()
    emit('approval:start', { id, method })
    try {
      const answer = await request(call, { id, signal })
      const result = classifyResult(answer)
      if (Object.hasOwn(expected, method) && expected[method] !== result)
        throw new FoyerError('unknown', { details: method })
      emit('approval:end', { id, method, result, error: undefined })
      return answer
    } catch (thrown) {
      const error = toFoyerError(thrown)
      emit('approval:end', { id, method, result: undefined, error })
      throw error
    }
  }

  /** Has the page's modal show what became of calls. @source https://eips.ethereum.org/EIPS/eip-5792 */
  const showCalls = async (params: unknown): Promise<null> => {
    const [callsId] = (Array.isArray(params) ? params : []) as unknown[]
    // Refuses an id that the wallet does not know.
    await request({ method: 'wallet_getCallsStatus', params: [callsId] })
    const id = crypto.randomUUID()
    try {
      await new Promise<void>((onShown, reject) => {
        setTimeout(() => {
          const details = 'There is no modal on this page that shows it.'
          reject(new FoyerError('unsupported-method', { details }))
        }, shownMs)
        emit('calls', { id, calls: { id: callsId as string, onShown } })
      })
      return null
    } finally {
      emit('calls', { id, calls: undefined })
    }
  }

  const answer = async (
    call: Parameters<Provider['request']>[0],
    signal?: AbortSignal,
  ): Promise<unknown> => {
    const { method, params } = call
    const { addresses, chainId } = read()
    if (namespace === 'eip155') {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return addresses
      if (method === 'eth_chainId') return `0x${Number(chainId.slice(7)).toString(16)}`
      if (method === 'net_version') return chainId.slice(7)
      if (method === 'wallet_switchEthereumChain') {
        await switchTo(parseChain(params))
        return null
      }
      if (method === 'wallet_showCallsStatus') return showCalls(params)
    }
    const kind = classifyMethod(method)
    if (kind === 'disallowed' || method.startsWith('solana_') !== (namespace === 'solana')) {
      const error = new FoyerError('rpc-call-not-allowed', { details: method })
      emit('refused', { method, error })
      throw error
    }
    return kind === 'unsafe' ? askUser(call, signal) : request(call, { signal })
  }

  return {
    request: (call) => answer(call),
    until: (signal) => ({ request: (call) => answer(call, signal) }),
  }
}

/** @source https://eips.ethereum.org/EIPS/eip-3326 */
function parseChain(params: unknown): ChainId {
  const [{ chainId = undefined } = {}] = (Array.isArray(params) ? params : []) as {
    chainId?: unknown
  }[]
  if (typeof chainId === 'string' && /^0x[0-9a-f]{1,13}$/i.test(chainId))
    return `eip155:${Number(chainId)}`
  throw new FoyerError('params-invalid', { details: 'chainId' })
}
