import type { Connector, Session } from '@foyer/core'
import { abortable, delay, timeLimit } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import { ask } from './ask.ts'
import type { EvmProvider } from './evmProvider.ts'
import { listen } from './listen.ts'
import { parseAccounts } from './parseAccounts.ts'
import { parseChainId } from './parseChainId.ts'

/** Time for a wallet to answer a request without a prompt, ms. */
const silentLimitMs = 5_000
/** Interval at which a wallet with a pending request is polled, ms. */
const pendingPollMs = 1_000

/**
 * Connects to a wallet; with `silent` only checks, without a prompt, that it is still connected.
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
    /** Also asks for a sign-in, of a wallet that knows ERC-7846. @default none */
    signIn?: Connector.ConnectParameters['signIn']
    /** The connector's record of its open prompt, shared by its calls. @default a new one */
    open?: OpenPrompt
  }
}

/** The unanswered request for accounts, even if the page no longer waits for it. */
export type OpenPrompt = { accounts?: Promise<unknown> | undefined }

async function readSession(provider: EvmProvider): Promise<Session> {
  const answer = await ask(provider, { method: 'eth_accounts' }).catch((cause: unknown) => {
    throw new FoyerError('not-connected', { cause })
  })
  if (Array.isArray(answer) && answer.length === 0) throw new FoyerError('not-connected')
  return toSession(provider, answer)
}

async function openSession(parameters: connect.Parameters): Promise<Session> {
  const { onPending, provider, signal, signIn } = parameters
  if (signIn) {
    const { connectAndSignIn } = await import('./connectAndSignIn.ts')
    const signedIn = await connectAndSignIn(provider, { signal, signIn })
    if (signedIn) return { ...(await readSession(provider)), signedIn }
    signal.throwIfAborted()
  }
  try {
    return await toSession(provider, await askAccounts(parameters))
  } catch (error) {
    if (!(error instanceof FoyerError && error.code === 'request-pending')) throw error
    onPending()
    return toSession(provider, await waitForAccounts({ provider, signal }))
  }
}

/**
 * Requests accounts. A wallet with an open prompt that was cancelled here may reject a second request at once: the
 * user's answer to the earlier prompt decides.
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

/** Polls until the user has answered the pending request; a second request would only queue up. */
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
  const notified = new Promise<unknown>((resolve) => {
    stop = listen(provider, 'accountsChanged', (accounts) => {
      if (parseAccounts(accounts).length > 0) resolve(accounts)
    })
  })
  const asked = async () => {
    for (;;) {
      await delay(pendingPollMs, ended.signal)
      // Rejected or unanswered while busy: retry in the next round.
      const answer = await timeLimit(ask(provider, { method: 'eth_accounts' }), {
        ms: silentLimitMs,
      }).catch(() => undefined)
      if (parseAccounts(answer).length > 0) return answer
    }
  }
  try {
    return await Promise.race([notified, asked()])
  } finally {
    stop()
    end()
    signal.removeEventListener('abort', end)
  }
}
