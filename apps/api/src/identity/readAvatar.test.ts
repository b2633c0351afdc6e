import type { ServerResponse } from 'node:http'
import * as v from 'valibot'
import { encodeAbiParameters, type Hex, toFunctionSelector } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { chainConfigs } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { startUpstream } from '../rpc/startUpstream.test.kit.ts'
import { readAvatar } from './readAvatar.ts'

const chainOf = (caipId: string) =>
  v.parse(chainConfigs, [
    {
      caipId,
      name: 'Chain',
      rpcUrls: ['http://127.0.0.1:9'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ])[0]!

const owner = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const other = '0x00000000000000000000000000000000000abcde'
const record = 'eip155:1/erc721:0x00000000000000000000000000000000000000aa/255'
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

const open: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})

/** A chain with one collection, whose only token returns its metadata's address. */
function collection(tokenUri: string, holder: string = owner): ChainRpc {
  const chain = chainOf('eip155:1')
  const answers: Record<string, Hex> = {
    [toFunctionSelector('ownerOf(uint256)')]: encodeAbiParameters(
      [{ type: 'address' }],
      [holder as Hex],
    ),
    [toFunctionSelector('tokenURI(uint256)')]: encodeAbiParameters(
      [{ type: 'string' }],
      [tokenUri],
    ),
    [toFunctionSelector('balanceOf(address,uint256)')]: encodeAbiParameters(
      [{ type: 'uint256' }],
      [holder === owner ? 2n : 0n],
    ),
    [toFunctionSelector('uri(uint256)')]: encodeAbiParameters([{ type: 'string' }], [tokenUri]),
  }
  return {
    chains: [chain],
    findChain: (caipId) => (caipId === 'eip155:1' ? chain : undefined),
    send: async (_, calls) =>
      calls.map(({ params }) => ({
        result: JSON.stringify(answers[JSON.parse(params ?? '[]')[0].data.slice(0, 10)] ?? '0x'),
      })),
  }
}

async function gateway(answer: (path: string, response: ServerResponse) => void) {
  const paths: string[] = []
  const started = await startUpstream((_, response) => {
    const path = response.req.url ?? ''
    paths.push(path)
    answer(path, response)
  })
  open.push(started)
  return { url: started.url, paths }
}

const base64 = (json: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(json)).toString('base64')}`

test('shows the picture of an NFT that the account owns, from metadata on the chain', async () => {
  const rpc = collection(base64({ image: 'data:image/svg+xml;base64,PHN2Zy8+' }))
  expect(await readAvatar(rpc, { ipfsGateway: undefined, owner, record })).toBe(
    'data:image/svg+xml;base64,PHN2Zy8+',
  )
  const plain = collection(
    `data:application/json,${encodeURIComponent('{"image_url":"https://art.example/1.png"}')}`,
  )
  expect(await readAvatar(plain, { ipfsGateway: undefined, owner, record })).toBe(
    'https://art.example/1.png',
  )
})

test('shows the picture of an ERC-1155 token, its id filled in', async () => {
  const { paths, url } = await gateway((_, response) =>
    response.end(JSON.stringify({ image: `ipfs://${cid}/art.png` })),
  )
  const found = await readAvatar(collection(`ipfs://${cid}/{id}.json`), {
    ipfsGateway: url,
    owner,
    record: record.replace('erc721', 'erc1155'),
  })
  expect(found).toBe(`${url}/ipfs/${cid}/art.png`)
  expect(paths).toEqual([`/ipfs/${cid}/${'ff'.padStart(64, '0')}.json`])
})

test('returns no picture of an NFT that the account does not own', async () => {
  const metadata = base64({ image: 'https://art.example/1.png' })
  expect(
    await readAvatar(collection(metadata, other), { ipfsGateway: undefined, owner, record }),
  ).toBeUndefined()
  expect(
    await readAvatar(collection(metadata, other), {
      ipfsGateway: undefined,
      owner,
      record: record.replace('erc721', 'erc1155'),
    }),
  ).toBeUndefined()
})

test('fetches nothing from an address that a record or a token names', async () => {
  const inside = await gateway((_, response) =>
    response.end(JSON.stringify({ image: 'https://art.example/1.png' })),
  )
  const names = [
    inside.url,
    `${inside.url}/metadata.json`,
    inside.url.replace('127.0.0.1', '2130706433'),
    inside.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'ar://abc',
  ]
  for (const name of names) {
    expect(
      await readAvatar(collection(name), { ipfsGateway: inside.url, owner, record }),
      name,
    ).toBeUndefined()
    expect(
      await readAvatar(collection(''), { ipfsGateway: inside.url, owner, record: name }),
      name,
    ).toBeUndefined()
  }
  expect(inside.paths).toEqual([])
})

