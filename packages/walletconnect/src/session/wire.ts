import type { Delivery } from '@foyer/protocol/session'
import type { Browser } from '../browser.ts'
import type { Clock } from '../createClock.ts'
import type { Store } from '../createStore.ts'
import type { Primitives } from '../crypto/primitives.ts'
import type { RelayProblem } from '../relay/relayProblem.ts'
import type { ProposalRecord, SessionRecord } from './records.ts'
import { sessionRecord, topicRecord } from './records.ts'

/** An event, sent to every tab; one with a topic means that its stored data has changed. */
export type ClientEvent =
  | { readonly kind: 'session'; readonly topic: string }
  | { readonly kind: 'answer'; readonly id: number }
  /** The relay accepted or rejected a message, or its deadline passed. */
  | { readonly kind: 'sent'; readonly id: number; readonly problem?: RelayProblem | undefined }
  | { readonly kind: 'taken'; readonly pairing: string; readonly tab: string }
  | {
      readonly kind: 'settled'
      readonly pairing: string
      readonly topic: string
      readonly tab: string
    }
  | {
      readonly kind: 'refused'
      readonly pairing: string
      readonly code: number
      readonly message: string
    }
  /** The relay rejected this client. */
  | { readonly kind: 'problem'; readonly problem: RelayProblem }
  /** The page was asleep or offline. */
  | { readonly kind: 'woke' }

/** Dependencies of the protocol steps. */
export type Wire = {
  readonly browser: Browser
  readonly clock: Clock
  readonly log: (message: string) => void
  readonly primitives: Primitives
  readonly store: Store
  readonly nextId: () => number
  /**
   * Seals a message and adds it to the outbox.
   *
   * @param message.deadline - ms since 1970. @default when its time to live at the relay ends
   */
  send(topic: string, message: { id: number; deadline?: number }, delivery: Delivery): void
  /** Sends to this tab and the others. */
  emit(event: ClientEvent): void
  /** Subscriptions or pending messages have changed. */
  sync(): void
}

export const readSession = ({ store }: Pick<Wire, 'store'>, topic: string) =>
  store.read(`session.${topic}`, sessionRecord)

export function writeSession({ emit, store }: Wire, session: SessionRecord): void {
  store.write(`session.${session.topic}`, session)
  emit({ kind: 'session', topic: session.topic })
}

export const readTopic = ({ store }: Pick<Wire, 'store'>, topic: string) =>
  store.read(`topic.${topic}`, topicRecord)

/** Deletes a session with its key. */
export function dropSession({ emit, store, sync }: Wire, topic: string): void {
  store.write(`session.${topic}`, undefined)
  store.write(`topic.${topic}`, undefined)
  store.write(`seen.${topic}`, undefined)
  emit({ kind: 'session', topic })
  sync()
}

export function writeProposal({ store }: Wire, pairing: string, proposal: ProposalRecord): void {
  store.write(`proposal.${pairing}`, proposal)
}

/** Deletes a pairing with its key. */
export function dropPairing({ store, sync }: Wire, pairing: string): void {
  store.write(`proposal.${pairing}`, undefined)
  store.write(`topic.${pairing}`, undefined)
  store.write(`seen.${pairing}`, undefined)
  sync()
}
