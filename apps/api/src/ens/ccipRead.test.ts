import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  devnetAccounts,
  devnetAddresses,
  type EvmChain,
  ensReverseRegistrarAbi,
  startEvm,
} from '@foyer/devnet'
import { bodyOf } from '@foyer/devnet/bodyOf'
import { openTestDatabase } from '@foyer/server/testDatabase'
import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { hostileServer, localInternet } from '../nfts/hostileServer.test.kit.ts'
import { askChain, sendFrom } from '../rpc/sendFrom.test.kit.ts'
import { addOffchainName, readQuestion, setResolver, signAnswer } from './gateway.test.kit.ts'

const signer = privateKeyToAccount(devnetAccounts[5]!.privateKey)
const from = devnetAccounts[0]!.address
const friend = devnetAccounts[1]!.address

let anvil: EvmChain
let database: Database
beforeAll(async () => {
  anvil = await startEvm({ chainId: 31337, port: 0 })
  database = await openTestDatabase(apiDatabase, 'PGlite')
})
afterAll(async () => {
  await anvil.stop()
  await database.close()
})

/** A question to a gateway, with the ways to answer it. */
type Asked = {
  readonly callData: Hex
  readonly sender: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Answers the record as the resolver accepts it. */
  answer(record: Hex, changes?: Partial<Parameters<typeof signAnswer>[0]>): Promise<void>
}
let count = 0

/** A name whose resolver sends the api to a gateway of the test, and the api. */
async function gateway(
  handle: (asked: Asked) => void | Promise<void>,
  {
    api: ofOther,
    limits,
    names,
    path = '/{sender}/{data}.json',
    urls = (own: string) => [own],
  }: {
    /** @default one of its own */
    api?: TestApi
    limits?: NonNullable<Parameters<typeof createTestApi>[0]>['limits']
    names?: Parameters<typeof localInternet>[0]
    path?: string
    urls?: (own: string) => string[]
  } = {},
) {
  const label = `offchain${++count}`
  let resolver: Address
  const server = await hostileServer(async (request, response) => {
    const [, sender = '', data = ''] = /^\/(0x\w+)\/(0x\w+)\.json$/.exec(request.url ?? '') ?? []
    const body = request.method === 'POST' ? JSON.parse((await bodyOf(request)).toString()) : {}
    const asked = { callData: body.data ?? data, sender: body.sender ?? sender, request, response }
    await handle({
      ...asked,
      async answer(record, changes) {
        const { callData } = asked
        const signed = await signAnswer({ callData, record, resolver, signer, ...changes })
        response.end(JSON.stringify({ data: signed }))
      },
    })
  })
  resolver = await addOffchainName(anvil.url, {
    ...{ from, label, signer: signer.address },
    urls: urls(`http://gateway.example:${server.port}${path}`),
  })
  const api =
    ofOther ??
    (await createTestApi({
      chains: [
        {
          caipId: 'eip155:31337',
          name: 'Foyer Devnet',
          rpcUrls: [anvil.url],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          ens: {},
        },
      ],
      database,
      ensRule: localInternet(names),
      limits: { gatewayReadMs: 2_000, ...limits },
      rpc: { wait: async () => {} },
    }))
  const name = `ada.${label}.eth`
  const find = (wanted = name) => api.request(`/v1/profile/account/${wanted}?projectId=${shop.id}`)
  return { ...server, api, find, label, name, resolver }
}
const address = (value: Address) => encodeAbiParameters(parseAbiParameters('address'), [value])
const bytes = (value: Hex) => encodeAbiParameters(parseAbiParameters('bytes'), [value])
/** Gives the friend's address to any name. */
const friendly = ({ answer, callData }: Asked) =>
  answer(readQuestion(callData).record === 'addr' ? address(friend) : bytes('0x'))

test.each(['/{sender}/{data}.json', '/ask'])(
  '[7.32] resolves a name whose resolver sends the caller to a gateway: %s',
  async (path) => {
    const questions: string[] = []
    const { asked, find, name, resolver } = await gateway(
      async (question) => {
        const { name, record } = readQuestion(question.callData)
        questions.push(`${name} ${record}`)
        expect(question.sender.toLowerCase()).toBe(resolver.toLowerCase())
        await friendly(question)
      },
      { path },
    )
    const response = await find()
    expect(response.status).toBe(200)
    expect((await response.json()).addresses).toEqual({
      60: { address: friend, createdAt: null },
    })
    expect(new Set(questions)).toEqual(new Set([`${name} addr`, `${name} addr 501`]))
    // Remembered for 5 minutes.
    await find()
    expect(asked).toHaveLength(2)
  },
)

