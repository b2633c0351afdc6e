import { Writable } from 'node:stream'
import { createElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Site, siteHtml } from './site.test.kit.tsx'

const shadows = /<template shadowrootmode="open".*?<\/template>/gs

test('renders without a page on a server: buttons, and hooks of an unknown user', () => {
  expect(typeof document).toBe('undefined')
  const html = renderToString(createElement(Site))
  expect(html.replace(shadows, '')).toBe(siteHtml)
  const [button, network] = html.match(shadows) ?? []
  expect(button).toMatch(/<button hidden[^>]* disabled[^>]*>.*Log in/)
  expect(network).toMatch(/<button hidden[^>]*data-kind="network".*Ethereum/)
  // The styles are included, once.
  expect(button?.match(/--_color-accent:/g)).toHaveLength(1)
})

test('renderToPipeableStream renders the same HTML', async () => {
  const parts: string[] = []
  const stream = new Writable({
    write(part, _, done) {
      parts.push(String(part))
      done()
    },
  })
  await new Promise<void>((resolve, reject) => {
    stream.on('finish', resolve)
    const { pipe } = renderToPipeableStream(createElement(Site), {
      onAllReady: () => pipe(stream),
      onError: reject,
    })
  })
  expect(parts.join('')).toContain(renderToString(createElement(Site)))
})
