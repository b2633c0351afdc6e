import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codesAndLinks, wordsOfHtml } from './codesAndLinks.ts'
import { readMail } from './readMail.ts'

const envelope = { sender: 'login', from: 'a@b.test', to: ['Ada@B.test'] }
const read = (source: string | Uint8Array) => readMail(Buffer.from(source), envelope)

test('reads text and HTML in their charsets and encodings', async () => {
  const mail = await read(
    [
      'From: =?iso-8859-1?Q?Zo=EB?= <zoe@b.test>',
      'Subject: =?utf-8?B?R3LDvMOfZQ==?=',
      'Content-Type: multipart/alternative; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Sch=F6n',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('<p>Schön</p>').toString('base64'),
      '--x--',
    ].join('\r\n'),
  )
  expect(mail).toMatchObject({
    sender: 'login',
    to: ['ada@b.test'],
    from: { name: 'Zoë', address: 'zoe@b.test' },
    subject: 'Grüße',
  })
  expect(mail.text.trim()).toBe('Schön')
  expect(mail.html?.trim()).toBe('<p>Schön</p>')
})

test('uses the envelope’s sender if there is no header', async () => {
  expect((await read('\r\nhello')).from).toEqual({ name: '', address: 'a@b.test' })
})

test('returns an unreadable mail as its source, with the problem', async () => {
  const deep = Array.from(
    { length: 60 },
    (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}`,
  ).join('\r\n')
  const mail = await read(deep)
  expect(mail.problem).toMatch(/nesting depth/)
  expect(mail.text).toContain('boundary=b0')
})

test('any bytes give a mail', async () => {
  const bytes = fc.uint8Array({ maxLength: 2_000 })
  const header = fc.constantFrom(
    'Content-Type: multipart/mixed; boundary="x',
    'Content-Type: multipart/mixed; boundary=',
    'Content-Type: text/html; charset=nonsense',
    'Content-Type: message/rfc822',
    'Content-Transfer-Encoding: base64',
    'Content-Transfer-Encoding: quoted-printable',
    "Content-Disposition: attachment; filename*0*=utf-8''%e2; filename*9999999=x",
    'Subject: =?utf-8?B?////?= =?x?q?=?=',
    'From: <<<a@b>>>, "x: ;',
    'From: undisclosed: a@b.test, c@d.test;',
    'To: ,,,;;;<>',
    'Date: 99999999999',
    '--x',
    '',
  )
  const source = fc
    .array(
      fc.oneof(
        header.map((line) => Buffer.from(`${line}\r\n`)),
        bytes,
      ),
      { maxLength: 20 },
    )
    .map((parts) => Buffer.concat(parts))
  await fc.assert(
    fc.asyncProperty(source, async (made) => {
      const mail = await read(made)
      expect(typeof mail.subject).toBe('string')
      expect(typeof mail.text).toBe('string')
      expect(typeof mail.from.address).toBe('string')
      for (const link of mail.links) expect(new URL(link).protocol).toMatch(/^https?:$/)
      for (const code of mail.codes) expect(code).toMatch(/^\d{6,8}$/)
      expect(JSON.parse(JSON.stringify(mail))).toEqual(mail)
    }),
    { numRuns: 500 },
  )
})

describe('codes', () => {
  test.each([
    ['Your code is 123456.', ['123456']],
    ['123 456', ['123456']],
    ['123-456 or 12345678', ['123456', '12345678']],
    ['Code: 123456\n\nNot it? 123456', ['123456']],
    ['In 2026, order 1234 of 1,234,567 at 12:34:56', []],
    ['0x123456 a123456 123456b 123456789 $123456.78', []],
    ['https://a.test/123456?c=654321', []],
    ['+49 123 456 7890', []],
  ])('%s', (text, codes) => {
    expect(codesAndLinks({ text }).codes).toEqual(codes)
  })

  test('reads codes of HTML without text, but not of its styles', () => {
    const html = '<style>a{color:#123456;width: 654321 px}</style><td>777</td><b>424242</b>'
    expect(codesAndLinks({ text: '', html }).codes).toEqual(['424242'])
  })
})

describe('links', () => {
  test.each([
    ['See https://a.test/x?y=1&z=(2).', ['https://a.test/x?y=1&z=(2']],
    ['<http://login.localhost:4001/go#t>', ['http://login.localhost:4001/go#t']],
    ['javascript:alert(1) data:text/html,x ftp://a.test https:// http://[', []],
  ])('%s', (text, links) => {
    expect(codesAndLinks({ text }).links).toEqual(links)
  })

  test('reads links of HTML, but none that would run a script', () => {
    const html = `<a href="https://a.test/?a=1&amp;b=2">x</a> <a href='http://b.test'>y</a>
      <a href="javascript:alert(1)">z</a> <a href=" JAVASCRIPT:x">z</a> <a href="/relative">z</a>`
    expect(codesAndLinks({ text: '', html }).links).toEqual([
      'https://a.test/?a=1&b=2',
      'http://b.test',
    ])
  })
})

test('the text of HTML keeps its lines and drops invisible content', () => {
  const html =
    '<head><title>t</title></head><p>One &amp; two</p><script>no()</script><p>three<br>four'
  expect(wordsOfHtml(html)).toBe('One & two\nthree\nfour')
})

test('reads long texts that are designed to be slow in normal time', () => {
  const hostile = ['<style', '&amp', ' href="', 'https://', '1', ' ', 'a:/', "<a href='", '123 ']
  for (const text of hostile.map((part) => part.repeat(Math.ceil(4_000_000 / part.length)))) {
    expect(codesAndLinks({ text, html: text }).links.length).toBeLessThanOrEqual(10)
    expect(typeof wordsOfHtml(text)).toBe('string')
  }
})
