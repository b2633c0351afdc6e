import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runsInBrowser } from './listTests.ts'
import type { Runner } from './startRunner.ts'
import type { SwitchEvent } from './switchEvent.ts'
import { limitPath, switchLimitsMs } from './switchLimit.ts'
import { switchMutations } from './switchMutations.ts'
import type { Place, Verdict } from './tryMutations.ts'

/**
 * Tries all places together: writes every mutation into the copy, switched off, and lets the runner switch them on one after
 * the other in each Node test that reaches them, so that each test file is loaded only once.
 *
 * @param options.events - The file that `runner` was started with as `FOYER_SWITCHES`.
 * @param options.startsProcesses - True if a test runs code in another process or thread, where switches have no effect.
 * @returns The places that must be tried one by one, each with its tests: reached while a test file was loaded, maybe reached
 * in another process, reached by a test that can not be repeated, or by one that runs in a browser.
 */
export async function trySwitched({
  events,
  places,
  root,
  runner,
  startsProcesses,
  tell,
}: {
  root: string
  runner: Runner
  events: string
  places: readonly Place[]
  startsProcesses: (test: string) => boolean
  tell: {
    verdict(place: Place, verdict: Verdict): void
    unusable(test: string, reason?: string): void
  }
}): Promise<readonly Place[]> {
  const undecided = new Map(places.map((place, index) => [index + 1, place]))
  const finished = new Set<string>()
  /** The files with tests that were too slow so far, and the places they reached. */
  const slow = new Map<string, readonly number[]>()
  /** The places that a test reached while it ran, and the files of those tests. */
  const tried = new Map<number, Set<string>>()
  /** The places that a file reached too early to switch them on, and those that it could not try. */
  const missed = new Map<number, Set<string>>()
  const unjudged = new Map<number, Set<string>>()
  const note = (map: typeof tried, id: number, file: string) =>
    map.set(id, (map.get(id) ?? new Set()).add(file))
  const decide = (id: number, verdict: Verdict) => {
    const place = undecided.get(id)
    if (place) tell.verdict(place, verdict)
    undecided.delete(id)
  }

  const sources = writeSwitches()
  try {
    for (const mostMs of switchLimitsMs) {
      writeFileSync(limitPath(events), String(mostMs))
      for (let file = nextFile(); file !== undefined; file = nextFile()) await tryFile(file)
      // Try the slow tests once more, while a place that they reach is left.
      for (const [file, ids] of slow) if (ids.some((id) => undecided.has(id))) finished.delete(file)
      slow.clear()
    }
  } finally {
    for (const [path, source] of sources) writeFileSync(join(root, path), source)
  }

  const left: Place[] = []
  for (const [id, place] of [...undecided]) {
    const inTime = tried.get(id)
    const late = missed.get(id)
    const tests = place.tests.filter(
      (test) =>
        runsInBrowser(test) ||
        unjudged.get(id)?.has(test) ||
        (inTime || late ? late?.has(test) && !inTime?.has(test) : startsProcesses(test)),
    )
    if (tests.length > 0) left.push({ ...place, tests, isReached: inTime !== undefined })
    else decide(id, inTime ? 'survived' : 'no test reaches it')
  }
  return left

  function writeSwitches(): ReadonlyMap<string, string> {
    const unbroken = new Map<string, string>()
    for (const path of new Set(places.map((place) => place.path))) {
      const source = readFileSync(join(root, path), 'utf8')
      unbroken.set(path, source)
      const own = places.flatMap((place, index) =>
        place.path === path ? [{ id: index + 1, mutation: place.mutation }] : [],
      )
      writeFileSync(join(root, path), switchMutations(path, source, own))
    }
    return unbroken
  }

  /** The file that is nearest to most places. */
  function nextFile(): string | undefined {
    const scores = new Map<string, number>()
    for (const { tests } of undecided.values())
      for (const [rank, test] of tests.entries())
        if (!finished.has(test) && !runsInBrowser(test))
          scores.set(test, (scores.get(test) ?? 0) + 1 / (rank + 1))
    return [...scores].sort(([, one], [, other]) => other - one)[0]?.[0]
  }

  async function tryFile(file: string): Promise<void> {
    const before = readEvents().length
    const outcome = await runner.run({ changed: [], files: [file] })
    const told = readEvents().slice(before)
    let trying: number | undefined
    let isEnded = false
    for (const event of told) {
      if (event.type === 'reached') for (const id of event.ids) note(tried, id, file)
      if (event.type === 'fails') tell.unusable(event.test, event.reason)
      if (event.type === 'not repeatable' || event.type === 'wore out') {
        for (const id of event.ids) note(unjudged, id, file)
        trying = undefined
      }
      if (event.type === 'slow') slow.set(file, [...(slow.get(file) ?? []), ...event.ids])
      if (event.type === 'try') trying = event.id
      if (event.type === 'lived' || event.type === 'killed') trying = undefined
      if (event.type === 'killed') decide(event.id, 'killed')
      if (event.type === 'end') {
        isEnded = true
        for (const id of event.early) note(missed, id, file)
        if (!event.isSpoiled) finished.add(file)
      }
    }
    if (isEnded) return
    if (trying === undefined) {
      finished.add(file)
      tell.unusable(file)
      return
    }
    const event: SwitchEvent = { type: 'hung', test: file, id: trying }
    appendFileSync(events, `${JSON.stringify(event)}\n`)
    decide(trying, outcome === 'timed out' ? 'timed out' : 'killed')
  }

  function readEvents(): SwitchEvent[] {
    if (!existsSync(events)) return []
    return readFileSync(events, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as SwitchEvent)
  }
}