test('[7.33] an account is shown with a name of a gateway, which must point back to it, and with its picture', async () => {
  const owner = devnetAccounts[6]!.address
  const records: Record<string, Hex> = {
    addr: address(owner),
    'text avatar': encodeAbiParameters(parseAbiParameters('string'), [
      'data:image/png;base64,iVBORw0KGgo=',
    ]),
  }
  const kit = await gateway(({ answer, callData }) =>
    answer(records[readQuestion(callData).record] ?? '0x'),
  )
  await claimName(owner, kit.name)
  const read = async (account: Address, of = kit) => {
    const path = `/v1/identity/${account}?projectId=${shop.id}&chainId=eip155:31337`
    return (await of.api.request(path)).json()
  }
  expect(await read(owner)).toMatchObject({
    name: kit.name,
    avatar: 'data:image/png;base64,iVBORw0KGgo=',
  })
  // Account 7 claims the same name.
  await claimName(devnetAccounts[7]!.address, kit.name)
  expect(await read(devnetAccounts[7]!.address)).toMatchObject({ name: null, avatar: null })
})

test('asks the next gateway when one is down or answers nonsense, and no more than four', async () => {
  const { asked, find } = await gateway(
    (question) => {
      const { response, request } = question
      if (request.url?.startsWith('/down')) return void response.writeHead(503).end()
      if (request.url?.startsWith('/odd')) return void response.end('{"data":"0x1"}')
      return friendly(question)
    },
    {
      urls: (own) => [
        own.replace('/{sender}', '/down/{sender}'),
        own.replace('/{sender}', '/odd/{sender}'),
        own,
      ],
    },
  )
  expect((await find()).status).toBe(200)
  expect(asked.filter((url) => url.startsWith('/0x'))).toHaveLength(2)

  const many = await gateway(({ response }) => void response.writeHead(500).end(), {
    urls: (own) => Array.from({ length: 20 }, (_, index) => `${own}?${index}`),
  })
  expect((await many.find()).status).toBe(502)
  // The two records ask on their own, each no further than the fourth.
  expect(new Set(many.asked.map((url) => url.split('?')[1]))).toEqual(new Set('0123'))
})

test('a record that the gateway does not have is none; an outage is a named error', async () => {
  const without = await gateway(({ response }) => void response.writeHead(404).end())
  expect((await without.find()).status).toBe(404)
  const refusing = await gateway(({ response }) => void response.writeHead(429).end())
  const response = await refusing.find()
  expect(response.status).toBe(502)
  expect((await response.json()).error.message).toContain('gateway')
})

const forgeries: [string, Parameters<Asked['answer']>[1]][] = [
  ['signed by another key', { signer: privateKeyToAccount(devnetAccounts[2]!.privateKey) }],
  ['for another question', { callData: '0x1234' }],
  ['for another resolver', { resolver: from }],
  ['that has expired', { expiresAt: 1n }],
]
test.each(forgeries)(
  '[T99] a forged answer of a gateway gives no address: %s',
  async (_, changes) => {
    const kit = await gateway(({ answer }) => answer(address(friend), changes))
    expect((await kit.find()).status).toBe(404)
    expect(kit.asked).toHaveLength(2)
  },
)

test('[T99] a resolver can not send the api into the private network, by name, address, redirect or DNS', async () => {
  const private_ = await hostileServer((_, response) => response.end('{"data":"0x"}'), {
    host: '127.0.0.1',
  })
  const inside = `127.0.0.1:${private_.port}`
  const targets = [
    `http://${inside}/{data}`,
    `http://inside.example:${private_.port}/{data}`,
    `http://[::ffff:127.0.0.1]:${private_.port}/{data}`,
    'file:///etc/passwd?{data}',
    'data:application/json,{"data":"0x"}?{data}',
    `{data}`,
    `http://${inside}/ask`,
  ]
  for (const target of targets) {
    const { find } = await gateway(friendly, {
      names: { 'inside.example': [['127.0.0.1']] },
      urls: () => [target],
    })
    expect((await find()).status, target).toBe(502)
  }
  for (const path of ['/{sender}/{data}.json', '/ask']) {
    const { find } = await gateway(
      ({ response }) => void response.writeHead(307, { Location: `http://${inside}/` }).end(),
      { path },
    )
    expect((await find()).status).toBe(502)
  }
  expect(private_.asked).toEqual([])
})

test('[T111] a gateway that sends without end, or never, holds no request for long', async () => {
  let sent = 0
  const endless = await gateway(({ response }) => {
    const more = () => {
      for (let isRead = true; isRead && !response.destroyed && sent < 64_000_000; sent += 65_536)
        isRead = response.write('x'.repeat(65_536))
    }
    response.on('drain', more)
    more()
  })
  expect((await endless.find()).status).toBe(502)
  expect(sent).toBeLessThan(16_000_000)
  const silent = await gateway(() => {})
  expect((await silent.find()).status).toBe(502)
})

