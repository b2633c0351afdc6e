import { createFoyer, type Foyer, type Options } from '@foyer/core'
import axe from 'axe-core'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { createModal } from './createModal.ts'
import type { Modal } from './modal.ts'
import { type TestDirectory, testDirectory } from './testDirectory.test.kit.ts'
import { networks } from './testFoyer.test.kit.ts'

/** An instance with one namespace and no storage. */
export function plainFoyer(options: Partial<Options> = {}): Foyer {
  return createFoyer({
    projectId: 'test',
    networks,
    adapters: [{ namespace: 'eip155', isAddress: () => true, verifyAddress: async () => true }],
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    ...options,
  })
}

/** A directory that stops with the test. */
export function makeDirectory(count?: number): TestDirectory {
  const directory = testDirectory(count)
  onTestFinished(directory.stop)
  return directory
}

/** A modal that is removed with the test. */
export function makeModal(foyer: Foyer, options: createModal.Options = {}): Modal {
  document.documentElement.lang = 'en'
  document.title ||= 'Foyer'
  const modal = createModal(foyer, { prefetch: 'none', ...options })
  onTestFinished(() => modal.destroy())
  return modal
}

/** Returns an element inside the modal. */
export function inside<element extends Element>(modal: Modal, selector: string): element {
  const found = modal.element.shadowRoot?.querySelector<element>(selector)
  if (!found) throw new Error(`nothing in the modal is ${selector}`)
  return found
}

/**
 * Remembers whether something has been true of the modal from now on. For what lasts a second or two: on a busy machine a
 * click returns later than that.
 */
export function record(modal: Modal, isTrue: (root: ShadowRoot) => boolean): () => boolean {
  const root = modal.element.shadowRoot as ShadowRoot
  let hasBeen = false
  const observer = new MutationObserver(() => {
    hasBeen ||= isTrue(root)
  })
  observer.observe(root, { attributes: true, characterData: true, childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return () => hasBeen
}

/** Remembers whether a text has been visible in the modal from now on. */
export const recordText = (modal: Modal, text: RegExp | string) =>
  record(modal, (root) =>
    [...root.querySelectorAll('*')].some(
      (element) => isIn(text, ownText(element)) && element.checkVisibility(),
    ),
  )

const isIn = (text: RegExp | string, whole: string) =>
  typeof text === 'string' ? whole.includes(text) : text.test(whole)

/** The text of an element itself, without that of its children. */
const ownText = ({ childNodes }: Element) =>
  [...childNodes].map((node) => (node instanceof Text ? node.data : '')).join('')

/** Remembers whether the modal has shaken from now on. */
export function recordShake(modal: Modal): () => boolean {
  let hasShaken = false
  const stop = modal.store.subscribe(({ shake }) => {
    hasShaken ||= shake
  })
  onTestFinished(stop)
  return () => hasShaken
}

/** Waits for an alert with a text in the modal. */
export async function expectAlert(text: string | RegExp): Promise<void> {
  await expect.element(page.getByRole('alert').getByText(text)).toBeVisible()
}

/** @throws AssertionError with what axe found in the modal. @source WCAG 2.2 A and AA */
export async function expectAccessible(modal: Modal): Promise<void> {
  const card = inside<HTMLElement>(modal, '.card')
  // The height follows its content a frame later.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  await untilStill(card)
  const { violations } = await axe.run(modal.element, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  expect(
    violations.map(({ help, nodes }) => `${help}: ${nodes.map(({ html }) => html).join(' ')}`),
  ).toEqual([])
}

/** Waits until nothing in an element fades or moves, but for what moves endlessly. */
export async function untilStill(element: Element): Promise<void> {
  await Promise.all(element.getAnimations({ subtree: true }).map(endOf))
}

async function endOf(animation: Animation): Promise<void> {
  if (animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY) return
  await animation.finished.catch(() => {})
}
