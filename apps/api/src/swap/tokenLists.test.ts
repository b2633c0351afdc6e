import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '@foyer/server'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { chainConfigs } from '../chains/chainConfig.ts'
import { makeFolder } from '../makeFolder.test.kit.ts'
import { startUpstream } from '../rpc/startUpstream.test.kit.ts'
import { createTokenLists } from './tokenLists.ts'

const own = '0x00000000000000000000000000000000000000AA'
const other = '0x00000000000000000000000000000000000000bb'
const [chain] = v.parse(chainConfigs, [
  {
    caipId: 'eip155:31337',
    name: 'Chain',
    rpcUrls: ['http://127.0.0.1:9'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokens: [{ address: own, name: 'Own', symbol: 'OWN', decimals: 6 }],
  },
])
const entry = (changes: object = {}) => ({
  ...{ chainId: 31337, address: other, name: 'Other', symbol: 'OTH', decimals: 8, ...changes },
})
const log = createLog({ app: 'api', level: 'silent' })

async function serve(answer: (count: number) => { status?: number; body: string }) {
  const server = await startUpstream((_, response, count) => {
    const { body, status = 200 } = answer(count)
    response.writeHead(status).end(body)
  })
  onTestFinished(() => server.stop())
  return server
}

test('reads a file and a URL; the first list counts, the configuration before all', async () => {
  const path = join(await makeFolder(), 'list.json')
  await writeFile(path, JSON.stringify({ name: 'Mine', tokens: [entry(), entry({ chainId: 1 })] }))
  const { url } = await serve(() => ({
    body: JSON.stringify({
      tokens: [
        entry({ name: 'Later', decimals: 9 }),
        entry({ address: own, name: 'Impostor' }),
        entry({
          address: '0x00000000000000000000000000000000000000cc',
          symbol: 'C\u202eC',
          name: '',
        }),
        entry({ address: 'TNotAnEvmAddress' }),
        entry({ address: '0x00000000000000000000000000000000000000dd', symbol: '\u200b' }),
      ],
    }),
  }))
  const found = await createTokenLists({ log, places: [path, url] }).get(chain!)
  expect(found).toEqual(
    [
      {
        ...{ name: 'Other', symbol: 'OTH', decimals: 8 },
        address: '0x00000000000000000000000000000000000000bb',
      },
      {
        address: '0x00000000000000000000000000000000000000cC',
        name: 'CC',
        symbol: 'CC',
        decimals: 8,
      },
    ].map((token, index) => ({ ...token, address: found[index]!.address })),
  )
  expect(found[0]!.address.toLowerCase()).toBe(other)
})

test('reads a list once in 6 hours, and a failing one again after a minute', async () => {
  let now = 1_000_000_000
  const server = await serve((count) =>
    count === 1 ? { status: 500, body: '{}' } : { body: JSON.stringify({ tokens: [entry()] }) },
  )
  const lists = createTokenLists({ log, now: () => now, places: [server.url] })
  expect(await lists.get(chain!)).toEqual([])
  now += 59_999
  expect(await lists.get(chain!)).toEqual([])
  expect(server.asked).toHaveLength(1)
  now += 1
  expect(await lists.get(chain!)).toHaveLength(1)
  now += 6 * 3_600_000 - 1
  await lists.get(chain!)
  expect(server.asked).toHaveLength(2)
  now += 1
  await lists.get(chain!)
  expect(server.asked).toHaveLength(3)
})

test('error: a list of another shape is left out, the others stay', async () => {
  const bad = await serve(() => ({ body: JSON.stringify({ tokens: [entry({ decimals: 1.5 })] }) }))
  const good = await serve(() => ({ body: JSON.stringify({ tokens: [entry()] }) }))
  const found = await createTokenLists({ log, places: [bad.url, good.url] }).get(chain!)
  expect(found.map(({ symbol }) => symbol)).toEqual(['OTH'])
})