test('[T99] never leaves the IPFS folder by any path, as a picture or as metadata', async () => {
  const { paths, url } = await gateway((_, response) =>
    response.end('{"image":"https://art.example/1.png"}'),
  )
  for (const path of [
    `${cid}/../../x/ipfs/${cid}/admin`,
    `${cid}/../../../admin/ipfs/${cid}`,
    `${cid}/..%2f..%2fadmin`,
    `${cid}/%2E./%2e%2e/ipfs/${cid}/%2e%2e%2fadmin`,
    `${cid}/..\\..\\admin`,
    `${cid}/%5c..%5c..`,
    `${cid}/%252e%252e/%252e%252e/admin`,
    `${cid}/%zz`,
    `${cid}/..`,
    `${cid}/.`,
  ])
    for (const [tokenUri, asked] of [
      [`ipfs://${path}`, record],
      ['', `ipfs://${path}`],
    ] as const) {
      const context = { ipfsGateway: url, owner, record: asked } as const
      expect(await readAvatar(collection(tokenUri), context), path).toBeUndefined()
    }
  expect(paths).toEqual([])
  const picture = await readAvatar(collection(''), {
    ...{ ipfsGateway: url, owner, record: `ipfs://${cid}/a..b/my%20art.png` },
  })
  expect(picture).toBe(`${url}/ipfs/${cid}/a..b/my%20art.png`)
})

test('[T99] treats an https URL of the gateway like an `ipfs://` one, and no other URL', async () => {
  const ipfsGateway = 'https://gateway.example'
  const read = (asked: string) => readAvatar(collection(''), { ipfsGateway, owner, record: asked })
  for (const path of [
    `ipfs/${cid}/..%2f..%2fadmin`,
    `ipfs/${cid}/%252e%252e/admin`,
    `ipfs/${cid}/../../admin`,
    `ipfs/${cid}/a.png?x=1`,
    `ipfs/${cid}/a.png#x`,
    'ipfs/',
    'admin',
    '',
  ])
    for (const host of [ipfsGateway, 'https://GATEWAY.example:443'])
      expect(await read(`${host}/${path}`), path).toBeUndefined()
  const picture = `${ipfsGateway}/ipfs/${cid}/a.png`
  expect(await read(picture)).toBe(picture)
  expect(await read(`https://other.example/ipfs/${cid}/..%2f`)).toContain('https://other.example/')
})

test('[T111] stops reading a gateway that sends without end', async () => {
  let sent = 0
  const { url } = await gateway((_, response) => {
    const more = () => {
      for (let isRead = true; isRead && !response.destroyed && sent < 64_000_000; sent += 65_536)
        isRead = response.write('x'.repeat(65_536))
    }
    response.on('drain', more)
    more()
  })
  expect(
    await readAvatar(collection(`ipfs://${cid}/1`), { ipfsGateway: url, owner, record }),
  ).toBeUndefined()
  expect(sent).toBeLessThan(16_000_000)
})

test("stays within the gateway's IPFS content, and follows no redirect", async () => {
  const { paths, url } = await gateway((path, response) => {
    if (path.includes('away')) response.writeHead(302, { Location: '/admin' }).end()
    else response.end('{"image":"https://art.example/1.png"}')
  })
  for (const uri of [
    'ipfs://../admin',
    `ipfs://${cid}/../../admin`,
    `ipfs://${cid}/%2e%2e/%2e%2e/admin`,
    `ipfs://${cid}/away`,
  ]) {
    expect(
      await readAvatar(collection(uri), { ipfsGateway: url, owner, record }),
      uri,
    ).toBeUndefined()
  }
  expect(paths).toEqual([`/ipfs/${cid}/away`])
})

test('returns no picture when the gateway is down or sends too much', async () => {
  const { url } = await gateway((_, response) => response.end('x'.repeat(300_000)))
  expect(
    await readAvatar(collection(`ipfs://${cid}/1`), { ipfsGateway: url, owner, record }),
  ).toBeUndefined()
  expect(
    await readAvatar(collection(`ipfs://${cid}/1`), {
      ipfsGateway: 'http://127.0.0.1:9',
      owner,
      record,
    }),
  ).toBeUndefined()
})
