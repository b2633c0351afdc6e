import type { Preview } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { previewing, previews } from '../src/views/preview/testPreviews.test.kit.ts'
import type { Scene } from './scene.ts'

/** A request that is shown; `more` of them wait. */
function preview(check: Preview['check'], { more = 0, scroll = false } = {}): Scene {
  let request: (() => Promise<unknown>) | undefined
  return {
    async kit() {
      const kit = await previewing(check)
      request = kit.request
      return kit.foyer
    },
    async show(modal) {
      for (let index = 0; index <= more; index += 1) request?.().catch(() => {})
      // Until the buttons are enabled.
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      const area = modal.element.shadowRoot?.querySelector('.scroll')
      if (scroll) area?.scrollTo(0, area.scrollHeight)
    },
  }
}
const of = (name: keyof typeof previews, more?: { more?: number; scroll?: boolean }) =>
  preview(async () => previews[name], more)

export const previewScenes: Readonly<Record<string, Scene>> = {
  'preview-transfer': of('transfer'),
  'preview-first': of('first', { more: 2 }),
  'preview-swap': of('swap'),
  'preview-approve': of('approve'),
  'preview-permit': of('permit'),
  'preview-drain': of('drain'),
  'preview-drain-end': of('drain', { scroll: true }),
  'preview-long': of('long'),
  'preview-checking': preview(() => new Promise(() => {})),
  'preview-failed': preview(() => Promise.reject(new FoyerError('method-not-supported'))),
}
