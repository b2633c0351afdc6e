import { describe, expect, it, test } from 'vitest'
import { formatSignIn } from './formatSignIn.ts'
import { parseSignIn } from './parseSignIn.ts'
import { formatRecap, readRecap, recapSentence } from './recap.ts'
import type { SignInMessage } from './signInMessage.ts'

const address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
/** The example of ERC-4361. */
const example = `example.com wants you to sign in with your Ethereum account:
${address}

I accept the ExampleOrg Terms of Service: https://example.com/tos

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z
Resources:
- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
- https://example.com/my-web2-claim.json`
const change = (from: string | RegExp, to: string) => {
  const changed = example.replace(from, to)
  expect(changed).not.toBe(example)
  return changed
}

test('parses the examples of ERC-4361, and builds them again', () => {
  expect(parseSignIn(example)).toEqual({
    domain: 'example.com',
    address,
    chainId: 'eip155:1',
    statement: 'I accept the ExampleOrg Terms of Service: https://example.com/tos',
    uri: 'https://example.com/login',
    version: '1',
    nonce: '32891756',
    issuedAt: '2021-09-30T16:25:24Z',
    resources: [
      'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
      'https://example.com/my-web2-claim.json',
    ],
  })
  const port = change('example.com wants', 'example.com:3388 wants')
  expect(parseSignIn(port).domain).toBe('example.com:3388')
  const scheme = change('example.com wants', 'https://example.com wants')
  expect(parseSignIn(scheme)).toMatchObject({ scheme: 'https', domain: 'example.com' })
  for (const text of [example, port, scheme]) expect(formatSignIn(parseSignIn(text))).toBe(text)
})

const message: SignInMessage = {
  domain: 'app.example:8443',
  address,
  chainId: 'eip155:10',
  uri: 'https://app.example:8443/login?next=%2F#top',
  version: '1',
  nonce: 'k3Jf92hQ',
  issuedAt: '2026-11-21T12:00:00.123Z',
}
const bitcoin = { chainId: 'bip122:000000000019d6689c085ae165831e93' } as const
/** One account of each namespace. */
const accounts: readonly Partial<SignInMessage>[] = [
  {},
  {
    chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    address: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  },
  {
    chainId: 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
    address: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  },
  { ...bitcoin, address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l' },
  { ...bitcoin, address: '3HSVzEhCFuH9Z3wvoWTexy7BMVVp3PjS6f' },
  { chainId: 'tron:0x2b6653dc', address: 'TPL66VK2gCXNCD7EJg9pgJRfqcRazjhUZY' },
  {
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  },
]
const optional: Partial<SignInMessage> = {
  scheme: 'https',
  statement: 'Sign in to Example.',
  expirationTime: '2026-11-21T13:00:00+01:00',
  notBefore: '2026-11-21T11:00:00Z',
  requestId: 'r-1',
  resources: ['ipfs://bafy', 'urn:x:y'],
}

test('a message of each namespace, with each optional field and without, is parsed to what it was built from', () => {
  for (const account of accounts)
    for (const [name, value] of [['version', '1'], ...Object.entries(optional)]) {
      const one = { ...message, ...account, [name as string]: value }
      expect(parseSignIn(formatSignIn(one))).toEqual(one)
    }
  const all = { ...message, ...optional }
  expect(parseSignIn(formatSignIn(all))).toEqual(all)
})

test('reads each way in which wallets write a cluster of Solana', () => {
  const { chainId } = { ...message, ...accounts[1] }
  const text = formatSignIn({ ...message, ...accounts[1] })
  expect(text).toContain('\nChain ID: devnet\n')
  for (const chain of ['solana:devnet', chainId, chainId.slice(7)])
    expect(parseSignIn(text.replace('Chain ID: devnet', `Chain ID: ${chain}`)).chainId).toBe(
      chainId,
    )
})

describe('[T30] error: parseSignIn refuses', () => {
  const line = (start: string) => example.split('\n').find((one) => one.startsWith(start)) ?? ''
  it.each([
    ['a user before the domain', change('example.com wants', 'me@example.com wants')],
    ['a path after the domain', change('example.com wants', 'example.com/a wants')],
    ['words before it', `Hello.\n${example}`],
    ['another namespace', change('Ethereum', 'Dogecoin')],
    ['an address of another namespace', change('Ethereum', 'Solana')],
    ['a short address', change(address, address.slice(0, -1))],
    ['line ends of Windows', example.replaceAll('\n', '\r\n')],
    ['a statement of two lines', change('/tos', '/tos\nand more')],
    ['a statement that is not ASCII', change('I accept', 'I\u202e accept')],
    ['no URI', change(`${line('URI')}\n`, '')],
    ['a relative URI', change('https://example.com/login', '/login')],
    ['a URI with a space', change('example.com/login', 'example.com/log in')],
    ['version 2', change('Version: 1', 'Version: 2')],
    ['no network', change('Chain ID: 1\n', '')],
    ['a network in other digits', change('Chain ID: 1', 'Chain ID: 0x1')],
    ['a short nonce', change('32891756', '3289175')],
    ['a nonce with a sign', change('32891756', '3289-1756')],
    ['no moment of issue', change(`${line('Issued')}\n`, '')],
    ['a moment without zone', change('16:25:24Z', '16:25:24')],
    ['a day that the month has not', change('09-30T', '09-31T')],
    ['a month that the year has not', change('09-30T', '13-30T')],
    ['fields in another order', change('Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 1')],
    ['a field twice', change('Nonce: 32891756', 'Nonce: 32891756\nNonce: 32891757')],
    ['a resource without a dash', change('- ipfs', 'ipfs')],
    ['a resource that is no URI', change('- ipfs://', '- ')],
    ['a line after the end', `${example}\nI also give away everything.`],
    ['a line break at the end', `${example}\n`],
    ['a very long text', change('I accept', `I accept ${'a'.repeat(9_000)}`)],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(() => parseSignIn(text)).toThrow(expect.objectContaining({ code: 'params-invalid' }))
  })
})

describe('a ReCap', () => {
  const recap = {
    'my:resource': { 'example/read': [{}], 'example/append': [{ max: 3 }] },
    'https://example.com': { 'other/action': [{}] },
  }

  it('is written in the order of ERC-5573, and read back', () => {
    const urn = formatRecap(recap)
    expect(urn).toMatch(/^urn:recap:[A-Za-z0-9_-]+$/)
    expect(readRecap(['https://example.com', urn])).toEqual(recap)
    expect(readRecap([urn.replace('urn:recap:', 'URN:ReCap:')])).toEqual(recap)
    expect(readRecap(['https://example.com'])).toBeUndefined()
    expect(readRecap(undefined)).toBeUndefined()
    expect(recapSentence(recap)).toBe(
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'other': 'action' for 'https://example.com'. (2) 'example': 'append', 'read' for 'my:resource'.",
    )
  })

  it('error: is refused when it can not be read, or is not the last resource', () => {
    const refuse = (...resources: string[]) =>
      expect(() => readRecap(resources)).toThrow(
        expect.objectContaining({ code: 'params-invalid' }),
      )
    refuse('urn:recap:!')
    refuse(`urn:recap:${btoa('{}')}`)
    refuse(`urn:recap:${btoa('{"att":{"a":{"b":[{}]}}}')}`)
    refuse(`urn:recap:${btoa('{"att":{"a":{"b/c":[1]}}}')}`)
    refuse(formatRecap(recap), 'https://example.com')
    refuse(formatRecap(recap).replace('urn:recap:', 'URN:ReCap:'), 'https://example.com')
  })
})
