import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { TestRunner } from 'vitest'
import type { SwitchEvent } from './switchEvent.ts'
import { limitPath } from './switchLimit.ts'
import { switchName } from './switchMutations.ts'

type Try = Parameters<TestRunner['onAfterRetryTask']>
type Task = Parameters<TestRunner['onBeforeRunTask']>[0]

/**
 * Runs each test once unbroken and records which mutations it reaches; then once more, to check that it can be repeated; then
 * once with each of these that no test has noticed yet. The hooks run each time. Writes its results to the file that
 * `FOYER_SWITCHES` names; without it tests run normally.
 */
// biome-ignore lint/style/noDefaultExport: Vitest requires a class as the default export.
export default class SwitchingRunner extends TestRunner {
  readonly #path = process.env.FOYER_SWITCHES
  readonly #decided = new Set<number>()
  readonly #lived = new Set<string>()
  readonly #reached = new Set<number>()
  /** Reached outside of tests: when the file was loaded, or in `beforeAll`. */
  readonly #early = new Set<number>()
  /** The maximum duration of a test to be tried with a mutation now, in ms: quick tests come first. */
  readonly #mostMs: number = Number.POSITIVE_INFINITY
  #cpuBefore = process.cpuUsage()
  #isTrying = false
  #isSpoiled = false
  #strayErrors = 0
  #on: number | undefined
  #failed = 0
  #phase: 'first' | 'again' | 'broken' | 'verify' = 'first'
  #queue: number[] = []

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config)
    if (!this.#path) return
    this.#mostMs = Number(readFileSync(limitPath(this.#path), 'utf8'))
    for (const event of readEvents(this.#path)) {
      if (event.type === 'killed' || event.type === 'hung') this.#decided.add(event.id)
      if (event.type === 'lived') this.#lived.add(`${event.id} ${event.test}`)
      if (event.type === 'wore out')
        for (const id of event.ids) this.#lived.add(`${id} ${event.test}`)
    }
    Reflect.set(globalThis, switchName, (id: number) => {
      if (this.#isTrying) this.#reached.add(id)
      else this.#early.add(id)
      return id === this.#on
    })
    process.on('unhandledRejection', () => {
      this.#strayErrors += 1
    })
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    await super.onBeforeRunTask(test)
    if (!this.#path || test.type !== 'test') return
    if (this.#isSpoiled) test.mode = 'skip'
    this.#phase = 'first'
    // Report every try but the last as failed, so that Vitest repeats the test.
    test.retry = Number.MAX_SAFE_INTEGER
  }

  override onBeforeTryTask(...[test, options]: Parameters<TestRunner['onBeforeTryTask']>): void {
    super.onBeforeTryTask(test, options)
    if (!this.#path) return
    if (this.#phase === 'first') this.#reached.clear()
    this.#strayErrors = 0
    this.#cpuBefore = process.cpuUsage()
    this.#isTrying = true
  }

  override async onAfterRetryTask(...[test, options]: Try): Promise<void> {
    await super.onAfterRetryTask(test, options)
    if (!this.#path || !test.result) return
    this.#isTrying = false
    const isLast = this.#judge(test, test.result.state === 'fail' || this.#strayErrors > 0)
    test.result.state = isLast ? 'pass' : 'fail'
    if (isLast) delete test.result.errors
    else test.result.errors = [{ message: 'once more' }]
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): void {
    super.onAfterRunFiles(files)
    if (!this.#path) return
    this.#tell({ type: 'end', early: [...this.#early], isSpoiled: this.#isSpoiled })
  }

  /** True if the test has been tried often enough. */
  #judge(test: Try[0], isFailed: boolean): boolean {
    const name = `${test.file.name} ${test.fullTestName}`
    if (this.#phase === 'first') {
      if (isFailed) {
        const reason = test.result?.errors?.[0]?.message ?? 'an error that nobody caught'
        this.#tell({ type: 'fails', test: name, reason })
        return true
      }
      this.#queue = [...this.#reached].filter(
        (id) => !this.#decided.has(id) && !this.#lived.has(`${id} ${name}`),
      )
      this.#tell({ type: 'reached', test: name, ids: [...this.#reached] })
      const { system, user } = process.cpuUsage(this.#cpuBefore)
      if ((system + user) / 1_000 > this.#mostMs) {
        if (this.#queue.length > 0) this.#tell({ type: 'slow', test: name, ids: this.#queue })
        return true
      }
      this.#phase = 'again'
      return this.#queue.length === 0
    }
    if (this.#phase === 'again') {
      if (isFailed) this.#tell({ type: 'not repeatable', test: name, ids: this.#queue })
      return isFailed || this.#next(name)
    }
    const id = this.#on ?? this.#failed
    if (this.#phase === 'broken') {
      this.#on = undefined
      if (isFailed) {
        // It counts if the test passes unbroken once more.
        this.#failed = id
        this.#phase = 'verify'
        return false
      }
      this.#tell({ type: 'lived', test: name, id })
      return this.#next(name)
    }
    if (isFailed) {
      this.#isSpoiled = true
      this.#tell({ type: 'wore out', test: name, ids: [id, ...this.#queue] })
      return true
    }
    this.#decided.add(id)
    this.#tell({ type: 'killed', test: name, id })
    return this.#next(name)
  }

  #next(test: string): boolean {
    const id = this.#queue.shift()
    if (id === undefined) return true
    this.#on = id
    this.#phase = 'broken'
    this.#tell({ type: 'try', test, id })
    return false
  }

  #tell(event: SwitchEvent): void {
    appendFileSync(this.#path as string, `${JSON.stringify(event)}\n`)
  }
}

function readEvents(path: string): SwitchEvent[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SwitchEvent)
}
