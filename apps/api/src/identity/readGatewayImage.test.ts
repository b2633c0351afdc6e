import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { startUpstream } from '../rpc/startUpstream.test.kit.ts'
import { readGatewayImage } from './readGatewayImage.ts'

const open: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})

async function gateway(answer: (response: ServerResponse) => void): Promise<string> {
  const started = await startUpstream((_, response) => answer(response))
  open.push(started)
  return started.url
}

test.each([
  ['image/png', Buffer.from('iVBORw0KGgoAAAANSUhEUg', 'base64')],
  ['image/jpeg', Buffer.from('/9j/4AAQSkZJRgAB', 'base64')],
  ['image/gif', Buffer.from('GIF89a')],
  ['image/webp', Buffer.from('RIFF....WEBPVP8 ')],
  ['image/avif', Buffer.from('....ftypavif')],
] as const)('knows %s by its bytes', async (type, bytes) => {
  const url = await gateway((response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(bytes),
  )
  const image = await readGatewayImage(url)
  expect(image?.type).toBe(type)
  expect(Buffer.from(image?.body ?? '')).toEqual(bytes)
})

test.each([
  '<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<svg onload="alert(1)"><script>alert(1)</script>',
])('[T100] cleans a drawing: %s', async (text) => {
  const url = await gateway((response) => response.end(text))
  expect(await readGatewayImage(url)).toEqual({
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  })
})

test.each([
  ['a page', '<!doctype html><svg></svg>'],
  ['a script', 'alert(1)//<svg>'],
  ['nothing', ''],
  ['JSON', '{"image":"https://art.example/1.png"}'],
])('refuses %s as a picture, for any content type of the gateway', async (_, text) => {
  const url = await gateway((response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(text),
  )
  expect(await readGatewayImage(url)).toBeUndefined()
})

test('aborts a picture that has no end', async () => {
  let sent = 0
  const url = await gateway((response) => {
    const more = () => {
      if (response.destroyed) return
      sent += 65_536
      response.write(Buffer.alloc(65_536, '\u0089PNG\r\n\u001a\n', 'latin1'), () =>
        setImmediate(more),
      )
    }
    more()
  })
  expect(await readGatewayImage(url)).toBeUndefined()
  expect(sent).toBeLessThan(16 * 1024 * 1024)
})

test('follows no redirect, and treats a failing gateway as no picture', async () => {
  const elsewhere = await gateway((response) => response.end('<svg>'))
  for (const status of [301, 302, 307, 404, 500]) {
    const url = await gateway((response) =>
      response.writeHead(status, { location: elsewhere }).end('<svg>'),
    )
    expect(await readGatewayImage(url), String(status)).toBeUndefined()
  }
  expect(await readGatewayImage('http://127.0.0.1:9')).toBeUndefined()
})
