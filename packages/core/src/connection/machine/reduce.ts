import { readOwner } from '../../account/readOwner.ts'
import { offerNetwork, withdrawNetwork } from '../../network/offeredNetworks.ts'
import type { FoyerState } from '../../state.ts'
import type { ConnectionEffect, ConnectionEvent, Run } from './connectionEvent.ts'
import { setOwner } from './placeConnection.ts'
import { approve, ask, cancel, defer, fail, markPending, show, stop } from './reduceAttempt.ts'
import {
  activate,
  chooseNetwork,
  replaceLost,
  settleNetwork,
  setWalletNetwork,
} from './reduceNetwork.ts'
import { endPreparing, setUri, writePairing } from './reducePairing.ts'
import { changeAccounts, endConnections, endSessions, select, sessionOf } from './reduceSession.ts'

/**
 * Computes the next state and its effects from an event, without side effects. `invariants.ts` lists the rules that
 * every result satisfies; `docs/connection.md` describes each event.
 */
export function reduce(
  state: FoyerState,
  event: ConnectionEvent,
): { state: FoyerState; effects: readonly ConnectionEffect[] } {
  const effects: ConnectionEffect[] = []
  const run: Run = (effect) => void effects.push(effect)
  return { state: replaceLost(apply(state, event, run), run), effects }
}

function apply(state: FoyerState, event: ConnectionEvent, run: Run): FoyerState {
  switch (event.type) {
    case 'connect:asked':
      return ask(state, event.prompt, run)
    case 'connect:pending':
      return markPending(state, event.id)
    case 'connect:deferred':
      return defer(state, event.connector)
    case 'connect:cancelled':
      return cancel(state, event, run)
    case 'confirm:begun':
      return event.attempts.reduce((next, attempt) => show(next, attempt, run), {
        ...state,
        ...(event.reloaded && { phase: 'reconnecting' as const }),
      })
    case 'approved':
      return approve(state, event, run)
    case 'failed':
      return fail(state, event, run)
    case 'ready':
      return { ...state, phase: 'ready' }
    case 'pairing:uri':
      return setUri(state, event)
    case 'pairing:taken':
      return writePairing(state, event.id, { buffering: true })
    case 'pairing:linked':
      return { ...state, pairing: { ...state.pairing, wcLinking: event.wcLinking } }
    case 'prepare:begun':
      return {
        ...state,
        preparedPairing: { id: event.id },
        pairing: { ...state.pairing, wcError: undefined },
      }
    case 'prepare:ended':
      return endPreparing(state, event)
    case 'disconnected':
      return endConnections(state, event, run)
    case 'wallet:accounts':
      return changeAccounts(state, event, run)
    case 'wallet:chain':
      return setWalletNetwork(state, event, run)
    case 'wallet:scope': {
      const owner = readOwner(state, event.namespace)
      return owner ? setOwner(state, event.namespace, { ...owner, scope: event.scope }) : state
    }
    case 'wallet:disconnected':
      return endSessions(state, { namespaces: sessionOf(state, event), stored: true }, run)
    case 'account:selected':
      return select(state, event, run)
    case 'namespace:activated':
      return activate(state, event.namespace, run)
    case 'network:chosen':
      return chooseNetwork(state, event, run)
    case 'network:added': {
      const next = offerNetwork(state, event.network)
      const { caipNetworkId, chainNamespace: namespace } = event.network
      // The wallet was already on a network that the site did not offer.
      const connection = next.connections[namespace]
      if (connection?.status !== 'connected' || connection.chainId !== caipNetworkId) return next
      run({ type: 'load', namespace, tokens: false })
      return settleNetwork(next, namespace, run)
    }
    case 'network:removed': {
      const { activeChainId, isStuck, namespace, state: next } = withdrawNetwork(state, event)
      if (activeChainId) run({ type: 'store:network', chainId: activeChainId })
      return isStuck ? settleNetwork(next, namespace, run) : next
    }
    case 'stopped':
      return stop(state, run)
  }
}
