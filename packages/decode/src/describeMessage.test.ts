import { describe, expect, it } from 'vitest'
import { alice, inputOf, offline } from './decode.test.kit.ts'
import { describeRequest } from './describeRequest.ts'
import { toHex } from './evm/hex.ts'
import { encodeBase58 } from './solana/base58.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const personal = (bytes: Uint8Array) =>
  describeRequest(inputOf({ method: 'personal_sign', params: [toHex(bytes), alice] }), offline)
const codes = (description: Awaited<ReturnType<typeof personal>>) =>
  description.warnings.map(({ code }) => code)

const solAccount = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
const solana = (bytes: Uint8Array) =>
  describeRequest(
    inputOf(
      {
        method: 'solana_signMessage',
        params: { message: encodeBase58(bytes), pubkey: solAccount },
      },
      {
        account: solAccount,
        network: { id: 'solana:x', name: 'Solana', symbol: 'SOL', decimals: 9 },
      },
    ),
    offline,
  )

describe('a message', () => {
  it('returns its words, with low risk', async () => {
    const said = await personal(utf8('Hello, shop!\nTwo ☕️ please.'))
    expect(said).toMatchObject({
      kind: 'message',
      title: 'sign-message',
      risk: 'low',
      warnings: [],
    })
    expect(said.text).toEqual({ form: 'text', text: 'Hello, shop!\nTwo ☕️ please.', bytes: 31 })
  })

  it('escapes invisible characters by their code point', async () => {
    const said = await personal(
      utf8('Please pay \u202e001\u202c\u200b now\r\n\u0000\ufeff\u{e0041}\u00a0'),
    )
    expect(said.text?.text).toBe(
      'Please pay \\u{202e}001\\u{202c}\\u{200b} now\\u{d}\n\\u{0}\\u{feff}\\u{e0041}\\u{a0}',
    )
    expect(codes(said)).toEqual(['hidden-characters'])
    expect(said.risk).toBe('medium')
  })

  it('shows bytes that are not UTF-8 as hex, as a blind signature', async () => {
    const said = await personal(Uint8Array.of(0xc3, 0x28, 0x41))
    expect(said).toMatchObject({ kind: 'blind', title: 'sign-unreadable', risk: 'high' })
    expect(said.text).toEqual({ form: 'hex', text: '0xc32841', bytes: 3 })
    // Over-long and surrogate encodings are not UTF-8 either.
    for (const bytes of [
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
    ])
      expect(codes(await personal(Uint8Array.from(bytes)))).toContain('not-text')
  })

  it('warns of 32 bytes, text or not, and of a hash as text', async () => {
    for (const bytes of [
      Uint8Array.from({ length: 32 }, (_, index) => 255 - index),
      utf8('exactly thirty-two bytes of text'),
      utf8(`0x${'ab'.repeat(32)}`),
    ]) {
      const said = await personal(bytes)
      expect(codes(said)).toContain('looks-like-hash')
      expect(said.risk).toBe('high')
    }
  })

  it('error: refuses a sign-in with invalid UTF-8, and one for another site', async () => {
    const phrase = 'shop.example wants you to sign in with your Ethereum account:\n'
    for (const bytes of [Uint8Array.of(...utf8(phrase), 0xff), utf8(`${phrase}${alice}\n\n`)])
      await expect(personal(bytes)).rejects.toMatchObject({ code: 'action-not-allowed' })
  })

  it('error: refuses another account', async () => {
    const params = ['0x00', `0x${'11'.repeat(20)}`] as [string, string]
    await expect(
      describeRequest(inputOf({ method: 'personal_sign', params }), offline),
    ).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

describe('a message on Solana', () => {
  const wrapped = (text: string, application: Uint8Array) =>
    Uint8Array.of(
      0xff,
      ...utf8('solana offchain'),
      0,
      ...application,
      0,
      1,
      ...new Uint8Array(32).fill(7),
      text.length,
      0,
      ...utf8(text),
    )

  it('shows the text inside the off-chain format, and its application', async () => {
    const application = new Uint8Array(32)
    application.set(utf8('shop.example'))
    const said = await solana(wrapped('Hello', application))
    expect(said).toMatchObject({ kind: 'message', risk: 'low', text: { text: 'Hello', bytes: 5 } })
    expect(said.facts).toEqual([
      { label: 'application', value: { kind: 'text', text: 'shop.example' } },
    ])
    application.set(utf8('my big~shop!'))
    expect((await solana(wrapped('Hello', application))).facts[0]?.value).toEqual({
      kind: 'text',
      text: 'my big~shop!',
    })
    const other = await solana(wrapped('Hello', new Uint8Array(32).fill(9)))
    expect(other.facts[0]?.value).toEqual({
      kind: 'text',
      text: encodeBase58(new Uint8Array(32).fill(9)),
    })
  })

  it('shows an off-chain message with a wrong length, and plain bytes, as hex', async () => {
    expect((await solana(wrapped('Hello', new Uint8Array(32)).subarray(0, -1))).kind).toBe('blind')
    expect((await solana(utf8('Plain words'))).text?.text).toBe('Plain words')
  })
})
