import type { Delivery } from '@foyer/protocol'
import type { Browser } from '../browser.ts'
import type { Clock } from '../createClock.ts'
import type { Store } from '../createStore.ts'
import type { Primitives } from '../crypto/primitives.ts'
import type { RelayProblem } from '../relay/relayProblem.ts'
import type { ProposalRecord, SessionRecord } from './records.ts'
import { sessionRecord, topicRecord } from './records.ts'

/** What happened, told in every tab: where it says a topic, what is stored has changed. */
export type ClientEvent =
  | { readonly kind: 'session'; readonly topic: string }
  | { readonly kind: 'answer'; readonly id: number }
  /** A message is at the relay, was refused there, or came too late to reach it. */
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
  /** The relay does not want this client. */
  | { readonly kind: 'problem'; readonly problem: RelayProblem }
  /** The page was away. */
  | { readonly kind: 'woke' }

/** What the steps of the protocol work with. */
export type Wire = {
  readonly browser: Browser
  readonly clock: Clock
  readonly log: (message: string) => void
  readonly primitives: Primitives
  readonly store: Store
  readonly nextId: () => number
  /**
   * Seals a message and puts it into the outbox.
   *
   * @param message.deadline - ms since 1970. @default when the relay would forget it
   */
  send(topic: string, message: { id: number; deadline?: number }, delivery: Delivery): void
  /** Tells this tab and the others. */
  emit(event: ClientEvent): void
  /** Something that is to be subscribed or sent has changed. */
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

/** Forgets a session with its key. */
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

/** Forgets a pairing with its key: nothing more comes of it. */
export function dropPairing({ store, sync }: Wire, pairing: string): void {
  store.write(`proposal.${pairing}`, undefined)
  store.write(`topic.${pairing}`, undefined)
  store.write(`seen.${pairing}`, undefined)
  sync()
}
