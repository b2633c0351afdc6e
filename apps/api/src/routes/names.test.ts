import { generateKeyPairSync, sign } from 'node:crypto'
import {
  devnetAccounts,
  devnetAddresses,
  type EvmChain,
  ensRegistryAbi,
  startEvm,
} from '@foyer/devnet'
import { type AccountName, accountName, getNameSuggestions } from '@foyer/protocol/api'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import * as v from 'valibot'
import {
  type Abi,
  concat,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  serializeErc6492Signature,
  toHex,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { labelhash, namehash } from 'viem/ens'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { accountNames } from '../names/nameTables.ts'
import { askChain, sendFrom } from '../rpc/sendFrom.test.kit.ts'

const alice = privateKeyToAccount(devnetAccounts[0]!.privateKey)
const bob = privateKeyToAccount(devnetAccounts[1]!.privateKey)
const suffix = 'names.example'

let anvil: EvmChain
beforeAll(async () => {
  anvil = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => anvil.stop())

/** Adds a name below `eth` to ENS. */
async function addName(label: string, resolver: Hex): Promise<void> {
  const { deployer, ensRegistry } = devnetAddresses
  const data = encodeFunctionData({
    abi: ensRegistryAbi as Abi,
    functionName: 'setSubnodeRecord',
    args: [namehash('eth'), labelhash(label), deployer, resolver, 0n],
  })
  await sendFrom(anvil.url, { from: deployer, to: ensRegistry, data })
}

describe.each(testEngines)('names on %s', (engine) => {
  let database: Database
  let api: TestApi
  let now = Date.now()
  beforeAll(async () => {
    database = await openTestDatabase(apiDatabase, engine)
    api = await createTestApi({
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
      limits: { nameClaimsPerHour: 1_000_000 },
      nameSuffix: suffix,
      now: () => now,
    })
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    now = Date.now()
    await database.queries.delete(accountNames)
  })

  const url = (path: string) =>
    `/v1/profile/${path}${path.includes('?') ? '&' : '?'}projectId=${shop.id}`
  const find = (name: string) => api.request(url(`account/${encodeURIComponent(name)}`))
  const findOf = async (address: string) => {
    const response = await api.request(url(`reverse/${address}`))
    return v.parse(v.array(accountName), await response.json())
  }
  const claim = (body: Record<string, unknown>) =>
    api.request(url('account'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const messageOf = (name: string, more: Record<string, unknown> = {}) =>
    JSON.stringify({ name, timestamp: Math.floor(now / 1000), ...more })
  const claimAs = async (
    account: typeof alice,
    name: string,
    more: Record<string, unknown> = {},
  ): Promise<Response> => {
    const message = messageOf(name, more)
    const signature = await account.signMessage({ message })
    return claim({ coinType: 60, address: account.address, message, signature })
  }
  const errorOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: { code: string; field?: string } }
    return [response.status, error.code, error.field]
  }

  test('[7.36] [7.32] [7.35] registers a name, which resolves in both directions', async () => {
    const response = await claimAs(alice, `Alice.${suffix}`, { attributes: { bio: 'Hello' } })
    expect(response.status).toBe(200)
    const name = v.parse(accountName, await response.json())
    const at = new Date(now).toISOString()
    expect(name).toEqual({
      name: `alice.${suffix}`,
      registeredAt: at,
      updatedAt: at,
      attributes: { bio: 'Hello' },
      addresses: { 60: { address: alice.address, createdAt: at } },
    } satisfies AccountName)
    expect(await (await find(`ALICE.${suffix}`)).json()).toEqual(name)
    expect((await findOf(alice.address.toLowerCase()))[0]).toEqual(name)
    // Beside a name of ENS it is the second; an account without one is shown with it.
    const identityOf = async (address: string) => {
      const path = `/v1/identity/${address}?projectId=${shop.id}&chainId=eip155:31337`
      return (await (await api.request(path)).json()).name
    }
    expect(await identityOf(alice.address)).toBe('alice.eth')
    const carol = privateKeyToAccount(devnetAccounts[4]!.privateKey)
    expect(await identityOf(carol.address)).toBe(null)
    await claimAs(carol, `carol.${suffix}`)
    expect(await identityOf(carol.address)).toBe(`carol.${suffix}`)
  })

  test('[7.36] gives a name to one account only, also when two ask at once; the owner changes what stands beside it', async () => {
    const both = await Promise.all([
      claimAs(alice, `wanted.${suffix}`),
      claimAs(bob, `wanted.${suffix}`),
    ])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const [owner, other] = both[0]!.status === 200 ? [alice, bob] : [bob, alice]
    expect(await errorOf(await claimAs(other, `wanted.${suffix}`))).toEqual([
      409,
      'action-not-allowed',
      'message',
    ])
    now += 5000
    await claimAs(owner, `wanted.${suffix}`, { attributes: { bio: 'Mine' } })
    expect(await (await find(`wanted.${suffix}`)).json()).toMatchObject({
      attributes: { bio: 'Mine' },
      addresses: { 60: { address: owner.address } },
    })
  })

  test('a message that was signed earlier does not undo a later one', async () => {
    const message = messageOf(`replay.${suffix}`, { attributes: { bio: 'old' } })
    const signature = await alice.signMessage({ message })
    const old = { coinType: 60, address: alice.address, message, signature }
    await claim(old)
    now += 20_000
    await claimAs(alice, `replay.${suffix}`, { attributes: { bio: 'new' } })
    const response = await claim(old)
    expect(await response.json()).toMatchObject({ attributes: { bio: 'new' } })
  })

  test('[5.16] accepts letters, digits and hyphens, at least four, below its own suffix', async () => {
    const refused = [
      'abc',
      'a b c d',
      'ärger',
      'under_score',
      '-lead',
      'trail-',
      'a.bcde',
      '',
      'x'.repeat(64),
    ]
    for (const label of refused)
      expect(await errorOf(await claimAs(alice, `${label}.${suffix}`)), label).toEqual([
        400,
        'params-invalid',
        'message',
      ])
    for (const name of ['alice.eth', `alice.other.example`, suffix, `alice${suffix}`])
      expect((await claimAs(alice, name)).status, name).toBe(400)
    for (const label of ['abcd', 'A1-b2', 'x'.repeat(63)])
      expect((await claimAs(alice, `${label}.${suffix}`)).status, label).toBe(200)
  })

  test('a name that can be registered is unchanged by the alphabet of a host name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 12 }), async (label) => {
        const { status } = await claimAs(alice, `${label}.${suffix}`)
        const isHostName = /^[a-z\d](?:[a-z\d-]{2,}[a-z\d])$/i.test(label)
        expect(status === 200 || status === 409, JSON.stringify(label)).toBe(isHostName)
      }),
      {
        numRuns: 60,
        examples: [['аlice'], ['alice\u202e'], ['ALICE'], ['ａlice'], ['al\u0000ice']],
      },
    )
  })

  test('[7.36] refuses a message that is over a minute old or from the future, in seconds and in ms', async () => {
    for (const offset of [-61_000, 61_000])
      for (const unit of [1, 1000]) {
        const timestamp = Math.floor((now + offset) / unit)
        expect(await errorOf(await claimAs(alice, `late.${suffix}`, { timestamp }))).toEqual([
          400,
          'params-invalid',
          'message',
        ])
      }
    expect((await claimAs(alice, `soon.${suffix}`, { timestamp: now + 59_000 })).status).toBe(200)
  })

  test('[7.36] refuses another’s signature, another message’s, and none', async () => {
    const message = messageOf(`victim.${suffix}`)
    const good = await alice.signMessage({ message })
    const forged = [
      await bob.signMessage({ message }),
      await alice.signMessage({ message: `${message} ` }),
      '0x',
      'not hex',
      `${good}00`,
      toHex(0, { size: 65 }),
    ]
    for (const signature of forged)
      expect(
        await errorOf(await claim({ coinType: 60, address: alice.address, message, signature })),
        signature,
      ).toEqual([401, 'unauthorized', undefined])
    expect((await find(`victim.${suffix}`)).status).toBe(404)
    const of = (body: object) =>
      claim({ coinType: 60, address: alice.address, message, signature: good, ...body })
    expect(await errorOf(await of({ address: '0x12' }))).toEqual([
      400,
      'address-invalid',
      'address',
    ])
    // Bitcoin's coin type: this server can not verify its signatures.
    expect(await errorOf(await of({ coinType: 0 }))).toEqual([400, 'address-invalid', 'address'])
    expect(await errorOf(await of({ message: '{' }))).toEqual([400, 'params-invalid', 'message'])
    expect((await of({})).status).toBe(200)
  })

  test('[7.36] verifies a contract’s signature, deployed (ERC-1271) and not yet deployed (ERC-6492)', async () => {
    // Returns the value of ERC-1271 for every signature, and one that refuses every signature.
    const accepting: Hex = '0x631626ba7e60e01b60005260206000f3'
    const refusing: Hex = '0x600060005260206000f3'
    const at = (digit: string): Hex => `0x${digit.repeat(40)}`
    await askChain(anvil.url, 'anvil_setCode', [at('a'), accepting])
    await askChain(anvil.url, 'anvil_setCode', [at('b'), refusing])
    const message = messageOf(`vault.${suffix}`)
    const signature = toHex('by the rules that the contract has of its own')
    const by = (address: string, more: object = {}) =>
      claim({ coinType: 60, address, message, signature, ...more })
    expect((await by(at('b'))).status).toBe(401)
    expect((await by(at('c'))).status).toBe(401)
    // A chain that this server does not have can not be asked.
    expect((await by(at('a'), { coinType: 0x8000_0000 + 5 })).status).toBe(401)
    expect((await by(at('a'), { coinType: 0x8000_0000 + 31337 })).status).toBe(200)

    // The init code copies the runtime code that follows it.
    const initCode = concat(['0x6010600c60003960106000f3', accepting])
    const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
    const address = getCreate2Address({ from: factory, salt: zeroHash, bytecode: initCode })
    const wrapped = serializeErc6492Signature({
      address: factory,
      data: concat([zeroHash, initCode]),
      signature,
    })
    const later = messageOf(`later.${suffix}`)
    const claimed = await claim({ coinType: 60, address, message: later, signature: wrapped })
    expect(claimed.status).toBe(200)
    expect(await askChain(anvil.url, 'eth_getCode', [address, 'latest'])).toBe('0x')
  })

  test('[7.36] verifies a Solana account’s signature', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'))
    const message = messageOf(`sunny.${suffix}`)
    const signature = base58.encode(sign(null, Buffer.from(message), privateKey))
    const { privateKey: other } = generateKeyPairSync('ed25519')
    const forged = base58.encode(sign(null, Buffer.from(message), other))
    const by = (given: string) => claim({ coinType: 501, address, message, signature: given })
    expect((await by(forged)).status).toBe(401)
    expect((await by('0OIl')).status).toBe(401)
    expect(await (await by(signature)).json()).toMatchObject({ addresses: { 501: { address } } })
    expect((await findOf(address)).map(({ name }) => name)).toEqual([`sunny.${suffix}`])
  })

  test('an address has at most as many names as the operator allows, also when it asks for all at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => claimAs(bob, `bob-${index}-name.${suffix}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect((await findOf(bob.address)).filter(({ name }) => name.endsWith(suffix))).toHaveLength(5)
  })

  test('[7.35] suggests the exact name first, and says which are taken', async () => {
    await claimAs(alice, `garden.${suffix}`)
    const ask = async (name: string, zone = '') => {
      const response = await api.request(url(`suggestions/${name}${zone}`))
      return response.status === 200
        ? v.parse(getNameSuggestions.response, await response.json()).suggestions
        : response.status
    }
    const found = await ask('Garden')
    expect(found).toHaveLength(5)
    expect((found as object[])[0]).toEqual({ name: `garden.${suffix}`, registered: true })
    expect((found as { registered: boolean }[]).slice(1).every((one) => !one.registered)).toBe(true)
    expect(await ask(`garden.${suffix}`, `?zone=${suffix}`)).toEqual(found)
    expect(await ask('garden', '?zone=other.example')).toBe(404)
    expect(await ask('%20')).toEqual([])
  })

  test('[7.32] resolves names of ENS, and names below a resolver that answers for them', async () => {
    const found = v.parse(accountName, await (await find('alice.eth')).json())
    expect(found).toMatchObject({
      name: 'alice.eth',
      registeredAt: null,
      addresses: { 60: { address: alice.address, createdAt: null } },
    })
    expect((await findOf(alice.address)).map(({ name }) => name)).toContain('alice.eth')
    // Account 3 claims the name of account 2.
    expect(await findOf(devnetAccounts[3]!.address)).toEqual([])
    expect((await find('sub.alice.eth')).status).toBe(404)
    // Answers "yes" to supportsInterface, and bob's address to everything else.
    const wildcard: Hex = `0x60003560e01c6301ffc9a7146036576020600052602060205273${bob.address.slice(2)}60405260606000f35b600160005260206000f3`
    const resolver: Hex = `0x${'d'.repeat(40)}`
    await askChain(anvil.url, 'anvil_setCode', [resolver, wildcard])
    await addName('wild', resolver)
    for (const name of ['wild.eth', 'any.wild.eth', 'a.b.wild.eth'])
      expect(await (await find(name)).json(), name).toMatchObject({
        addresses: { 60: { address: bob.address } },
      })
  })

  test('[7.32] resolves a name’s Solana address', async () => {
    const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!
    const bytes = Buffer.from(key, 'base64url')
    // Answers the key to `addr(bytes32,uint256)`, and zero to everything else.
    const code = `0x60003560e01c63f1cb7e0614601957600060005260206000f35b60206000526020602052${'7f'}${bytes.toString('hex')}60405260606000f3`
    const resolver: Hex = `0x${'e'.repeat(40)}`
    await askChain(anvil.url, 'anvil_setCode', [resolver, code])
    await addName('solar', resolver)
    const { addresses } = await (await find('solar.eth')).json()
    expect(addresses).toEqual({ 501: { address: base58.encode(bytes), createdAt: null } })
  })

  test('a name that is not normalized, too long or unknown is not found', async () => {
    for (const name of [
      `al\u0000ice.${suffix}`,
      `.${suffix}`,
      'ALICE.eth',
      'аlice.eth',
      'nobody.eth',
      'alice',
      `${'a.'.repeat(200)}eth`,
      '..',
      'x.',
    ])
      expect((await find(name)).status, name).toBe(404)
    expect(await errorOf(await api.request(url('reverse/0x12')))).toEqual([
      400,
      'address-invalid',
      'address',
    ])
  })
})

test('[7.32] a server without a registry resolves names of ENS and registers none; a chain that is down is a named error', async () => {
  const database = await openTestDatabase(apiDatabase, 'PGlite')
  try {
    const api = await createTestApi({
      chains: [
        {
          caipId: 'eip155:31337',
          name: 'Foyer Devnet',
          rpcUrls: ['http://127.0.0.1:9'],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          ens: {},
        },
      ],
      database,
      rpc: { wait: async () => {} },
    })
    const ask = (path: string, init?: RequestInit) =>
      api.request(`/v1/profile/${path}?projectId=${shop.id}`, init)
    expect((await ask('suggestions/alice')).status).toBe(404)
    const body = JSON.stringify({
      coinType: 60,
      address: alice.address,
      message: '',
      signature: '',
    })
    expect((await ask('account', { method: 'POST', body })).status).toBe(404)
    expect((await ask('account/alice.eth')).status).toBe(502)
    expect((await ask(`reverse/${alice.address}`)).status).toBe(502)
  } finally {
    await database.close()
  }
})
