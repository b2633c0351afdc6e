import { expect, test } from 'vitest'
import { testFoyer, testNetwork } from '../testFoyer.test.kit.ts'
import { deadUrl, refuse, testServer } from '../testServer.test.kit.ts'
import { getImage } from './getImage.ts'
import { type ImageKind, imageUrl, networkImageUrl } from './imageUrl.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'

test.each<[string, ImageKind, string]>([
  ['[7.22]', 'wallet', '/getWalletImage/an%20id'],
  ['[7.23]', 'asset', '/public/getAssetImage/an%20id'],
  ['[7.24]', 'currency', '/public/getCurrencyImage/an%20id'],
  ['[7.25]', 'token', '/public/getTokenImage/an%20id'],
])('%s the %s image is requested at %s with the project, and is a blob', async (_, kind, path) => {
  const server = await testServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg)
  })
  const foyer = testFoyer({ apiUrl: server.url })
  const blob = await getImage(foyer, { kind, id: 'an id' })
  expect(await blob?.text()).toBe(svg)
  expect(blob?.type).toBe('image/svg+xml')
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      path,
      query: { projectId: 'project', st: 'foyer', sv: 'html-eip155-0.1.0' },
    },
  ])
  expect(imageUrl(foyer, { kind, id: 'an id' })).toBe(
    `${server.url}${path}?projectId=project&st=foyer&sv=html-eip155-0.1.0`,
  )
})

test('[8.23] ignores an image that cannot be loaded', async () => {
  const missing = await testServer((_, response) => refuse(response, 404, 'no'))
  const html = await testServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
  })
  for (const apiUrl of [undefined, await deadUrl(), missing.url, html.url]) {
    const foyer = testFoyer({ apiUrl })
    expect(await getImage(foyer, { kind: 'wallet', id: 'w' })).toBeUndefined()
    expect(foyer.store.get().alerts).toEqual([])
  }
})

test('a network has its own image, else one of the api, else none', () => {
  const foyer = testFoyer({ apiUrl: 'https://api.example' })
  const of = (assets: object) => networkImageUrl(foyer, testNetwork('eip155:1', { assets }))
  expect(of({ imageUrl: 'https://i.example/n', imageId: 'n' })).toBe('https://i.example/n')
  expect(of({ imageId: 'n' })).toContain('https://api.example/public/getAssetImage/n?')
  expect(of({})).toBeUndefined()
  expect(networkImageUrl(testFoyer(), testNetwork('eip155:1', { assets: { imageId: 'n' } }))).toBe(
    undefined,
  )
})
