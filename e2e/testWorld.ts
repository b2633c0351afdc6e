import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { reportFailure } from './reportFailure.ts'
import type { SharedWorld } from './serveWorld.ts'
import { startWorld, type World } from './startWorld.ts'
import { expectNoFaults, newUser, type TestUser } from './testUser.ts'
import { workerBrowser } from './workerBrowser.ts'

type Opened<world extends SharedWorld> = {
  readonly world: world & { readonly browser: Browser }
  /** The servers' logs since a time, ms since 1970. */
  logsSince(at: number): Promise<readonly string[]>
  close?(): Promise<void>
}

/**
 * Gives each test a new user and the servers that all journeys share. A test fails if a page of its user had an uncaught error or
 * violated its content policy.
 *
 * Chains and servers keep changes by tests of other files: compare with the state at the start.
 */
export const testWorld = () => visitWorld(openSharedWorld)

/** Like {@link testWorld}, with separate servers, which the file may stop. */
export const testOwnWorld = () => visitWorld(openOwnWorld)

async function openSharedWorld(): Promise<Opened<SharedWorld>> {
  const url = inject('sharedWorldUrls')[Number(process.env.VITEST_POOL_ID) - 1]
  const ask = async <answer>(path: string) => {
    const response = await fetch(`${url}${path}`)
    if (!response.ok) throw new Error(`the shared world did not start: ${await response.text()}`)
    return (await response.json()) as answer
  }
  const [world, browser] = await Promise.all([ask<SharedWorld>('/'), workerBrowser()])
  return { world: { ...world, browser }, logsSince: (at) => ask(`/logs?since=${at}`) }
}

async function openOwnWorld(): Promise<Opened<World>> {
  const [world, browser] = await Promise.all([startWorld(), workerBrowser()])
  return {
    world: { ...world, browser },
    logsSince: async (at) => world.logs.since(at),
    close: () => world.stop(),
  }
}

function visitWorld<world extends SharedWorld>(openWorld: () => Promise<Opened<world>>) {
  let opened: Opened<world>
  let user: TestUser
  const users: TestUser[] = []
  beforeAll(async () => {
    opened = await openWorld()
  })
  afterAll(() => opened?.close?.())
  beforeEach(async () => {
    user = await newUser(opened.world.browser)
    users.push(user)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const logs = await opened.logsSince(task.result.startTime ?? 0)
      await reportFailure(task.name, { logs, users })
    }
    const gone = users.splice(0)
    await Promise.all(gone.map((one) => one.close()))
    expectNoFaults(gone)
  })
  return {
    world: () => opened.world,
    /** Opens a page of the site in the user's browser. */
    open: (path: string): Promise<Page> => user.open(opened.world.site.url + path),
    /** Opens a page, whose path has a query, with a hostile wallet in addition to the normal one. */
    openBeside(kind: string, path: string): Promise<Page> {
      const scripts = [`hostile.js?kind=${kind}`, 'devwallet.js'].map(
        (script) => `&wallet=${encodeURIComponent(`${opened.world.wallet.url}/${script}`)}`,
      )
      return user.open(opened.world.site.url + path + scripts.join(''))
    },
    /** Another user with a separate browser context, closed after the test. */
    async newUser(options: Parameters<typeof newUser>[1] = {}): Promise<TestUser> {
      const other = await newUser(opened.world.browser, options)
      users.push(other)
      return other
    },
  }
}
