import { getWallets } from '@foyer/protocol/api'
import { openDatabase } from '@foyer/server/database'
import { testEngines, testLocation } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase } from '../database/apiDatabase.ts'
import { getProject } from '../projects/projects.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const many = Array.from({ length: 130 }, (_, i) => ({
  id: `many${i}`,
  name: `Many ${String(i).padStart(3, '0')}`,
  chains: ['eip155:1'] as ['eip155:1'],
}))
const named = [
  {
    id: 'fox',
    other_ids: ['old-fox'],
    name: 'Fox',
    rdns: 'io.fox',
    order: 1,
    chains: ['eip155:1'] as ['eip155:1'],
    mobile_link: 'fox://',
    badge_type: 'certified' as const,
  },
  {
    id: 'sol',
    name: 'Solar Fox',
    order: 2,
    chains: [solana] as [typeof solana],
    webapp_link: 'https://sol.example/',
  },
  {
    id: 'both',
    name: 'Both',
    order: 3,
    chains: ['eip155:10', solana] as never,
    desktop_link: 'both://',
  },
]

describe.each(testEngines)('%s', (engine) => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({
      engine,
      wallets: [...named, ...many],
      extraWallets: [{ id: 'dev', name: 'Dev Wallet', chains: ['eip155:31337'] }],
    })
  })
  afterAll(() => api.close())

  async function ask(query: string) {
    const response = await api.request(
      `/getWallets?projectId=${shop.id}&st=appkit&sv=html-1.0.0&${query}`,
    )
    expect(response.status).toBe(200)
    return v.parse(getWallets.response, await response.json())
  }
  const ids = async (query: string) => (await ask(query)).data.map(({ id }) => id)

  test('[7.21] returns a page of wallets and their total number', async () => {
    const { count, data } = await ask('page=1')
    expect([count, data.length]).toEqual([134, 40])
    expect(data.slice(0, 4).map(({ name }) => name)).toEqual([
      'Dev Wallet',
      'Fox',
      'Solar Fox',
      'Both',
    ])
    expect(data[1]).toMatchObject({
      rdns: 'io.fox',
      mobile_link: 'fox://',
      order: 1,
      image_id: 'fox',
    })
    expect(data[1]?.image_url).toBe(`https://api.example/getWalletImage/fox?projectId=${shop.id}`)
    // The source of a logo is not published.
    expect(Object.keys(data[1] ?? {})).not.toContain('otherIds')
  })

  test('[9.14] returns 40 a page by default, 4 or 100 when asked', async () => {
    expect((await ask('page=4')).data).toHaveLength(14)
    expect((await ask('page=5')).data).toHaveLength(0)
    expect((await ask('entries=4')).data).toHaveLength(4)
    expect((await ask('entries=100')).data).toHaveLength(100)
  })

  test('[7.21] finds by a part of the name in any case, prefixes first, ignoring blanks around it', async () => {
    expect(await ids('search=%20%20FOX%20')).toEqual(['fox', 'sol'])
    expect(await ids('search=nobody')).toEqual([])
    expect((await ask('search=')).count).toBe(134)
  })

  test('[7.21] includes and excludes by id, also by another id of the wallet', async () => {
    expect(await ids('include=sol,old-fox')).toEqual(['fox', 'sol'])
    expect(await ids('include=sol,fox&exclude=old-fox')).toEqual(['sol'])
    expect((await ask('exclude=fox,sol,dev')).count).toBe(131)
  })

  test('[7.21] returns the wallets of a namespace for any of its chains', async () => {
    expect(await ids(`chains=${solana}`)).toEqual(['sol', 'both'])
    expect((await ids('chains=eip155:31337&entries=3')).slice(0, 3)).toEqual(['dev', 'fox', 'both'])
    expect(await ids('chains=bip122:000000000019d6689c085ae165831e93')).toEqual([])
  })

  test('[7.21] gives the wallets with a badge', async () => {
    expect(await ids('badge_type=certified')).toEqual(['fox'])
    expect((await ask('badge_type=none')).count).toBe(133)
  })

  test('gives the wallets of a platform', async () => {
    expect(await ids('platform=ios')).toEqual(['fox'])
    expect(await ids('platform=web')).toEqual(['sol'])
    expect(await ids('platform=desktop')).toEqual(['both'])
  })

  test.each([
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['page=1.5', 'page'],
    ['entries=101', 'entries'],
    ['entries=0', 'entries'],
    ['platform=fridge', 'platform'],
    [`search=${'x'.repeat(101)}`, 'search'],
  ])('error: %s names the parameter', async (query, field) => {
    const response = await api.request(`/getWallets?projectId=${shop.id}&${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'params-invalid', field } })
  })
})

test('error: reports an outage of the database, instead of an empty list', async () => {
  const api = await createTestApi()
  const known = await getProject(api.database.queries, shop.id)
  await api.close()
  const database = await openDatabase(apiDatabase, await testLocation(apiDatabase))
  const broken = await createTestApi({ database, services: { getProject: async () => known } })
  await database.close()
  const response = await broken.request(`/getWallets?projectId=${shop.id}`)
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('5')
  const text = await response.text()
  expect(text).toContain('The service is not available right now')
  expect(text).not.toMatch(/select|wallets|PGlite|stack/i)
})
