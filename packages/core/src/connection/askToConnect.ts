import { type ChainId, FoyerError, toFoyerError } from '@foyer/protocol'
import { listConnections } from '../account/listConnections.ts'
import { alertCause } from '../alerts/alert.ts'
import type { Foyer } from '../foyer.ts'
import type { Task } from '../running.ts'
import { attachSignIn } from '../signIn/attachSignIn.ts'
import { settle } from '../wait/settle.ts'
import { acceptSession } from './acceptSession.ts'
import type { Prompt } from './machine/attempt.ts'
import { dispatch } from './machine/dispatch.ts'
import { findPrompt } from './machine/shownAttempt.ts'
import { notifyOtherTabs } from './notifyOtherTabs.ts'
import { pairParameters } from './pairParameters.ts'

/**
 * Joins a wallet's open prompt, or opens one, and shows it.
 *
 * @returns The id of the prompt, and its task.
 */
export function askToConnect(
  foyer: Foyer,
  { chainId, ...asked }: askToConnect.Parameters,
): { id: number; task: Task } {
  const { running, store } = foyer
  attachSignIn(foyer)
  running.attemptCount += 1
  running.requestCount += 1
  const { attemptCount: id, requestCount } = running
  const request = { id: requestCount, namespace: asked.namespace, kind: 'connect' } as const
  const prompt = { ...asked, id, request, silent: false, pending: false, pairing: {} } as const
  const open = findPrompt(store.get(), prompt)
  const task = open ? (running.tasks.get(open.id) as Task) : newTask(foyer, prompt, chainId)
  dispatch(foyer, { type: 'connect:asked', prompt })
  return { id: open?.id ?? id, task }
}

export declare namespace askToConnect {
  type Parameters = Pick<
    Prompt,
    'connector' | 'namespace' | 'wallet' | 'isRemembered' | 'isOpen'
  > & { chainId: ChainId | undefined }
}

function newTask(foyer: Foyer, prompt: Prompt, chainId: ChainId | undefined): Task {
  const task: Task = {
    controller: new AbortController(),
    callers: 0,
    open() {
      task.done = finish(foyer, { chainId, prompt, task }).finally(() =>
        foyer.running.tasks.delete(prompt.id),
      )
      // An aborted caller has nothing to report.
      task.done.catch(() => {})
    },
  }
  foyer.running.tasks.set(prompt.id, task)
  return task
}

type Asked = { chainId: ChainId | undefined; prompt: Prompt; task: Task }

/** Opens the wallet, and connects its session. */
async function finish(foyer: Foyer, asked: Asked): Promise<void> {
  const { events, options, store } = foyer
  const { connector, id, namespace, request } = asked.prompt
  const { signal } = asked.task.controller
  const readPrompt = () => store.get().attempts.find((one) => one.id === id) as Prompt | undefined
  let isElsewhere = false
  try {
    events.emit('request:start', request)
    const session = await settle((ended) => openWallet(foyer, { ...asked, signal: ended }), {
      signal,
      timeoutMs: options.walletTimeoutMs,
    }).catch((thrown) => {
      throw toFoyerError(thrown)
    })
    acceptSession(foyer, { connector, id, namespace, session })
    events.emit('request:end', { ...request, error: undefined })
  } catch (thrown) {
    const error = toFoyerError(thrown, 'connection-invalid')
    // An explicit namespace is never replaced by another.
    const isOpen = connector.type === 'WALLET_CONNECT' && readPrompt()?.isOpen
    const instead =
      isOpen && error.code === 'not-connected' ? await shareOthers(foyer, asked.prompt) : undefined
    isElsewhere = instead !== undefined
    dispatch(foyer, { type: 'failed', id, instead })
    events.emit('request:end', { ...request, error })
    if (!isElsewhere) {
      alertCause(foyer, error)
      throw error
    }
  }
  if (connector.sharesSession && !isElsewhere) await share(foyer, asked.prompt)
  const connected = listConnections(foyer).filter((one) => one.connection.connector === connector)
  notifyOtherTabs(foyer, { event: 'connected', namespaces: connected.map((one) => one.namespace) })
}

/** Calls the connector synchronously (popups need the user's click) unless a disconnect is pending. */
function openWallet(
  foyer: Foyer,
  { chainId, prompt, signal }: Asked & { signal: AbortSignal },
): ReturnType<Prompt['connector']['connect']> {
  const { connector, id, namespace } = prompt
  const open = () =>
    connector.connect({
      ...pairParameters(foyer, id),
      namespace,
      chainId: chainId ?? foyer.store.get().activeChainIds[namespace],
      silent: false,
      signal,
      onPending: () => dispatch(foyer, { type: 'connect:pending', id }),
    })
  const leaving = foyer.running.leaving?.get(namespace)
  if (!leaving) return open()
  return leaving.then(() => {
    if (signal.aborted) throw new FoyerError('request-aborted')
    return open()
  })
}

type Shared = Pick<Prompt, 'connector' | 'namespace'>

/** Connects the wallet's other namespaces; a failure there keeps this connection. */
async function share(foyer: Foyer, shared: Shared): Promise<void> {
  try {
    await (await import('./shareSession.ts')).shareSession(foyer, shared)
  } catch (error) {
    foyer.log('error', 'the other namespaces of a wallet could not be connected', error)
  }
}

/**
 * Connects namespaces that the wallet approved instead of the requested one.
 *
 * @returns The first of them; undefined if there is none.
 */
async function shareOthers(foyer: Foyer, shared: Shared): Promise<Prompt['namespace'] | undefined> {
  try {
    return await (await import('./shareSession.ts')).acceptOthers(foyer, shared)
  } catch (error) {
    foyer.log('error', 'what a wallet approved besides could not be connected', error)
    return undefined
  }
}
