import type { Namespace } from '@foyer/protocol'
import { readOwner } from '../../account/readOwner.ts'
import { noPairing } from '../../pairing.ts'
import type { FoyerState } from '../../state.ts'
import type { Attempt, Prompt, ShownAttempt } from './attempt.ts'
import type { EventOf, Run } from './connectionEvent.ts'
import { hideAttempt, place } from './placeConnection.ts'
import { activate, settleNetwork } from './reduceNetwork.ts'
import { clearPairing } from './reducePairing.ts'
import { endSessions, isAnyKnown } from './reduceSession.ts'
import { changeAttempt, endAttempts, findPrompt, isShown, shownAttempt } from './shownAttempt.ts'

/** Shows the prompt of the wallet that the user picked, new or already open. */
export function ask(state: FoyerState, asked: Prompt, run: Run): FoyerState {
  const { namespace, wallet } = asked
  const open = findPrompt(state, asked)
  const isShown = open !== undefined && state.shownAttempts[namespace]?.attempt === open.id
  const { isOpen, isRemembered } = asked
  const prompt: Prompt = open
    ? { ...open, wallet, isRemembered, isOpen: open.isOpen && isOpen }
    : asked
  const { wcLinking } = state.pairing
  const shown = show(state, prompt, run)
  if (!open) run({ type: 'open', prompt })
  return {
    ...place(
      shown,
      namespace,
      {
        status: 'connecting',
        connectorId: prompt.connector.id,
        ...(prompt.pending && { pending: true }),
      },
      shown.shownAttempts[namespace],
    ),
    requests: open ? state.requests : [...state.requests, asked.request],
    pairing: {
      ...(isShown ? state.pairing : { ...noPairing, ...state.preparedPairing?.uri }),
      ...prompt.pairing,
      ...(isShown && { wcLinking }),
      recentWallet: wallet,
    },
  }
}

/** Makes an attempt the shown one of its namespace, and the latest. A shown confirmation ends. */
export function show(state: FoyerState, attempt: Attempt, run: Run): FoyerState {
  const { namespace } = attempt
  const earlier = shownAttempt(state, namespace)
  const { before, link } = state.shownAttempts[namespace] ?? {
    before: readOwner(state, namespace),
    link: state.pairing.wcLinking,
  }
  const kept = earlier?.id === attempt.id ? state : keepLink(state, namespace)
  const next = earlier?.silent ? endAttempts(kept, [earlier], run) : kept
  return {
    ...next,
    attempts: [...next.attempts.filter(({ id }) => id !== attempt.id), attempt],
    shownAttempts: {
      ...next.shownAttempts,
      [namespace]: { attempt: attempt.id, before, link },
    },
  }
}

/** Keeps the deep link that was chosen for a prompt when its namespace shows another one. */
function keepLink(state: FoyerState, namespace: Namespace): FoyerState {
  const shown = shownAttempt(state, namespace)
  if (!shown) return state
  const { wcLinking } = state.pairing
  return changeAttempt(state, { ...shown, pairing: { ...shown.pairing, wcLinking } })
}

/** Marks a prompt whose wallet answered that an earlier request is still pending. */
export function markPending(state: FoyerState, id: number): FoyerState {
  const attempt = state.attempts.find((one) => one.id === id)
  if (!attempt || attempt.silent) return state
  const next = changeAttempt(state, { ...attempt, pending: true })
  const connection = state.connections[attempt.namespace]
  if (!isShown(state, attempt) || connection?.status !== 'connecting') return next
  return {
    ...next,
    connections: {
      ...next.connections,
      [attempt.namespace]: { ...connection, pending: true },
    },
  }
}

/**
 * Hides the attempt of a namespace and shows its previous connection.
 *
 * @param keepsLink - Keep the chosen deep link: the wallet approved another namespace.
 */
function goBack(state: FoyerState, namespace: Namespace, keepsLink = false): FoyerState {
  const { before, link } = state.shownAttempts[namespace] as ShownAttempt
  const next = place(state, namespace, before ?? { status: 'disconnected' }, undefined)
  return clearPairing(next, keepsLink ? state.pairing.wcLinking : before && link)
}

