import { waitMs } from '@foyer/devnet/waitMs'
import type { Engine, Tab } from './engine.ts'
import { type Found, findInPage, type Query } from './findInPage.ts'
import { endWatch, watchPress } from './watchPress.ts'

const pollMs = 100
/** A view moves while it opens: for a hold it is still after this many equal positions in a row, not counting the first. */
const stillBeforeHold = 3

/** Polls until there is an answer. @throws Error with the last problem, after {@link waitMs} */
export async function until<value>(
  what: string,
  ask: () => Promise<value | null | undefined | false>,
): Promise<value> {
  const endsAt = Date.now() + waitMs
  let reason = ''
  while (Date.now() < endsAt) {
    const answer = await ask().catch((error: unknown) => {
      reason = String(error)
      return undefined
    })
    if (answer !== undefined && answer !== null && answer !== false) return answer
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error(`Waited ${waitMs / 1000} s for ${what}. ${reason}`)
}

const say = (query: Query) => JSON.stringify(query)

/** A user at one tab of an engine: finds elements by role and name, points and types. */
export function userAt(engine: Engine, tab: Tab, frame?: string) {
  const look = (query: Query, scroll = false): Promise<Found | null> =>
    tab.run(findInPage, { query, scroll }, frame)

  /** The frame's position in the tab's viewport. */
  async function frameOffset(): Promise<{ x: number; y: number }> {
    if (frame === undefined) return { x: 0, y: 0 }
    return tab.run((selector) => {
      const { x, y } = document.querySelector(selector)!.getBoundingClientRect()
      return { x, y }
    }, frame)
  }

  /** Finds an element that is visible, still, enabled and not covered; returns its position in the tab's viewport. */
  async function reach(query: Query, stillLooks = 1): Promise<{ x: number; y: number }> {
    let before: Found | null = null
    let looks = 0
    return until(say(query), async () => {
      const found = await look(query, true)
      looks = found && before?.x === found.x && before.y === found.y ? looks + 1 : 0
      before = found
      if (!found || looks < stillLooks || found.disabled || !found.uncovered) return undefined
      const offset = await frameOffset()
      return { x: found.x + offset.x, y: found.y + offset.y }
    })
  }

  /** Presses it, again if it moved away between the look and the press. */
  const press = (query: Query) =>
    until(`${say(query)} to be pressed`, async () => {
      const { x, y } = await reach(query)
      await tab.run(watchPress, undefined, frame)
      await tab.point([{ kind: 'move', x, y }, { kind: 'down' }, { kind: 'up' }])
      // A press may close the window or load another page.
      return (await tab.run(endWatch, undefined, frame).catch(() => null)) !== false
    })

  return {
    tab,
    engine,
    look,
    press,
    /** Waits until it is visible. */
    see: (query: Query): Promise<Found> => until(say(query), () => look(query)),
    /** Waits until it is no longer visible. */
    seeNo: (query: Query): Promise<true> =>
      until(`no ${say(query)}`, async () => (await look(query)) === null),
    /** Moves the pointer to it, waits, and holds it. */
    async hold(query: Query, { settleMs, holdMs }: { settleMs: number; holdMs: number }) {
      const { x, y } = await reach(query, stillBeforeHold)
      await tab.point([
        { kind: 'move', x: x - 40, y: y - 8 },
        { kind: 'pause', ms: settleMs },
        { kind: 'move', x: x - 12, y: y - 4 },
        { kind: 'move', x: x - 4, y: y - 2 },
        { kind: 'move', x, y },
        { kind: 'down' },
        { kind: 'pause', ms: holdMs },
        { kind: 'up' },
      ])
    },
    /** Replaces the text of a field. */
    async fill(query: Query, text: string): Promise<void> {
      // Press again if the first press only brought its window to the front.
      await until(`${say(query)} to have the focus`, async () => {
        await press(query)
        return (await look(query))?.focused
      })
      await tab.run(
        () => {
          let field: Element | null = document.activeElement
          while (field?.shadowRoot?.activeElement) field = field.shadowRoot.activeElement
          ;(field as HTMLInputElement | null)?.select()
        },
        undefined,
        frame,
      )
      await tab.type(text)
    },
    /** The same tab, inside a frame. */
    inFrame: (selector: string) => userAt(engine, tab, selector),
    /** Runs a function that opens a window, and returns a user at that window. */
    async follow(act: () => Promise<unknown>) {
      const known = new Set((await engine.tabs()).map(({ id }) => id))
      await act()
      const opened = await until('a window', async () =>
        (await engine.tabs()).find(({ id }) => !known.has(id)),
      )
      await opened.activate()
      return userAt(engine, opened)
    },
    /** Waits until the tab is closed. */
    closed: () =>
      until('the window to close', async () => {
        const ids = (await engine.tabs()).map(({ id }) => id)
        return !ids.includes(tab.id)
      }),
  }
}

export type EngineUser = ReturnType<typeof userAt>
