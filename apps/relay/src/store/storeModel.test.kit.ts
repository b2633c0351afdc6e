import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Limits } from '../limits.ts'
import { heldUntil } from './allotments.ts'
import { mailboxOverhead, readerOverhead, type Store, sizeOf } from './store.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const topics = [1, 2, 3].map((n) => hash(`topic ${n}`))
const people = [1, 2, 3].map((n) => hash(`person ${n}`))
const budgets = ['one', 'two', 'three']
const addresses = ['here', 'there']
/** Hashes in the order of lengths: sizes from 513 to 3,013 including overhead. */
const messages = [1, 300, 301, 900, 1500, 2500].map((length) => 'x'.repeat(length))

const index = (list: readonly unknown[]) => fc.nat(list.length - 1)
const append = fc.record({
  kind: fc.constant('append' as const),
  topic: index(topics),
  message: index(messages),
  from: index(people),
  budget: index(budgets),
  address: index(addresses),
  attestation: fc.constantFrom(undefined, 'a'.repeat(200)),
  ttlMs: fc.constantFrom(700, 1500, 4000, 60_000),
})
const subscribe = fc.record({
  kind: fc.constant('subscribe' as const),
  readers: fc.array(fc.tuple(index(topics), index(people)), { maxLength: 3 }),
})
const acknowledge = fc.record({
  kind: fc.constant('acknowledge' as const),
  topic: index(topics),
  message: index(messages),
  reader: index(people),
})
const read = fc.record({
  kind: fc.constant('read' as const),
  readings: fc.uniqueArray(fc.tuple(index(topics), index(people)), {
    maxLength: 3,
    selector: ([topic]) => topic,
  }),
  maxBytes: fc.constantFrom(0, 513, 1500, 1_000_000),
  maxMessages: fc.constantFrom(1, 2, 100),
  skipped: fc.option(index(messages), { nil: undefined }),
})
const wait = fc.record({
  kind: fc.constant('wait' as const),
  ms: fc.constantFrom(300, 1000, 5000, 61_000),
})
const restart = fc.record({ kind: fc.constant('restart' as const) })

type Step = typeof steps extends fc.Arbitrary<readonly (infer step)[]> ? step : never
/** Actions of publishers, readers and time on mailboxes; a restart saves the state and reads it again. */
export const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: append },
    { weight: 2, arbitrary: subscribe },
    { weight: 5, arbitrary: acknowledge },
    { weight: 4, arbitrary: read },
    { weight: 2, arbitrary: wait },
    { weight: 1, arbitrary: restart },
  ),
  { minLength: 10, maxLength: 60 },
)

type Kept = {
  readonly topic: string
  readonly hash: string
  readonly from: string
  readonly size: number
  readonly expiresAt: number
  readonly readers: string[]
}
type Window = { used: number; until: number }

