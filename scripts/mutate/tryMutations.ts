import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutation } from './findMutations.ts'
import type { Outcome, Runner } from './startRunner.ts'

/** A mutation of one file; `tests` reach it, nearest first. */
export type Place = {
  readonly path: string
  readonly mutation: Mutation
  readonly tests: readonly string[]
  /** A test already reaches it, and passes with it. */
  readonly isReached?: boolean
}

export type Verdict = 'killed' | 'timed out' | 'survived' | 'no test reaches it'

/**
 * Breaks one place after the other in `root` and runs the tests that reach it; restores each file before the next one.
 *
 * Only a test that passes on the unbroken source can kill a mutation. Any other is reported once, and skipped.
 */
export async function tryMutations({
  places,
  root,
  runner,
  tell,
}: {
  root: string
  runner: Runner
  places: readonly Place[]
  tell: {
    verdict(place: Place, verdict: Verdict): void
    /** A test file fails on the unbroken source. */
    unusable(test: string, reason?: string): void
  }
}): Promise<void> {
  const passing = new Map<string, boolean>()
  for (const place of places) tell.verdict(place, await judge(place))

  async function judge({ isReached = false, mutation, path, tests }: Place): Promise<Verdict> {
    for (;;) {
      const files = tests.filter((test) => passing.get(test) !== false)
      if (files.length === 0) return isReached ? 'survived' : 'no test reaches it'
      const outcome = await runBroken(path, mutation, files)
      if (outcome === 'timed out') return 'timed out'
      const [killer] = outcome.failed
      if (killer === undefined) return 'survived'
      if (await passes(killer, path)) return 'killed'
    }
  }

  async function runBroken(
    path: string,
    { end, replacement, start }: Mutation,
    files: readonly string[],
  ): Promise<Outcome> {
    const file = join(root, path)
    const source = readFileSync(file, 'utf8')
    writeFileSync(file, source.slice(0, start) + replacement + source.slice(end))
    try {
      return await runner.run({ changed: [path], files })
    } finally {
      writeFileSync(file, source)
    }
  }

  async function passes(test: string, changed: string): Promise<boolean> {
    const known = passing.get(test)
    if (known !== undefined) return known
    const outcome = await runner.run({ changed: [changed], files: [test] })
    const isPassing = outcome !== 'timed out' && outcome.failed.length === 0
    passing.set(test, isPassing)
    if (!isPassing) tell.unusable(test)
    return isPassing
  }
}
