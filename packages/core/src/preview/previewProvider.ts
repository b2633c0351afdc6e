import { abortable, FoyerError, type Namespace, toFoyerError } from '@foyer/protocol'
import type { Connector, Provider } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'

type Call = Parameters<Provider['request']>[0]
type Events = { [name in 'on' | 'removeListener']?: (...parameters: never) => unknown }

/**
 * Wraps a wallet's provider, so that a request that was aborted never reaches the wallet, and, with the option
 * `preview`, that it is asked only after the user has seen the request. Embedded wallets show each request themselves.
 */
export function previewProvider(
  foyer: Foyer,
  {
    connector,
    namespace,
    provider,
  }: { connector: Connector; namespace: Namespace; provider: Provider },
): Provider {
  const { type } = connector
  const preview = type === 'AUTH' || type === 'ID_AUTH' ? undefined : foyer.options.preview
  /** One promise for all, since imports of one module may settle in another order than the requests were made. */
  let loading: Promise<typeof import('./holdRequest.ts')> | undefined
  /** A request that the user accepted and the wallet does not support. */
  let accepted: string | undefined
  const request = async (call: Call, signal?: AbortSignal): Promise<unknown> => {
    if (signal?.aborted) throw new FoyerError('request-aborted')
    const wallet = (signal && provider.until?.(signal)) ?? provider
    if (!preview?.methods.includes(call.method)) return wallet.request(call)
    // A text, since the site could change an object after the user has seen it.
    const sent = copy(call)
    const subject = preview.subjectOf(JSON.parse(sent) as Call)
    const isKnown = subject !== undefined && subject === accepted
    accepted = undefined
    if (isKnown) return wallet.request(JSON.parse(sent) as Call)
    loading ??= import('./holdRequest.ts')
    const { holdRequest } = await loading.catch((error: unknown) => {
      loading = undefined
      throw error
    })
    let isAsked = false
    const ask = () => {
      isAsked = true
      return wallet.request(JSON.parse(sent) as Call)
    }
    try {
      return await holdRequest(foyer, { ask, namespace, preview, sent, signal })
    } catch (error) {
      const { code } = toFoyerError(error)
      const isUnable = code === 'unsupported-method' || code === 'method-not-found'
      if (isAsked && isUnable) accepted = subject
      throw error
    }
  }
  return {
    ...listeners(provider),
    request: (call) => request(call),
    // Rejects with the abort, so that no step that follows the wallet's answer is taken.
    until: (signal) => ({ request: (call) => abortable(request(call, signal), signal) }),
  }
}

/** @throws FoyerError `params-invalid` */
function copy(call: Call): string {
  try {
    return JSON.stringify(call)
  } catch (cause) {
    throw new FoyerError('params-invalid', { cause, details: 'params can not be written as JSON.' })
  }
}

/** The events of an EIP-1193 provider. Its other functions, which could ask around the preview, are left out. */
function listeners(provider: Provider & Events): Events {
  try {
    const { on, removeListener } = provider
    return {
      ...(on && { on: on.bind(provider) }),
      ...(removeListener && { removeListener: removeListener.bind(provider) }),
    }
  } catch {
    // A wallet with broken events is still usable.
    return {}
  }
}
