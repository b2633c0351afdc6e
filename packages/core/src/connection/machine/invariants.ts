import type { Namespace } from '@foyer/protocol'
import type { FoyerState } from '../../state.ts'

/** Rules that every state seen by a listener satisfies, keyed by their sentence. `docs/connection.md` lists them. */
export const invariants: Readonly<Record<string, (state: FoyerState) => boolean>> = {
  'the active namespace is connected if any is, unless the user chose it or a wallet is being asked there':
    ({ activeChainIds, activeNamespace, connections, lostNamespace }) =>
      lostNamespace !== activeNamespace ||
      connections[activeNamespace]?.status === 'connecting' ||
      Object.entries(connections).every(
        ([namespace, { status }]) =>
          status !== 'connected' || activeChainIds[namespace as Namespace] === undefined,
      ),
  'an address exists only with a session, or while the session waits to be confirmed': (state) =>
    Object.entries(state.connections).every(([, connection]) =>
      connection.status === 'connected'
        ? connection.provider !== undefined &&
          connection.accounts.some(({ address }) => address === connection.address)
        : connection.status === 'connecting' || !('address' in connection),
    ),
  'facts of an account exist only with the account that owns them': ({
    connections,
    details,
    shownAttempts,
  }) =>
    (Object.keys(details) as Namespace[]).every(
      (one) => connections[one]?.status === 'connected' || shownAttempts[one]?.before !== undefined,
    ),
  'a namespace is connecting while it shows a prompt': ({ attempts, connections, shownAttempts }) =>
    attempts.every(
      ({ id, namespace, silent }) =>
        silent ||
        shownAttempts[namespace]?.attempt !== id ||
        connections[namespace]?.status === 'connecting',
    ),
  'a namespace is connecting only while it shows an attempt, or waits for its first confirmation':
    ({ connections, shownAttempts }) =>
      Object.entries(connections).every(
        ([namespace, connection]) =>
          connection.status !== 'connecting' ||
          connection.address !== undefined ||
          shownAttempts[namespace as Namespace] !== undefined,
      ),
  'the attempt that a namespace shows is running in that namespace': ({
    attempts,
    shownAttempts,
  }) =>
    Object.entries(shownAttempts).every(([namespace, { attempt }]) =>
      attempts.some((one) => one.id === attempt && one.namespace === namespace),
    ),
  'at most one prompt per wallet and namespace': ({ attempts }) =>
    attempts.every(
      (one) =>
        one.silent ||
        attempts.every(
          (other) =>
            other === one ||
            other.silent ||
            other.connector !== one.connector ||
            other.namespace !== one.namespace,
        ),
    ),
  'a confirmation that is not shown has ended': ({ attempts, shownAttempts }) =>
    attempts.every(
      ({ id, namespace, silent }) => !silent || shownAttempts[namespace]?.attempt === id,
    ),
  'a pairing URI exists only while an attempt or preparePairing runs': (state) =>
    state.pairing.wcUri === undefined ||
    state.preparedPairing !== undefined ||
    state.attempts.some(({ id, namespace }) => state.shownAttempts[namespace]?.attempt === id),
  'each prompt is listed as a connect request, and nothing else is': ({ attempts, requests }) => {
    const listed = requests.flatMap(({ id, kind }) => (kind === 'connect' ? [id] : []))
    const open = attempts.flatMap((one) => (one.silent ? [] : [one.request.id]))
    return listed.length === open.length && open.every((id) => listed.includes(id))
  },
}
