import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type GateView, watchGate } from './watchGate.ts'

/** A card in a window of its own, with `hidden` px of its body below what is seen. */
async function watch(hidden = 0) {
  await page.viewport(420, 720)
  const card = document.body.appendChild(document.createElement('main'))
  card.innerHTML = `<div style="height:200px;overflow:auto"><p style="height:${200 + hidden}px;margin:0"></p></div><button>Approve</button>`
  const [body, button] = card.children as unknown as [HTMLElement, HTMLElement]
  const views: GateView[] = []
  const stop = watchGate({
    ...{ body, button, card },
    rules: { hold: false, surface: 'popup' },
    onApprove: () => {},
    onChange: (view) => views.push(view),
  })
  onTestFinished(() => {
    stop()
    card.remove()
  })
  window.dispatchEvent(new Event('focus'))
  const why = () => (views.length === 0 ? 'unwatched' : views.at(-1)?.why)
  return { body, button, why }
}

test('closes while the window is without the focus, and settles again after it is back', async () => {
  const { why } = await watch()
  await expect.poll(why).toBe(undefined)
  window.dispatchEvent(new Event('blur'))
  expect(why()).toBe('unfocused')
  // Of something inside the window.
  document.body.dispatchEvent(new Event('focus', { bubbles: true }))
  expect(why()).toBe('unfocused')
  window.dispatchEvent(new Event('focus'))
  expect(why()).toBe('settling')
  await expect.poll(why).toBe(undefined)
})

test.each(['pointerdown', 'keydown'])(
  'settles again when a %s comes late, because the page was blocked',
  async (type) => {
    const { button, why } = await watch()
    await expect.poll(why).toBe(undefined)
    button.dispatchEvent(new Event(type))
    expect(why()).toBe(undefined)
    const late = new Event(type)
    for (const until = performance.now() + 300; performance.now() < until; );
    button.dispatchEvent(late)
    expect(why()).toBe('settling')
  },
)

test('counts as read at the end of the body, but for two pixels that rounding may take', async () => {
  const { body, why } = await watch(100)
  const scroll = async (top: number) => {
    body.scrollTo({ top })
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return why()
  }
  expect(await scroll(50)).toBe('unread')
  expect(await scroll(97)).toBe('unread')
  expect(await scroll(98)).not.toBe('unread')
})
