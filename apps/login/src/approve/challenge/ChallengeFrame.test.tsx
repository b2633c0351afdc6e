import { PrimitivesRoot } from '@foyer/ui/primitives'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ChallengeFrame } from './ChallengeFrame.tsx'

/** A document of this origin, in place of the operator's page. */
const ownPage = `${new URL('./ChallengeFrame.css', import.meta.url).href}#nonce=1`

type PageWindow = Window & { eval(code: string): unknown }

/** Also works while timers are faked. */
async function until(isTrue: () => boolean | undefined) {
  while (!isTrue()) await new Promise(requestAnimationFrame)
}

async function show(page = ownPage) {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  const onToken = vi.fn<(token: string) => void>()
  root.render(
    <PrimitivesRoot root={document}>
      <ChallengeFrame page={page} onToken={onToken} />
    </PrimitivesRoot>,
  )
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  await until(() => place.querySelector('iframe') !== null)
  const frame = place.querySelector('iframe') as HTMLIFrameElement
  return {
    frame,
    onToken,
    /** Waits until the frame shows a document of this origin with an address that contains `text`. */
    arrive: (text: string) =>
      until(
        () =>
          frame.contentDocument?.URL.includes(text) &&
          frame.contentDocument.readyState === 'complete',
      ),
    /** Lets a window send a message to this page, as its own script would. */
    say(message: object, from = frame.contentWindow as PageWindow) {
      const received = new Promise<void>((resolve) => {
        const hear = ({ source }: MessageEvent) => {
          if (source !== from) return
          removeEventListener('message', hear)
          resolve()
        }
        addEventListener('message', hear)
      })
      from.eval(`parent.postMessage(${JSON.stringify(message)}, parent.origin)`)
      return received
    },
  }
}

test.each([
  [79, '80px'],
  [80.2, '81px'],
  [300, '300px'],
  [599.5, '600px'],
  [601, '600px'],
  [Number.MAX_VALUE, '600px'],
  ['300', '80px'],
  [null, '80px'],
])('a page that asks for a height of %j gets %s', async (height, expected) => {
  const { arrive, frame, say } = await show()
  await arrive('#nonce=1')
  const place = frame.parentElement as HTMLElement
  expect([frame.style.blockSize, place.ariaBusy, place.children.length]).toEqual(['0px', 'true', 2])
  await say({ k: 'foyer-challenge', height })
  await expect.poll(() => frame.style.blockSize).toBe(expected)
  expect([place.ariaBusy, place.children.length]).toEqual(['false', 1])
})

test('passes a token on, but none that is empty, too long or no text', async () => {
  const { arrive, onToken, say } = await show()
  await arrive('#nonce=1')
  for (const token of ['', 'a'.repeat(4097), 7, null, ['a']])
    await say({ k: 'foyer-challenge', token })
  expect(onToken).not.toHaveBeenCalled()
  await say({ k: 'foyer-challenge', token: 'a'.repeat(4096) })
  expect(onToken).toHaveBeenCalledExactlyOnceWith('a'.repeat(4096))
})

test('listens to no other window, and to no message of another kind', async () => {
  const { arrive, frame, onToken, say } = await show()
  await arrive('#nonce=1')
  const other = document.body.appendChild(document.createElement('iframe'))
  onTestFinished(() => other.remove())
  await say({ k: 'foyer-challenge', height: 300, token: 'a' }, other.contentWindow as PageWindow)
  await say({ k: 'something-else', height: 300, token: 'a' })
  expect(onToken).not.toHaveBeenCalled()
  expect(frame.style.blockSize).toBe('0px')
  await say({ k: 'foyer-challenge', token: 'b' })
  expect(onToken).toHaveBeenCalledExactlyOnceWith('b')
})

test('listens to its frame only while that shows the operator’s origin', async () => {
  // The operator's page never arrives; its frame is led to another origin, here to this one.
  const { arrive, frame, onToken, say } = await show('http://127.0.0.1:9/#nonce=1')
  frame.contentWindow?.location.replace(ownPage.replace('nonce', 'left'))
  await arrive('#left=1')
  await say({ k: 'foyer-challenge', height: 300, token: 'a' })
  expect(onToken).not.toHaveBeenCalled()
  expect(frame.style.blockSize).toBe('0px')
})

test.each([
  ['gives an empty token after 15 s without a message', []],
  ['waits without end for the token of a page that is there', [{ k: 'foyer-challenge' }]],
])('%s', async (_, messages) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { arrive, onToken, say } = await show()
  await arrive('#nonce=1')
  vi.advanceTimersByTime(14_999)
  expect(onToken).not.toHaveBeenCalled()
  for (const message of messages) await say(message)
  vi.advanceTimersByTime(60_000)
  expect(onToken.mock.calls).toEqual(messages.length > 0 ? [] : [['']])
})