/** Shows the previous connection while a wallet's prompts stay open. */
export function defer(state: FoyerState, connector: Prompt['connector']): FoyerState {
  return state.attempts.reduce(
    (next, attempt) =>
      !attempt.silent && attempt.connector === connector && isShown(state, attempt)
        ? goBack(keepLink(next, attempt.namespace), attempt.namespace)
        : next,
    state,
  )
}

/** Cancels pending attempts. */
export function cancel(
  state: FoyerState,
  event: EventOf<'connect:cancelled'>,
  run: Run,
): FoyerState {
  const ended = state.attempts.filter((one) =>
    'id' in event ? one.id === event.id : one.namespace === event.namespace,
  )
  for (const { id } of ended) run({ type: 'abort', id })
  return ended.reduce((next, { id }) => fail(next, { id }, run), state)
}

/** Ends a rejected attempt and restores the previous connection. */
export function fail(
  state: FoyerState,
  { id, instead }: Pick<EventOf<'failed'>, 'id' | 'instead'>,
  run: Run,
): FoyerState {
  const attempt = state.attempts.find((one) => one.id === id)
  if (!attempt) return state
  const { namespace } = attempt
  const next = endAttempts(state, [attempt], undefined)
  if (attempt.silent) {
    const { wcLinking } = state.pairing
    const { stored } = attempt
    const hidden = hideAttempt(next, namespace)
    const ended = endSessions(hidden, { namespaces: [namespace], stored }, run)
    return clearPairing(ended, isAnyKnown(ended) ? wcLinking : undefined)
  }
  const shown = isShown(state, attempt) ? goBack(next, namespace, !!instead) : next
  if (!instead) return shown
  if (attempt.isRemembered) run({ type: 'remember', wallet: attempt.wallet })
  return activate(shown, instead, run)
}

/** Connects an approved attempt. Prompts that were picked earlier end. */
export function approve(
  state: FoyerState,
  { connection, id }: EventOf<'approved'>,
  run: Run,
): FoyerState {
  const attempt = state.attempts.find((one) => one.id === id)
  if (!attempt) return state
  const { namespace, silent } = attempt
  const all = state.attempts.filter((one) => one.namespace === namespace)
  // A wallet that was picked later may still approve.
  const ended = all.filter(
    (one, at) => one !== attempt && (silent || one.silent || at < all.indexOf(attempt)),
  )
  const isCurrent = isShown(state, attempt)
  const { wcLinking } = silent || isCurrent ? state.pairing : attempt.pairing
  const kept = isCurrent ? state : keepLink(state, namespace)
  const left = endAttempts(endAttempts(kept, [attempt], undefined), ended, run)
  const placed = clearPairing(place(left, namespace, connection, undefined), wcLinking)
  const isActive = state.connections[state.activeNamespace]?.status ?? 'disconnected'
  const next: FoyerState = silent
    ? {
        ...placed,
        ...(attempt.follows &&
          isActive === 'disconnected' && { lostNamespace: state.activeNamespace }),
      }
    : { ...placed, activeNamespace: namespace, lostNamespace: undefined }
  if (!silent) run({ type: 'store:account', namespace, selected: undefined })
  if (!silent && attempt.isRemembered) run({ type: 'remember', wallet: attempt.wallet })
  run({ type: 'store:connection', namespace })
  run({ type: 'load', namespace, tokens: false })
  return settleNetwork(next, namespace, run)
}

/** Ends every attempt, and stops listening to wallets. */
export function stop(state: FoyerState, run: Run): FoyerState {
  const ended = endAttempts(state, state.attempts, run)
  for (const namespace of Object.keys(state.connections) as Namespace[])
    run({ type: 'unwatch', namespace })
  return state.attempts.reduce((next, attempt) => {
    const { namespace } = attempt
    if (!isShown(state, attempt)) return next
    if (!attempt.silent) return goBack(next, namespace)
    // A pending confirmation was not rejected: the next start tries again.
    return clearPairing(hideAttempt(next, namespace), next.pairing.wcLinking)
  }, ended)
}