/** The rules of mailboxes on plain lists, without an index. */
function createModel(limits: Limits, now: () => number) {
  let kept: Kept[] = []
  /** Messages that reached everybody known, in the order in which they did. */
  let received: Kept[] = []
  /** Remembered readers by topic, with the time when they were last here. */
  let boxes = new Map<string, Map<string, number>>()
  /** Topics of which only the readers are known, the last used one last. */
  let idle: string[] = []
  /** Per minute, which begins with the first message of a budget. */
  const spent = new Map<string, Window>()
  let held: { key: string; bytes: number; until: number }[] = []

  const mailbox = (topic: string) => kept.filter((one) => one.topic === topic)
  const bytesOf = (list: readonly Kept[]) => list.reduce((sum, { size }) => sum + size, 0)
  const overhead = (topic: string) =>
    boxes.has(topic) ? mailboxOverhead + readerOverhead * (boxes.get(topic)?.size ?? 0) : 0
  const sum = (list: Iterable<string>) =>
    [...list].reduce((total, topic) => total + overhead(topic), 0)
  const bytes = () => bytesOf(kept) + sum(boxes.keys())
  const isReceived = (one: Kept) => {
    const others = [...(boxes.get(one.topic)?.keys() ?? [])].filter((who) => who !== one.from)
    return others.length > 0 && others.every((who) => one.readers.includes(who))
  }
  const review = (topic: string) => {
    for (const one of mailbox(topic)) {
      if (!isReceived(one)) received = received.filter((other) => other !== one)
      else if (!received.includes(one)) received.push(one)
    }
  }
  const setIdle = (topic: string, isIt: boolean) => {
    idle = idle.filter((other) => other !== topic)
    if (isIt) idle.push(topic)
  }
  const forget = (topic: string) => {
    setIdle(topic, false)
    boxes.delete(topic)
  }
  const drop = (one: Kept) => {
    kept = kept.filter((other) => other !== one)
    received = received.filter((other) => other !== one)
    if (mailbox(one.topic).length > 0) return
    setIdle(one.topic, true)
    if (boxes.get(one.topic)?.size === 0) forget(one.topic)
  }
  const isAway = (seenAt: number) => seenAt <= now() - limits.maxTtlMs
  const tidy = () => {
    for (const topic of [...idle]) {
      const isOld = [...(boxes.get(topic)?.values() ?? [])].every(isAway)
      if (!isOld && sum(idle) <= limits.totalBytes / 8) return
      forget(topic)
    }
  }
  /** Messages expire at full seconds. */
  const sweep = () => {
    const second = Math.floor(now() / 1000)
    const due = kept.filter(({ expiresAt }) => Math.ceil(expiresAt / 1000) <= second)
    for (const one of due.sort(
      (a, b) => Math.ceil(a.expiresAt / 1000) - Math.ceil(b.expiresAt / 1000),
    ))
      drop(one)
    tidy()
  }
  const remember = (topic: string, who: string) => {
    const isNew = !boxes.get(topic)?.has(who)
    const box = boxes.get(topic) ?? new Map<string, number>()
    boxes.set(topic, box)
    box.set(who, now())
    if (isNew) review(topic)
    if (mailbox(topic).length === 0) setIdle(topic, true)
  }
  const window = (key: string): Window => {
    const begun = spent.get(key)
    return begun && begun.until > now() ? begun : { used: 0, until: now() + 60_000 }
  }
  return {
    append({
      address,
      budget,
      ttlMs,
      ...message
    }: Omit<Kept, 'readers' | 'expiresAt'> & { budget: string; address: string; ttlMs: number }) {
      sweep()
      const { size, topic } = message
      const known = mailbox(topic).find((one) => one.hash === message.hash)
      if (known && known.expiresAt > now()) return 'known'
      if (known) drop(known)
      if (size > limits.topicBytes) return 'mailbox-full'
      const isCrowded = bytes() - sum(idle) - bytesOf(received) + size > (limits.totalBytes * 7) / 8
      const holders = [
        [`client ${budget}`, limits.publishBytesPerMinute, limits.heldBytesOfClient],
        [
          `address ${address}`,
          limits.publishBytesPerMinuteOfAddress,
          isCrowded
            ? Math.min(limits.reserveBytesOfAddress, limits.heldBytesOfAddress)
            : limits.heldBytesOfAddress,
        ],
      ] as const
      for (const [key, { limit }] of holders)
        if (window(key).used + size > limit) return 'budget-spent'
      held = held.filter(({ until }) => until > now())
      for (const [n, [key, , most]] of holders.entries()) {
        const mine = held.filter((one) => one.key === key)
        if (mine.reduce((total, one) => total + one.bytes, 0) + size > most)
          return n === 1 && isCrowded ? 'store-full' : 'share-used'
      }
      const hasRoom = () =>
        mailbox(topic).length < limits.topicMessages &&
        bytesOf(mailbox(topic)) + size <= limits.topicBytes
      if (!hasRoom()) {
        const box = boxes.get(topic)
        for (const [who, seenAt] of [...(box ?? [])]) if (isAway(seenAt)) box?.delete(who)
        review(topic)
      }
      const evicted: Kept[] = []
      const remaining = () => mailbox(topic).filter((one) => !evicted.includes(one))
      const fits = () =>
        remaining().length < limits.topicMessages &&
        bytesOf(remaining()) + size <= limits.topicBytes
      for (const one of mailbox(topic)) if (!fits() && received.includes(one)) evicted.push(one)
      if (!fits()) return 'mailbox-full'
      const others = idle.filter((one) => one !== topic)
      const own = boxes.has(topic) ? 0 : mailboxOverhead
      if (bytes() - sum(others) - bytesOf(received) + size + own > limits.totalBytes)
        return 'store-full'
      for (const one of evicted) drop(one)
      const isFull = () =>
        bytes() + size + (boxes.has(topic) ? 0 : mailboxOverhead) > limits.totalBytes
      while (isFull()) {
        const [other] = idle.filter((one) => one !== topic)
        const [one] = received
        if (other !== undefined) forget(other)
        else drop(one as Kept)
      }
      for (const [key] of holders) {
        const { until, used } = window(key)
        spent.set(key, { used: used + size, until })
        held.push({ key, bytes: size, until: heldUntil(now(), ttlMs) })
      }
      if (!boxes.has(topic)) boxes.set(topic, new Map())
      setIdle(topic, false)
      kept.push({ ...message, expiresAt: now() + ttlMs, readers: [] })
      return 'kept'
    },
    subscribe(readers: readonly { topic: string; reader: string }[]) {
      for (const { reader, topic } of readers) {
        const isKnown = boxes.get(topic)?.has(reader)
        const needed = mailboxOverhead + readerOverhead
        if (isKnown || bytes() - sum(idle) + needed <= limits.totalBytes) remember(topic, reader)
      }
      tidy()
    },
    acknowledge({ hash, reader, topic }: { topic: string; hash: string; reader: string }) {
      const one = mailbox(topic).find((other) => other.hash === hash)
      if (!one || one.from === reader) return
      remember(topic, reader)
      if (!one.readers.includes(reader)) one.readers.push(reader)
      review(topic)
    },
    pending(
      readings: readonly { topic: string; reader: string; skip: ReadonlySet<string> }[],
      { maxBytes, maxMessages }: { maxBytes: number; maxMessages: number },
    ) {
      const all = kept.filter(({ expiresAt, from, hash, readers, topic }) =>
        readings.some(
          (reading) =>
            reading.topic === topic &&
            reading.reader !== from &&
            !readers.includes(reading.reader) &&
            expiresAt > now() &&
            !reading.skip.has(hash),
        ),
      )
      const page = all.filter(
        (_, n) => n === 0 || (n < maxMessages && bytesOf(all.slice(0, n + 1)) <= maxBytes),
      )
      return { hashes: page.map(({ hash }) => hash), hasMore: page.length < all.length }
    },
    size() {
      sweep()
      return {
        bytes: bytes(),
        messages: kept.length,
        topics: new Set(kept.map(({ topic }) => topic)).size,
      }
    },
    /** State after a restart: readers and what they have received are kept, in the order of the messages. */
    restart() {
      sweep()
      kept = kept.filter(({ expiresAt }) => expiresAt > now())
      const before = [...boxes].filter(([, readers]) => readers.size > 0)
      boxes = new Map(before.filter(([, readers]) => ![...readers.values()].every(isAway)))
      for (const [, readers] of boxes)
        for (const [who, seenAt] of [...readers]) if (isAway(seenAt)) readers.delete(who)
      idle = [...boxes.keys()].filter((topic) => mailbox(topic).length === 0)
      for (const one of kept) {
        const box = boxes.get(one.topic) ?? new Map<string, number>()
        boxes.set(one.topic, box)
        for (const who of one.readers) if (!box.has(who)) box.set(who, now())
      }
      received = kept.filter(isReceived)
      spent.clear()
      held = []
    },
  }
}