test('[T111] names of a gateway that does not answer take a quarter of the places', async () => {
  const held: ServerResponse[] = []
  let isHeld = true
  const silent = await gateway(
    (question) => {
      if (isHeld) held.push(question.response)
      else return friendly(question)
    },
    {
      limits: { gatewayReadMs: 60_000 },
      // The second is the gateway of others, whose places are not taken by being named.
      urls: (own) => [own.replace('gateway.example', 'a.evil.example'), own],
    },
  )
  const labels = Array.from({ length: 20 }, (_, index) => `n${index}.${silent.label}.eth`)
  const waiting = labels.map((label) => silent.find(label))
  await expect.poll(() => held.length).toBe(4)
  const other = await gateway(friendly, { api: silent.api })
  expect((await other.find()).status).toBe(200)
  expect(held).toHaveLength(4)
  isHeld = false
  for (const response of held) response.writeHead(503).end()
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
})

test('a slow name leaves the other names of its resolver', async () => {
  let isSlow = true
  const kit = await gateway((question) => (isSlow ? undefined : friendly(question)))
  expect((await kit.find()).status).toBe(502)
  isSlow = false
  expect((await kit.find(`bob.${kit.label}.eth`)).status).toBe(200)
})

test('a gateway learns the question only, and a POST is never sent on as a GET', async () => {
  const headers: string[] = []
  const { find, asked } = await gateway(
    ({ request, response }) => {
      headers.push(Object.keys(request.headers).sort().join())
      response.writeHead(302, { Location: '/elsewhere' }).end()
    },
    { path: '/ask' },
  )
  expect((await find()).status).toBe(502)
  expect([...new Set(headers)]).toEqual([
    'accept,accept-encoding,connection,content-length,content-type,host,user-agent',
  ])
  expect([...new Set(asked)]).toEqual(['/ask'])
})

test('[T99] a lookup of another contract than the called one is not followed', async () => {
  const kit = await gateway(friendly)
  // Passes every call on to the real resolver, so that the lookup has another sender than the called contract.
  const relay: Address = `0x${'c'.repeat(40)}`
  await askChain(anvil.url, 'anvil_setCode', [relay, relayCode(kit.resolver)])
  await setResolver(anvil.url, { label: kit.label, resolver: relay })
  expect((await kit.find(`bob.${kit.label}.eth`)).status).toBe(404)
  expect(kit.asked).toEqual([])
})

test('[T111] a lookup that would fill the memory when it is read is not followed', async () => {
  /** Finds a name whose resolver reverts with this data. */
  const findBehind = async (resolver: Address, revert: Hex) => {
    const { asked, find, label } = await gateway(friendly)
    await setResolver(anvil.url, { label, resolver })
    await askChain(anvil.url, 'anvil_setCode', [resolver, revertCode(revert)])
    const { status } = await find(`${label}.eth`)
    expect(asked).toEqual([])
    return status
  }
  const [one, other]: Address[] = [`0x${'d'.repeat(40)}`, `0x${'e'.repeat(40)}`]
  // Four thousand URLs, which are all the same bytes.
  expect(await findBehind(one!, sharedUrls(one!, { count: 4_000, length: 10_000 }))).toBe(404)
  // One URL that names the question seven thousand times.
  const lookup = encodeErrorResult({
    abi: lookupAbi,
    args: [
      ...([other!, [`http://gateway.example/${'{data}'.repeat(7_000)}`]] as const),
      ...([`0x${'11'.repeat(40_000)}`, '0x12345678', '0x'] as const),
    ],
  })
  expect(await findBehind(other!, lookup)).toBe(502)
})

const lookupAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])

/** Code that reverts every call with this data. */
function revertCode(data: Hex): Hex {
  const length = ((data.length - 2) / 2).toString(16).padStart(6, '0')
  // PUSH3 length, PUSH1 16, PUSH1 0, CODECOPY, PUSH3 length, PUSH1 0, REVERT.
  return `0x62${length}601060003962${length}6000fd${data.slice(2)}`
}

/** An `OffchainLookup` whose URLs all point to one text of letters. */
function sharedUrls(sender: Address, { count, length }: { count: number; length: number }): Hex {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const urls = `${word(count)}${word(32 * count).repeat(count)}${word(length)}${'61'.repeat(length)}`
  const [urlsAt, emptyAt] = [5 * 32, 5 * 32 + urls.length / 2]
  const head = [
    sender.slice(2).padStart(64, '0'),
    word(urlsAt),
    word(emptyAt),
    word(0),
    word(emptyAt),
  ]
  return `0x556f1830${head.join('')}${urls}${word(0)}`
}

/** Code that passes its call on to a contract, and its answer or error back. */
function relayCode(target: Address): Hex {
  return `0x3660006000376000600036600073${target.slice(2)}5afa3d600060003e6031573d6000fd5b3d6000f3`
}

async function claimName(account: Address, name: string): Promise<void> {
  const data = encodeFunctionData({
    ...{ abi: ensReverseRegistrarAbi as Abi, functionName: 'setName', args: [name] },
  })
  await sendFrom(anvil.url, { from: account, to: devnetAddresses.ensReverseRegistrar, data })
}
