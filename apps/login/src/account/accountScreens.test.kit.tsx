/// <reference types="@vitest/browser-playwright" />

import { PrimitivesRoot } from '@foyer/ui/primitives'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { About } from '../security/About.tsx'
import { AccountContext } from './AccountContext.ts'
import { AccountGate } from './AccountGate.tsx'
import { createPageAccount } from './createPageAccount.ts'
import type { FakeSession } from './fakeSession.test.kit.ts'

/** Shows a page of the account. @returns removes it */
export function show(
  session: FakeSession,
  title: string,
  content: ReactNode,
  options?: Parameters<typeof createPageAccount>[1],
): () => void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <PrimitivesRoot root={document}>
      <AccountContext value={createPageAccount(session, options)}>
        <AccountGate title={title} loginText="" footer={<About />}>
          {content}
        </AccountGate>
      </AccountContext>
    </PrimitivesRoot>,
  )
  const leave = () => {
    root.unmount()
    place.remove()
  }
  onTestFinished(leave)
  return leave
}
export async function expectAccessible(): Promise<void> {
  // An element that is still fading in has no final contrast yet.
  await Promise.all(
    document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map((one) => one.finished.catch(() => {})),
  )
  const { violations } = await axe.run(document.body)
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}
/** Presses or releases the Space key. */
export const space = (type: 'keyDown' | 'keyUp'): Promise<unknown> =>
  cdp().send('Input.dispatchKeyEvent', {
    type,
    key: ' ',
    code: 'Space',
    windowsVirtualKeyCode: 32,
    ...(type === 'keyDown' && { text: ' ' }),
  })
export const heading = (name: string) => page.getByRole('heading', { name, exact: true })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
/** Under the test's clock: a press by the browser takes real time, by which Vitest moves the clock. */
export const press = (name: string) => (button(name).element() as HTMLElement).click()
/** Waits for a button's words under the test's clock, which moves 50 ms for each look. */
export const shows = (name: string) =>
  vi.waitFor(() => expect(button(name).elements()).toHaveLength(1))