export type StoreUnderTest = {
  readonly store: Store
  readonly clock: { nowMs: number }
  /** Opens the store of the next process; undefined when the store is on another server, with its own clock. */
  readonly restart: (() => Promise<Store>) | undefined
}

/**
 * Runs the same steps on a store and on its model, and compares each answer. Time passes only when the test controls
 * the clock.
 */
export async function runSteps(
  given: StoreUnderTest,
  limits: Limits,
  all: readonly Step[],
): Promise<void> {
  const { clock, restart } = given
  let { store } = given
  const model = createModel(limits, () => clock.nowMs)
  for (const step of all) {
    if (step.kind === 'append') {
      const [topic, message, from] = [
        topics[step.topic]!,
        messages[step.message]!,
        people[step.from]!,
      ]
      const budget = budgets[step.budget]!
      const address = addresses[step.address]!
      const { attestation } = step
      const ttlMs = restart ? step.ttlMs : 600_000
      const what = { topic, hash: hash(message), from, budget, ttlMs }
      const { status } = await store.append({
        ...{ ...what, message, attestation, tag: 1108 },
        addressBudget: address,
      })
      const size = sizeOf({ message, attestation })
      expect(status, 'append').toBe(model.append({ ...what, address, size }))
    } else if (step.kind === 'subscribe') {
      const readers = step.readers.map(([topic, reader]) => ({
        topic: topics[topic]!,
        reader: people[reader]!,
      }))
      await store.addReaders(readers)
      model.subscribe(readers)
    } else if (step.kind === 'acknowledge') {
      const [topic, reader] = [topics[step.topic]!, people[step.reader]!]
      const mark = { topic, reader, hash: hash(messages[step.message]!) }
      await store.acknowledge(mark)
      model.acknowledge(mark)
    } else if (step.kind === 'read') {
      const skip = new Set(step.skipped === undefined ? [] : [hash(messages[step.skipped]!)])
      const readings = step.readings.map(([topic, reader]) => ({
        topic: topics[topic]!,
        reader: people[reader]!,
        skip,
      }))
      const { maxBytes, maxMessages } = step
      const page = await store.pending(readings, { maxBytes, maxMessages })
      expect(
        { hashes: page.messages.map((one) => one.hash), hasMore: page.hasMore },
        'pending',
      ).toEqual(model.pending(readings, { maxBytes, maxMessages }))
      for (const one of page.messages) expect(hash(one.message)).toBe(one.hash)
    } else if (restart && step.kind === 'wait') clock.nowMs += step.ms
    else if (restart && step.kind === 'restart') {
      store = await restart()
      model.restart()
    }
    if (restart) expect(store.readSize(), 'size').toEqual(model.size())
  }
}
