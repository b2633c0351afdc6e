import { createSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { isSignInText } from './isSignInText.ts'
import { readSignInMessage } from './signInMessage.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const now = Date.parse('2026-11-21T12:00:00Z')
const site = { origin: 'https://shop.example:8443', account, chainId: 'eip155:10', now }
const read = (text: string) => readSignInMessage(text, site)

const message = createSiweMessage({
  domain: 'shop.example:8443',
  address: account,
  statement: 'Buy with one tap.',
  uri: 'https://shop.example:8443/login',
  version: '1',
  chainId: 10,
  nonce: 'k3Jf92hQ',
  issuedAt: new Date(now - 60_000),
  expirationTime: new Date(now + 3_600_000),
  notBefore: new Date(now - 60_000),
  requestId: 'r-1',
  resources: ['https://shop.example:8443/terms', 'ipfs://bafybeigdyrzt'],
})
const swap = (from: string | RegExp, to: string) => {
  const changed = message.replace(from, to)
  expect(changed).not.toBe(message)
  return changed
}
const line = (start: string) => message.split('\n').find((one) => one.startsWith(start)) ?? ''

/** Texts that are nearly a sign-in. Each is refused for one difference. */
const nearMisses: readonly (readonly [name: string, text: string])[] = [
  ['another site', swap('shop.example:8443 wants', 'bank.example wants')],
  ['no port', swap('shop.example:8443 wants', 'shop.example wants')],
  ['another port', swap('shop.example:8443 wants', 'shop.example:443 wants')],
  ['a subdomain', swap('shop.example:8443 wants', 'login.shop.example:8443 wants')],
  ['capitals in the domain', swap('shop.example:8443 wants', 'Shop.example:8443 wants')],
  ['a look-alike domain', swap('shop.example:8443 wants', 'shоp.example:8443 wants')],
  ['a user before the domain', swap('shop.example:8443 wants', 'me@shop.example:8443 wants')],
  ['another scheme', swap('shop.example:8443 wants', 'http://shop.example:8443 wants')],
  ['words before it', `Please sign.\n${message}`],
  ['an empty line before it', `\n${message}`],
  ['a space before it', ` ${message}`],
  ['a look-alike letter in its phrase', swap('wants you', 'wаnts you')],
  ['a hidden character in its phrase', swap('wants you', 'wants\u200b you')],
  ['another spacing of its phrase', swap('wants you', 'wants  you')],
  ['another case of its phrase', swap('wants you to sign in', 'Wants You To Sign In')],
  ['another family', swap('Ethereum account', 'Solana account')],
  ['no colon', swap('Ethereum account:', 'Ethereum account')],
  ['line ends of Windows', message.replaceAll('\n', '\r\n')],
  ['one carriage return', swap('\n\nURI', '\r\n\nURI')],
  ['another account', swap(account, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')],
  ['an account without checksum', swap(account, account.toLowerCase())],
  ['no empty line after the account', swap(`${account}\n\n`, `${account}\n`)],
  ['a statement of two lines', swap('one tap.', 'one tap.\nAnd more.')],
  ['an invisible character in the statement', swap('one tap', 'one\u202e tap')],
  ['a line separator in the statement', swap('one tap', 'one\u2028tap')],
  ['the URI of another site', swap(/URI: .*/, 'URI: https://bank.example/login')],
  ['a URI that starts alike', swap(/URI: .*/, 'URI: https://shop.example:8443.evil.example/')],
  ['a URI with a user', swap(/URI: .*/, 'URI: https://shop.example:8443@evil.example/')],
  ['a URI with a backslash', swap(/URI: .*/, 'URI: https://shop.example:8443\\@evil.example/')],
  ['no URI', swap(`${line('URI')}\n`, '')],
  ['version 2', swap('Version: 1', 'Version: 2')],
  ['no version', swap('Version: 1\n', '')],
  ['another network', swap('Chain ID: 10', 'Chain ID: 1')],
  ['a network in other digits', swap('Chain ID: 10', 'Chain ID: 0xa')],
  ['a network with a zero before it', swap('Chain ID: 10', 'Chain ID: 010')],
  ['a short nonce', swap('k3Jf92hQ', 'k3Jf92h')],
  ['a nonce with a sign', swap('k3Jf92hQ', 'k3Jf-92hQ')],
  ['a field twice', swap('Nonce: k3Jf92hQ', 'Nonce: k3Jf92hQ\nNonce: k3Jf92hR')],
  ['fields in another order', swap('Version: 1\nChain ID: 10', 'Chain ID: 10\nVersion: 1')],
  ['a field that there is not', swap('Request ID', 'Amount: 5\nRequest ID')],
  ['issued 11 minutes ago', swap(line('Issued'), 'Issued At: 2026-11-21T11:48:59Z')],
  ['issued in 11 minutes', swap(line('Issued'), 'Issued At: 2026-11-21T12:11:01Z')],
  ['a moment without zone', swap(line('Issued'), 'Issued At: 2026-11-21T12:00:00')],
  ['a moment that is none', swap(line('Issued'), 'Issued At: Sat Nov 21 2026 12:00:00 GMT')],
  ['a day that the month has not', swap(line('Expir'), 'Expiration Time: 2027-02-30T00:00:00Z')],
  ['expired', swap(line('Expir'), 'Expiration Time: 2026-11-21T11:59:59Z')],
  ['not in force yet', swap(line('Not Before'), 'Not Before: 2026-11-21T12:00:01Z')],
  ['a space in the request id', swap('r-1', 'r 1')],
  ['a resource that is no URI', swap('- ipfs://', '- ')],
  ['a resource without a dash', swap('- ipfs', 'ipfs')],
  ['a line after the end', `${message}\nI also give away everything.`],
  ['an empty line after the end', `${message}\n`],
]

describe('a sign-in', () => {
  it('returns its facts when it is fully valid', () => {
    expect(read(message)).toEqual({
      namespace: 'eip155',
      domain: 'shop.example:8443',
      address: account,
      statement: 'Buy with one tap.',
      uri: 'https://shop.example:8443/login',
      chain: '10',
      nonce: 'k3Jf92hQ',
      issuedAt: now - 60_000,
      expiresAt: now + 3_600_000,
      notBefore: now - 60_000,
      requestId: 'r-1',
      resources: ['https://shop.example:8443/terms', 'ipfs://bafybeigdyrzt'],
      delegates: false,
    })
  })

  it('accepts the shortest form, and one that names the scheme', () => {
    const short = createSiweMessage({
      domain: 'shop.example:8443',
      address: account,
      uri: 'https://shop.example:8443',
      version: '1',
      chainId: 10,
      nonce: 'k3Jf92hQ',
      issuedAt: new Date(now),
      scheme: 'https',
    })
    expect(read(short)?.statement).toBeUndefined()
    expect(read(short)?.resources).toEqual([])
  })

  it('[T30] error: refuses 40 near misses and more', () => {
    expect(nearMisses.length).toBeGreaterThanOrEqual(40)
    expect(new Set(nearMisses.map(([, text]) => text)).size).toBe(nearMisses.length)
    for (const [name, text] of nearMisses)
      expect(() => read(text), name).toThrow(
        expect.objectContaining({ code: 'action-not-allowed', rpcCode: 4100 }),
      )
  })

  it('returns undefined for a text that does not resemble one', () => {
    for (const text of ['', 'Hello', 'She wants you to sign in', 'sign in with your passkey'])
      expect(read(text)).toBeUndefined()
  })

  it('recognizes a sign-in written with look-alike letters', () => {
    expect(isSignInText('x wаnts\u00a0yоu\u200d tο ѕіgn\nin wіth\u00ad yоur y')).toBe(true)
    expect(isSignInText('ｗａｎｔｓ ｙｏｕ ｔｏ ｓｉｇｎ ｉｎ ｗｉｔｈ ｙｏｕｒ')).toBe(true)
  })

  describe('with Solana', () => {
    const own = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
    const solana = { ...site, account: own, chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }
    const words = [
      'shop.example:8443 wants you to sign in with your Solana account:',
      own,
      '',
      'URI: https://shop.example:8443',
      'Version: 1',
      'Chain ID: devnet',
      'Nonce: k3Jf92hQ',
      'Issued At: 2026-11-21T12:00:00.000Z',
    ]
    const readLines = (lines: readonly string[]) => readSignInMessage(lines.join('\n'), solana)

    it('returns its facts in the formats that wallets produce', () => {
      expect(readLines(words)).toMatchObject({ namespace: 'solana', address: own, chain: 'devnet' })
      const stated = [...words.slice(0, 3), 'Hello.', '', ...words.slice(3)]
      expect(readLines(stated)?.statement).toBe('Hello.')
      for (const chain of ['solana:devnet', solana.chainId])
        expect(readLines(words.map((one) => one.replace('devnet', chain)))?.chain).toBe(chain)
    })

    it('[T30] error: refuses another network, account or namespace', () => {
      const wrong = [
        words.map((one) => one.replace('devnet', 'mainnet')),
        words.map((one) => one.replace(own, own.toLowerCase())),
        words.map((one) => one.replace('Solana', 'Ethereum')),
        words.filter((one) => !one.startsWith('Nonce')),
      ]
      for (const lines of wrong)
        expect(() => readLines(lines)).toThrow(
          expect.objectContaining({ code: 'action-not-allowed' }),
        )
    })
  })
})
