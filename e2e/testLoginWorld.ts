import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchProfile } from './launchProfile.ts'
import { reportFailure } from './reportFailure.ts'
import { type LoginWorld, startLoginWorld } from './startLoginWorld.ts'
import { expectNoFaults, type TestUser } from './testUser.ts'

/**
 * Starts the servers for a file's tests, which may continue from each other. Browser profiles are closed with them.
 *
 * @param options - `isWhole`: profiles in the whole browser, which blocks popups
 */
export function testLoginWorld({ isWhole = false }: { isWhole?: boolean } = {}) {
  let world: LoginWorld
  const users: TestUser[] = []
  beforeAll(async () => {
    world = await startLoginWorld()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const logs = world.logs.since(task.result.startTime ?? 0)
      await reportFailure(task.name, { logs, users })
      await startAnew()
    }
    expectNoFaults(users)
  })
  /** Closes what a failed test left open, which would break its retry and the tests after it. */
  async function startAnew() {
    for (const door of Object.values(world.doors)) door.set('open')
    const pages = users.flatMap(({ context }) => context.pages())
    await Promise.all(
      pages.map((page) => (page.url().includes('/popup') ? page.close() : page.reload())),
    )
  }
  afterAll(async () => {
    await Promise.all(users.map((user) => user.close()))
    await world?.stop()
  })
  return {
    world: () => world,
    async newProfile(): Promise<TestUser> {
      const user = await launchProfile({ isWhole })
      users.push(user)
      return user
    },
  }
}
