import { once } from 'node:events'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailSizeLimit, recipientLimit } from './createSmtpServer.ts'
import { type DevMail, type SmtpAccess, startMail } from './startMail.ts'

let mail: DevMail<'login' | 'vault'>
beforeAll(async () => {
  mail = await startMail({ smtpPort: 0, port: 0 })
})
afterAll(() => mail.stop())

const clientOf = ({ host, pass, port, user }: SmtpAccess) =>
  createTransport({ host, port, secure: false, auth: { user, pass } })
const from = 'Foyer <login@foyer.test>'
// Node may not resolve *.localhost.
const at = (path: string) => `http://127.0.0.1:${mail.port}${path}`

test('accepts a mail, and names the service that sent it', async () => {
  const code = clientOf(mail.senders.login)
  const waiting = mail.waitFor('Ada@Example.test')
  await code.sendMail({
    from,
    to: 'ada@example.test',
    subject: 'Your code',
    text: 'Your code is 402 913. It is good for 10 minutes.',
    html: '<p>Your code is <b>402 913</b>.</p>',
  })
  const first = await waiting
  expect(first).toMatchObject({
    sender: 'login',
    from: { name: 'Foyer', address: 'login@foyer.test' },
    to: ['ada@example.test'],
    subject: 'Your code',
    codes: ['402913'],
    links: [],
  })
  expect(first.html).toContain('<b>402 913</b>')

  const link = 'https://vault.localhost/recover?token=a1b2&for=ada'
  await clientOf(mail.senders.vault).sendMail({
    from: 'vault@foyer.test',
    to: 'ada@example.test',
    subject: 'Recovery',
    html: `<p>Open <a href="${link.replace('&', '&amp;')}">this link</a>.</p>`,
  })
  const second = await mail.waitFor('ada@example.test', { after: first.receivedAt })
  expect(second).toMatchObject({ sender: 'vault', links: [link], codes: [] })
  const isOf = (sender: string) => (one: { sender: string }) => one.sender === sender
  expect(await mail.waitFor('ada@example.test', { filter: isOf('login') })).toEqual(first)
  const after = first.receivedAt
  await expect(
    mail.waitFor('ada@example.test', { after, filter: isOf('login'), timeoutMs: 30 }),
  ).rejects.toThrow('No mail for ada@example.test')
  expect(second.text).toContain('this link')
  expect(mail.inbox('ADA@example.test').map(({ id }) => id)).toEqual([second.id, first.id])
  expect(mail.inbox('bob@example.test')).toEqual([])
})

test('keeps UTF-8 headers, and attachments without their bytes', async () => {
  await clientOf(mail.smtp).sendMail({
    from: { name: 'Zoë 門', address: 'zoe@example.test' },
    to: 'utf8@example.test',
    subject:
      'Grüße aus 東京 🏯 — und ein langer Betreff, der über mehrere Zeilen des Kopfes reicht',
    text: 'Schöne Grüße',
    attachments: [
      { filename: 'rechnung ä.pdf', content: Buffer.alloc(3_000), contentType: 'application/pdf' },
      { filename: 'a.txt', content: 'hello' },
    ],
  })
  const message = await mail.waitFor('utf8@example.test')
  expect(message.from).toEqual({ name: 'Zoë 門', address: 'zoe@example.test' })
  expect(message.subject).toBe(
    'Grüße aus 東京 🏯 — und ein langer Betreff, der über mehrere Zeilen des Kopfes reicht',
  )
  expect(message.text.trim()).toBe('Schöne Grüße')
  expect(message.attachments).toEqual([
    { name: 'rechnung ä.pdf', type: 'application/pdf', size: 3_000 },
    { name: 'a.txt', type: 'text/plain', size: 5 },
  ])
})

test('delivers to every recipient, including hidden ones', async () => {
  await clientOf(mail.smtp).sendMail({
    from,
    to: 'one@example.test',
    cc: 'two@example.test',
    bcc: 'three@example.test',
    subject: 'All',
    text: 'all',
  })
  for (const name of ['one', 'two', 'three'])
    expect((await mail.waitFor(`${name}@example.test`)).subject).toBe('All')
})

test('rejects wrong and missing credentials', async () => {
  const { login } = mail.senders
  for (const wrong of [
    { ...login, pass: 'guess' },
    { ...login, user: 'vault' },
    { ...login, user: 'nobody', pass: '?' },
  ])
    await expect(
      clientOf(wrong).sendMail({ from, to: 'x@example.test', text: 'x' }),
    ).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 })
  const anonymous = createTransport({ host: login.host, port: login.port, secure: false })
  await expect(anonymous.sendMail({ from, to: 'x@example.test', text: 'x' })).rejects.toMatchObject(
    { responseCode: 530 },
  )
  expect(mail.inbox('x@example.test')).toEqual([])
})

test('rejects a mail of 5 MB, whether announced or not', async () => {
  const big = 'x'.repeat(99).concat('\n').repeat(50_000)
  expect(big.length).toBeGreaterThan(mailSizeLimit)
  const to = 'big@example.test'
  await expect(clientOf(mail.smtp).sendMail({ from, to, text: big })).rejects.toMatchObject({
    responseCode: 552,
  })
  expect(
    (await talk(['MAIL FROM:<a@b.test>', `RCPT TO:<${to}>`, 'DATA', `${big}\r\n.`])).at(-1),
  ).toMatch(/^552 .*maximum message size/)
  expect((await talk([`MAIL FROM:<a@b.test> SIZE=${big.length}`]))[0]).toMatch(/^552 /)
  expect(mail.inbox(to)).toEqual([])
})

