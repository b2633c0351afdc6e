import { createNetworkRule, fetchPublic } from '@foyer/server'
import { expect, test } from 'vitest'
import { hostileServer, localInternet } from './hostileServer.test.kit.ts'

const read = (address: string, more: Partial<Parameters<typeof fetchPublic>[1]> = {}) =>
  fetchPublic(address, {
    isType: (type) => type !== 'text/html',
    maxBytes: 100_000,
    rule: localInternet(),
    timeoutMs: 5_000,
    ...more,
  })
const refused = (problem: string) => expect.objectContaining({ problem })
/** A private service that nothing may reach. */
const canary = (port = 0) =>
  hostileServer((_, response) => response.end('secret'), { host: '127.0.0.1', port })

test('[T99] reads a public host, and sends it nothing of the caller', async () => {
  const { port } = await hostileServer(({ headers }, response) =>
    response.end(Object.keys(headers).sort().join()),
  )
  const bytes = await read(`http://art.example:${port}/1.json`)
  expect(Buffer.from(bytes).toString()).toBe('accept,accept-encoding,connection,host,user-agent')
})

test.each([
  'http://art.example/1.json',
  'https://art.example:8443/1.json',
  'https://user:word@art.example/1.json',
  'ftp://art.example/1.json',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'no url',
  `https://art.example/${'a'.repeat(2048)}`,
])('[T99] refuses %s', async (address) => {
  const rule = createNetworkRule({ resolve: async () => ['93.184.215.14'] })
  await expect(read(address, { rule })).rejects.toEqual(refused('url-refused'))
})

test.each([
  ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '10.0.0.1', '169.254.169.254'],
  ...['100.64.0.1', '192.168.1.1', '224.0.0.1', '255.255.255.255', '0.0.0.0'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[fe80::1]', '[fc00::1]', '[64:ff9b::7f00:1]'],
  ...['[2002:7f00:1::]', '[2001::1]', '[2001:db8::1]', '[ff02::1]'],
])('[T99] refuses the address %s', async (host) => {
  await expect(read(`https://${host}/`, { rule: createNetworkRule() })).rejects.toEqual(
    refused('address-private'),
  )
})

test('[T99] refuses a host with one private address among public ones, and one without any', async () => {
  const rule = localInternet({
    'mixed.example': [['127.0.0.2', '127.0.0.1']],
    'none.example': [[]],
  })
  const private_ = await canary()
  await expect(read(`http://mixed.example:${private_.port}/`, { rule })).rejects.toEqual(
    refused('address-private'),
  )
  await expect(read('http://none.example/', { rule })).rejects.toEqual(refused('host-unknown'))
  expect(private_.asked).toEqual([])
})

test('[T99] a name server that changes its answer reaches nothing: the host is resolved once, and that address is used', async () => {
  const { port } = await hostileServer((_, response) => response.end('public'))
  const private_ = await canary(port)
  const rule = localInternet({ 'rebind.example': [['127.0.0.2'], ['127.0.0.1']] })
  const address = `http://rebind.example:${port}/`
  expect(Buffer.from(await read(address, { rule })).toString()).toBe('public')
  expect(rule.resolved).toEqual(['rebind.example'])
  await expect(read(address, { rule })).rejects.toEqual(refused('address-private'))
  expect(private_.asked).toEqual([])
})

test('[T99] follows three redirects, and judges each of them', async () => {
  const private_ = await canary()
  const server = await hostileServer(({ url = '' }, response) => {
    const target = {
      '/private': `http://127.0.0.1:${private_.port}/`,
      '/rebind': `http://rebind.example:${private_.port}/`,
      '/file': 'file:///etc/passwd',
      '/3': '/2',
      '/2': '/1',
      '/1': '/0',
      '/4': '/3',
    }[url]
    if (target) response.writeHead(302, { location: target })
    response.end('arrived')
  })
  const rule = localInternet({ 'rebind.example': [['127.0.0.1']] })
  const at = (path: string) => read(`http://art.example:${server.port}${path}`, { rule })
  expect(Buffer.from(await at('/3')).toString()).toBe('arrived')
  await expect(at('/4')).rejects.toEqual(refused('redirects-exhausted'))
  await expect(at('/private')).rejects.toEqual(refused('address-private'))
  await expect(at('/rebind')).rejects.toEqual(refused('address-private'))
  await expect(at('/file')).rejects.toEqual(refused('url-refused'))
  expect(private_.asked).toEqual([])
})

test('an origin that the operator named may be private, but leads nowhere else', async () => {
  const private_ = await canary()
  const local = await hostileServer(
    ({ url }, response) =>
      response
        .writeHead(url === '/away' ? 302 : 200, { location: `http://127.0.0.1:${private_.port}/` })
        .end('local'),
    { host: '127.0.0.1' },
  )
  const origin = `http://127.0.0.1:${local.port}`
  const rule = createNetworkRule({ trustedOrigins: [origin] })
  expect(Buffer.from(await read(`${origin}/1.json`, { rule })).toString()).toBe('local')
  await expect(read(`${origin}/away`, { rule })).rejects.toEqual(refused('url-refused'))
  expect(private_.asked).toEqual([])
})

test('an answer that announces 1 GB is not read, and one without an end is read up to the limit', async () => {
  let sent = 0
  const server = await hostileServer(({ url }, response) => {
    if (url === '/large') response.writeHead(200, { 'content-length': String(2 ** 30) })
    const more = () => {
      if (response.destroyed) return
      sent += 65_536
      response.write(Buffer.alloc(65_536), () => setImmediate(more))
    }
    more()
  })
  await expect(read(`http://art.example:${server.port}/large`)).rejects.toEqual(
    refused('too-large'),
  )
  await expect(read(`http://art.example:${server.port}/endless`)).rejects.toEqual(
    refused('too-large'),
  )
  expect(sent).toBeLessThan(16 * 1024 * 1024)
})

test.each([
  ['never answers', () => {}, 'too-slow'],
  [
    'never ends',
    (response: import('node:http').ServerResponse) => response.writeHead(200).write('{'),
    'too-slow',
  ],
  [
    'hangs up',
    (response: import('node:http').ServerResponse) => response.socket?.destroy(),
    'unreachable',
  ],
  [
    'sends a page',
    (response: import('node:http').ServerResponse) =>
      response.writeHead(200, { 'content-type': 'Text/HTML; charset=utf-8' }).end('<p>'),
    'type-refused',
  ],
  [
    'compresses',
    (response: import('node:http').ServerResponse) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('…'),
    'content-encoded',
  ],
  [
    'has no such file',
    (response: import('node:http').ServerResponse) => response.writeHead(404).end('{}'),
    'status-refused',
  ],
] as const)('a server that %s gives a named problem', async (_, answer, problem) => {
  const { port } = await hostileServer((__, response) => answer(response))
  const timeoutMs = problem === 'too-slow' ? 200 : 5_000
  await expect(read(`http://art.example:${port}/`, { timeoutMs })).rejects.toEqual(refused(problem))
})

test('a name server that never answers ends with the time', async () => {
  const rule = createNetworkRule({ resolve: () => new Promise(() => {}) })
  await expect(read('https://art.example/', { rule, timeoutMs: 50 })).rejects.toEqual(
    refused('too-slow'),
  )
})
