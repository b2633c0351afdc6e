import { afterEach, expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { connect } from '../connection/connect.ts'
import {
  alice,
  bob,
  gate,
  settled,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { type Answer, refuse, testServer } from '../testServer.test.kit.ts'
import { identityTtlMs } from './getIdentityOf.ts'
import { loadIdentity } from './loadIdentity.ts'

afterEach(() => {
  vi.useRealTimers()
})

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453')]
const at = (ms: number) => vi.useFakeTimers({ now: ms, toFake: ['Date'] })

async function connected(answer: Answer) {
  const server = await testServer(answer)
  const foyer = testFoyer({ apiUrl: server.url, networks })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  return { foyer, server, wallet }
}
const identity = { name: 'a.eth', avatar: 'data:image/png;base64,AA' }

test('[7.33] requests name and avatar by address and caipNetworkId', async () => {
  const { foyer, server } = await connected(() => identity)
  await loadIdentity(foyer)
  expect(readAccount(foyer)).toMatchObject({
    profileName: 'a.eth',
    profileImage: 'data:image/png;base64,AA',
  })
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      path: `/v1/identity/${alice}`,
      query: {
        projectId: 'project',
        st: 'foyer',
        sv: 'html-eip155-0.1.0',
        chainId: 'eip155:1',
      },
    },
  ])
})

test('[9.16] caches a name for 5 min', async () => {
  expect(identityTtlMs).toBe(300_000)
  at(1_000_000)
  const { foyer, server } = await connected(() => identity)
  await loadIdentity(foyer)
  at(1_299_999)
  await loadIdentity(foyer)
  expect(server.requests).toHaveLength(1)
  at(1_300_000)
  await loadIdentity(foyer)
  expect(server.requests).toHaveLength(2)
})

test('accepts an answer without name and avatar', async () => {
  const { foyer } = await connected(() => ({ name: null, avatar: null }))
  await loadIdentity(foyer)
  expect(readAccount(foyer)).toMatchObject({ profileName: undefined, profileImage: undefined })
})

test.each([
  ['javascript:alert(1)', undefined],
  ['http://i.example/a.png', undefined],
  ['data:text/html,<script>', undefined],
  ['data:image/png;base64,AA', 'data:image/png;base64,AA'],
  // Loading it would reveal the user's visit to its host.
  ['https://i.example/a.png', undefined],
  ['//i.example/a.png', undefined],
  ['https://127.0.0.1/a.png', undefined],
  ['', undefined],
])('shows no image from another host than the api: %s', async (avatar, expected) => {
  const { foyer } = await connected(() => ({ name: 'a', avatar }))
  await loadIdentity(foyer)
  expect(readAccount(foyer).profileImage).toBe(expected)
})

test('shows an image of the api itself', async () => {
  const { foyer, server } = await connected(() => ({ name: null, avatar: `${server.url}/a.png` }))
  await loadIdentity(foyer)
  expect(readAccount(foyer).profileImage).toBe(`${server.url}/a.png`)
})

test.each([
  ['a\u202egnp.eth', 'agnp.eth'],
  ['\u0000 a \u2066', 'a'],
  ['\u200f', undefined],
  ['👩‍🚀.eth', '👩‍🚀.eth'],
])('a name cannot reverse the text next to it: %j', async (name, expected) => {
  const { foyer } = await connected(() => ({ name, avatar: null }))
  await loadIdentity(foyer)
  expect(readAccount(foyer).profileName).toBe(expected)
})

test('ignores an answer for a previous account', async () => {
  const answer = gate<object>()
  const { foyer, wallet } = await connected(({ path }) =>
    path.endsWith(alice) ? answer.promise : { name: 'bob.eth', avatar: null },
  )
  const end = loadIdentity(foyer)
  wallet.emit.onAccounts([{ address: bob }])
  answer.open(identity)
  await end
  await expect.poll(() => readAccount(foyer).profileName).toBe('bob.eth')
})

test('ignores an answer for a previous network', async () => {
  const answer = gate<object>()
  const { foyer, wallet } = await connected(({ query }) =>
    query.chainId === 'eip155:1' ? answer.promise : { name: 'base.name', avatar: null },
  )
  const end = loadIdentity(foyer)
  wallet.emit.onChain('eip155:8453')
  await expect.poll(() => readAccount(foyer).profileName).toBe('base.name')
  answer.open(identity)
  await end
  expect(readAccount(foyer).profileName).toBe('base.name')
})

test('error: a failing api does not affect connecting', async () => {
  const { foyer } = await connected((_, response) => refuse(response, 401, 'no'))
  await expect(loadIdentity(foyer)).rejects.toMatchObject({ code: 'http-failed' })
  expect(readAccount(foyer)).toMatchObject({ status: 'connected', profileName: undefined })
})

test('requests nothing without an api; error: disconnected', async () => {
  const foyer = testFoyer()
  await loadIdentity(foyer)
  await settled()
  const withApi = testFoyer({ apiUrl: 'https://api.example' })
  await expect(loadIdentity(withApi)).rejects.toMatchObject({ code: 'not-connected' })
})
