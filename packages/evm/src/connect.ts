import type { Session } from '@foyer/core'
import { abortable, delay, timeLimit } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import { ask } from './ask.ts'
import type { EvmProvider } from './evmProvider.ts'
import { listen } from './listen.ts'
import { parseAccounts } from './parseAccounts.ts'
import { parseChainId } from './parseChainId.ts'

/** How long a wallet may think about a question that needs no visitor. */
const silentLimitMs = 5_000
/** How often a wallet that is still busy with an earlier request is asked again. */
const pendingPollMs = 1_000

/**
 * Connects to a wallet, or with `silent` only asks whether it still is.
 *
 * @throws FoyerError `user-rejected`, `connection-invalid`, `request-aborted`; with `silent` also `not-connected`
 * @source https://eips.ethereum.org/EIPS/eip-1102
 */
export async function connect(parameters: connect.Parameters): Promise<Session> {
  const { provider, signal, silent } = parameters
  if (signal.aborted) throw new FoyerError('request-aborted', { cause: signal.reason })
  const opened = silent
    ? timeLimit(readSession(provider), { code: 'not-connected', ms: silentLimitMs })
    : openSession(parameters)
  return abortable(opened, signal)
}

export declare namespace connect {
  type Parameters = {
    provider: EvmProvider
    silent: boolean
    signal: AbortSignal
    onPending: () => void
    /** The connector's, so that one connect knows what an earlier one left open in the wallet. @default of its own */
    open?: OpenPrompt
  }
}

/** The request for accounts that the wallet has not answered, whether or not the page still waits for it. */
export type OpenPrompt = { accounts?: Promise<unknown> | undefined }

async function readSession(provider: EvmProvider): Promise<Session> {
  const answer = await ask(provider, { method: 'eth_accounts' }).catch((cause: unknown) => {
    throw new FoyerError('not-connected', { cause })
  })
  if (Array.isArray(answer) && answer.length === 0) throw new FoyerError('not-connected')
  return toSession(provider, answer)
}

async function openSession(parameters: connect.Parameters): Promise<Session> {
  const { onPending, provider, signal } = parameters
  try {
    return await toSession(provider, await askAccounts(parameters))
  } catch (error) {
    if (!(error instanceof FoyerError && error.code === 'request-pending')) throw error
    onPending()
    return toSession(provider, await waitForAccounts({ provider, signal }))
  }
}

/**
 * Asks for accounts. A wallet whose earlier prompt was cancelled here but is still open may refuse a second one at
 * once: that is no answer of the user, so the earlier prompt decides.
 */
function askAccounts({ onPending, open = {}, provider }: connect.Parameters): Promise<unknown> {
  const earlier = open.accounts
  const asked = ask(provider, { method: 'eth_requestAccounts' })
  if (earlier) asked.catch(onPending)
  const answer = earlier
    ? Promise.any([asked, earlier]).catch(({ errors }: AggregateError) => {
        throw errors.at(-1)
      })
    : asked
  open.accounts = answer
  const close = () => {
    if (open.accounts === answer) open.accounts = undefined
  }
  answer.then(close, close)
  return answer
}

async function toSession(provider: EvmProvider, answer: unknown): Promise<Session> {
  const accounts = parseAccounts(answer)
  if (accounts.length === 0)
    throw new FoyerError('connection-invalid', { details: 'The wallet named no account.' })
  const answered = await ask(provider, { method: 'eth_chainId' }, 'connection-invalid')
  const chainId = parseChainId(answered)
  if (!chainId)
    throw new FoyerError('connection-invalid', {
      details: `The wallet answered eth_chainId with ${typeof answered === 'object' ? 'an object' : String(answered).slice(0, 80)}.`,
    })
  return { provider, accounts, chainId }
}

/** Waits for the visitor to finish what already waits in the wallet; a second request would only pile up. */
async function waitForAccounts({
  provider,
  signal,
}: {
  provider: EvmProvider
  signal: AbortSignal
}): Promise<unknown> {
  if (signal.aborted) throw new FoyerError('request-aborted', { cause: signal.reason })
  const ended = new AbortController()
  const end = () => ended.abort()
  signal.addEventListener('abort', end, { once: true })
  let stop = () => {}
  const told = new Promise<unknown>((resolve) => {
    stop = listen(provider, 'accountsChanged', (accounts) => {
      if (parseAccounts(accounts).length > 0) resolve(accounts)
    })
  })
  const asked = async () => {
    for (;;) {
      await delay(pendingPollMs, ended.signal)
      // Refused or unanswered while busy: the next round asks again.
      const answer = await timeLimit(ask(provider, { method: 'eth_accounts' }), {
        ms: silentLimitMs,
      }).catch(() => undefined)
      if (parseAccounts(answer).length > 0) return answer
    }
  }
  try {
    return await Promise.race([told, asked()])
  } finally {
    stop()
    end()
    signal.removeEventListener('abort', end)
  }
}
