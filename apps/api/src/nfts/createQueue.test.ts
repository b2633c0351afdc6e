import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createQueue, hostsOf, QueueFull } from './createQueue.ts'

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

test('never runs more jobs than it may, nor more of one host than a quarter; leaves no place empty', async () => {
  const hosts = fc.subarray(['a', 'b', 'c', 'd', 'e'], { maxLength: 2 })
  const event = fc.oneof(
    fc.record({ add: hosts }),
    fc.record({ end: fc.nat({ max: 20 }), fails: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
      const { run } = createQueue({ atOnce: 8, longest: 10 })
      type Job = { hosts: string[]; end: (fails: boolean) => void }
      const running = new Set<Job>()
      const waiting = new Set<string[]>()
      let dropped = 0
      for (const event of events) {
        if ('add' in event) {
          const own = [...event.add]
          waiting.add(own)
          run(
            () =>
              new Promise<void>((resolve, reject) => {
                waiting.delete(own)
                const job: Job = {
                  hosts: own,
                  end(fails) {
                    running.delete(job)
                    if (fails) reject(new Error('failed'))
                    else resolve()
                  },
                }
                running.add(job)
              }),
            own.map((name) => ({ name, part: 4 })),
          ).catch((error: unknown) => {
            if (!(error instanceof QueueFull)) return
            dropped++
            waiting.delete(own)
          })
        } else [...running][event.end]?.end(event.fails)
        await turns()
        const countOf = (host: string) =>
          [...running].filter((job) => job.hosts.includes(host)).length
        expect(running.size).toBeLessThanOrEqual(8)
        for (const host of 'abcde') expect(countOf(host)).toBeLessThanOrEqual(2)
        expect(waiting.size).toBeLessThanOrEqual(10)
        if (running.size < 8)
          for (const own of waiting) expect(own.some((host) => countOf(host) === 2)).toBe(true)
      }
      const added = events.filter((one) => 'add' in one).length
      if (added <= 10) expect(dropped).toBe(0)
    }),
  )
})

test('of the jobs that may run, the last one is next', async () => {
  const { run } = createQueue({ atOnce: 4, longest: 10 })
  const ends: (() => void)[] = []
  const begun: string[] = []
  const add = (name: string, host: string) =>
    void run(() => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    }, [{ name: host, part: 4 }])
  for (const name of ['a1', 'a2', 'a3']) add(name, 'a')
  for (const name of ['b', 'c', 'd', 'e', 'f']) add(name, name)
  expect(begun).toEqual(['a1', 'b', 'c', 'd'])
  // The second one ends: a2 and a3 wait for their host.
  ends[1]!()
  await turns()
  expect(begun.at(-1)).toBe('f')
  ends[0]!()
  await turns()
  expect(begun.at(-1)).toBe('e')
  ends[2]!()
  await turns()
  expect(begun.at(-1)).toBe('a3')
})

test('drops the oldest job that waits for its host before one that waits for a place', async () => {
  const { run } = createQueue({ atOnce: 4, longest: 2 })
  const dropped: string[] = []
  const add = (name: string, host: string) =>
    run(() => new Promise<void>(() => {}), [{ name: host, part: 4 }]).catch(
      () => void dropped.push(name),
    )
  for (const host of ['slow', 'b', 'c', 'd']) void add('first', host)
  void add('other', 'e')
  for (const name of ['slow 1', 'slow 2', 'slow 3']) void add(name, 'slow')
  await turns()
  expect(dropped).toEqual(['slow 1', 'slow 2'])
})

test.each([
  ['https://a.evil.example/{sender}/{data}.json', 'evil.example'],
  ['https://EVIL.example:8443/', 'evil.example'],
  ['https://127.0.0.1/', '127.0.0.1'],
  ['https://[2001:db8:0:7::1]:1/', '2001:db8:0:7::/64'],
  ['https://[2001:db8:0:7:ffff::2]/', '2001:db8:0:7::/64'],
  ['data:application/json,{}', undefined],
  ['no url', undefined],
])(
  'counts the names below one domain, and the addresses of one network, together: %s',
  (url, name) => {
    expect(hostsOf(url)[0]?.name).toBe(name)
  },
)
