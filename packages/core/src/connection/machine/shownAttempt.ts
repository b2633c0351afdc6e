import type { Namespace } from '@foyer/protocol'
import type { FoyerState } from '../../state.ts'
import type { Attempt, Prompt } from './attempt.ts'
import type { Run } from './connectionEvent.ts'

/** The attempt that a namespace shows. */
export function shownAttempt(state: FoyerState, namespace: Namespace): Attempt | undefined {
  const id = state.shownAttempts[namespace]?.attempt
  return state.attempts.find((one) => one.id === id)
}

/** Returns the open prompt of a wallet. */
export function findPrompt(
  { attempts }: FoyerState,
  { connector, namespace }: Pick<Prompt, 'connector' | 'namespace'>,
): Prompt | undefined {
  return attempts.find(
    (one): one is Prompt =>
      !one.silent && one.connector === connector && one.namespace === namespace,
  )
}

/** True while a wallet's prompt is open and shown. */
export function isConnecting(state: FoyerState): boolean {
  return state.attempts.some(
    ({ id, namespace, silent }) => !silent && state.shownAttempts[namespace]?.attempt === id,
  )
}

/** True when the namespace shows this attempt. */
export function isShown(state: FoyerState, { id, namespace }: Attempt): boolean {
  return state.shownAttempts[namespace]?.attempt === id
}

/** Replaces an attempt by its updated copy. */
export function changeAttempt(state: FoyerState, attempt: Attempt): FoyerState {
  return {
    ...state,
    attempts: state.attempts.map((one) => (one.id === attempt.id ? attempt : one)),
  }
}

/** Removes attempts and their requests; aborts pending ones. */
export function endAttempts(
  state: FoyerState,
  ended: readonly Attempt[],
  run: Run | undefined,
): FoyerState {
  if (ended.length === 0) return state
  for (const { id } of ended) run?.({ type: 'abort', id })
  const ids = ended.map(({ id }) => id)
  const requests = ended.flatMap((one) => (one.silent ? [] : [one.request.id]))
  return {
    ...state,
    attempts: state.attempts.filter(({ id }) => !ids.includes(id)),
    requests: state.requests.filter(({ id }) => !requests.includes(id)),
  }
}
