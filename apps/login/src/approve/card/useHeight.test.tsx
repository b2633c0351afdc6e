import { useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useHeight } from './useHeight.ts'

type Heights = { head: number; body: number; foot: number }

function Card({ body, foot, head, onHeight }: Heights & { onHeight?: (height: number) => void }) {
  const card = useRef<HTMLDivElement>(null)
  useHeight(card, onHeight)
  return (
    <div ref={card} style={{ blockSize: '100px', display: 'flow-root', overflow: 'hidden' }}>
      <div style={{ blockSize: `${head}px` }} />
      <div style={{ blockSize: '20px', overflow: 'auto' }}>
        <div className="approval-body" style={{ blockSize: `${body}px` }} />
      </div>
      <div style={{ blockSize: `${foot}px` }} />
    </div>
  )
}

function show(heights: Heights) {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const onHeight = vi.fn<(height: number) => void>()
  const render = (next: Heights) => root.render(<Card {...next} onHeight={onHeight} />)
  render(heights)
  return { onHeight, render }
}

test.each([
  [{ head: 10, body: 200, foot: 30 }, 480],
  [{ head: 10, body: 440.4, foot: 30 }, 480],
  [{ head: 10, body: 440.6, foot: 30 }, 481],
  [{ head: 50, body: 500, foot: 70 }, 620],
  [{ head: 50, body: 599.4, foot: 70 }, 719],
  [{ head: 50, body: 601, foot: 70 }, 720],
  [{ head: 50, body: 5_000, foot: 70 }, 720],
])('a card of %j asks for %i px', async (heights, expected) => {
  const { onHeight } = show(heights)
  await expect.poll(() => onHeight.mock.calls).toEqual([[expected]])
})

test('reports each height once, and none while the card is not laid out', async () => {
  const { onHeight, render } = show({ head: 0, body: 0, foot: 0 })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(onHeight).not.toHaveBeenCalled()
  render({ head: 50, body: 500, foot: 50 })
  await expect.poll(() => onHeight.mock.calls).toEqual([[600]])
  // The parts change, the height does not.
  render({ head: 60, body: 490, foot: 50 })
  await new Promise((resolve) => setTimeout(resolve, 100))
  render({ head: 60, body: 590, foot: 50 })
  await expect.poll(() => onHeight.mock.calls).toEqual([[600], [700]])
})
