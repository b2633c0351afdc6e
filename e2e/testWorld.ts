import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { startWorld, type World } from './startWorld.ts'
import { newVisitor, type Visitor } from './visitor.ts'

/**
 * A world for the tests of a file, and a new visitor for each of them. A test fails when a page of its visitor had an
 * uncaught error or broke its content policy.
 */
export function testWorld() {
  let world: World
  let visitor: Visitor
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world?.stop())
  beforeEach(async () => {
    visitor = await newVisitor(world.browser)
  })
  afterEach(async () => {
    const { faults } = visitor
    await visitor.close()
    expect(faults).toEqual([])
  })
  return {
    world: () => world,
    /** Opens a page of the site in the visitor's browser. */
    open: (path: string): Promise<Page> => visitor.open(world.site.url + path),
    /** Opens a page, whose path has a query, with a hostile wallet beside the honest one. */
    openBeside(kind: string, path: string): Promise<Page> {
      const scripts = [`hostile.js?kind=${kind}`, 'devwallet.js'].map(
        (script) => `&wallet=${encodeURIComponent(`${world.wallet.url}/${script}`)}`,
      )
      return visitor.open(world.site.url + path + scripts.join(''))
    },
  }
}