test('names the recipients above the limit, and delivers to the others', async () => {
  const to = Array.from({ length: recipientLimit + 3 }, (_, index) => `many${index}@example.test`)
  const { rejected } = await clientOf(mail.smtp).sendMail({ from, to, subject: 'Many', text: 'x' })
  expect(rejected).toEqual(to.slice(recipientLimit))
  expect(mail.inbox(to[0] as string)[0]?.to).toEqual(to.slice(0, recipientLimit))
  expect(mail.inbox(to.at(-1) as string)).toEqual([])
})

test('rejects invalid addresses', async () => {
  for (const wrong of [
    '<nobody>',
    '<a@b@c.test>',
    '<>',
    '< @b.test>',
    'a@b.test',
    '<a\u0001@b.test>',
  ]) {
    const [, answer] = await talk(['MAIL FROM:<a@b.test>', `RCPT TO:${wrong}`])
    expect(answer, wrong).toMatch(/^50[1-3] |^553 /)
  }
})

test('reports which mails did arrive when the expected one does not', async () => {
  await clientOf(mail.smtp).sendMail({ from, to: 'other@example.test', text: 'x' })
  const { receivedAt } = await mail.waitFor('other@example.test')
  await expect(mail.waitFor('missing@example.test', { timeoutMs: 30 })).rejects.toThrow(
    /No mail for missing@example.test within 30 ms\. Mails arrived for: .*other@example\.test/,
  )
  await expect(
    mail.waitFor('other@example.test', { after: receivedAt, timeoutMs: 30 }),
  ).rejects.toThrow(`after ${new Date(receivedAt).toISOString()}`)
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(mail.waitFor('missing@example.test', { signal })).rejects.toThrow('enough')
})

test('returns the mails as JSON, to its own origin only', async () => {
  await clientOf(mail.smtp).sendMail({ from, to: 'json@example.test', text: 'Code 135790' })
  const response = await fetch(at('/api/messages?to=JSON@example.test'), {
    headers: { origin: 'http://site.localhost:4000' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBe(null)
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(await response.json()).toEqual({ messages: mail.inbox('json@example.test') })
  const all = (await (await fetch(at('/api/messages'))).json()) as { messages: unknown[] }
  expect(all.messages.length).toBeGreaterThan(5)

  const gone = await fetch(at('/api/messages?to=json@example.test'), { method: 'DELETE' })
  expect(gone.status).toBe(204)
  expect(mail.inbox('json@example.test')).toEqual([])
  expect(mail.inbox('other@example.test')).toHaveLength(1)
  const preflight = await fetch(at('/api/messages'), {
    method: 'OPTIONS',
    headers: { origin: 'http://site.localhost:4000', 'access-control-request-method': 'DELETE' },
  })
  expect(preflight.headers.get('access-control-allow-methods')).toBe(null)
})

test('rejects another host name that resolves to it', async () => {
  const socket = connect(mail.port, '127.0.0.1')
  socket.end('GET /api/messages HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n')
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  expect(answer).toMatch(/^HTTP\/1\.1 421 /)
  expect(answer).not.toContain('example.test')
})

test('names the port that is in use and the fix, and leaves nothing open', async () => {
  const taken = { smtpPort: mail.smtp.port, port: mail.port }
  await expect(startMail({ smtpPort: taken.smtpPort, port: 0 })).rejects.toThrow(
    new RegExp(`mail server cannot listen on port ${taken.smtpPort}: .*EADDRINUSE.*another port`),
  )
  await expect(startMail({ smtpPort: 0, port: taken.port })).rejects.toThrow(
    new RegExp(`mailbox page cannot listen on port ${taken.port}: .*EADDRINUSE`),
  )
})

test('stops at once, even with a listening page, a connected client and a waiting caller', async () => {
  const own = await startMail({ smtpPort: 0, port: 0, senders: { only: { user: 'u', pass: 'p' } } })
  expect(own.senders.only).toEqual(own.smtp)
  const changes = await fetch(`http://127.0.0.1:${own.port}/api/changes`)
  const socket = connect(own.smtp.port, '127.0.0.1')
  await once(socket, 'data')
  const waiting = expect(own.waitFor('a@b.test')).rejects.toThrow('The mail server was stopped.')
  await own.stop()
  await waiting
  socket.destroy()
  await expect(changes.text()).rejects.toThrow()
  await expect(fetch(`http://127.0.0.1:${own.port}/`)).rejects.toThrow()
})

/** Speaks SMTP by hand after logging in; returns the answer to each line. */
async function talk(lines: readonly string[]): Promise<string[]> {
  const { host, pass, port, user } = mail.smtp
  const socket = connect(port, host)
  const login = Buffer.from(`\0${user}\0${pass}`).toString('base64')
  const answers: string[] = []
  let heard = ''
  const answer = async () => {
    // The last line of an answer has a space after its code.
    for (;;) {
      const [whole] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(heard) ?? []
      if (whole !== undefined) {
        heard = heard.slice(whole.length)
        return whole
      }
      const [chunk] = await once(socket, 'data')
      heard += String(chunk)
    }
  }
  await answer()
  for (const line of ['EHLO test', `AUTH PLAIN ${login}`, ...lines]) {
    socket.write(`${line}\r\n`)
    answers.push(await answer())
  }
  socket.destroy()
  return answers.slice(2)
}
