import { createHash, createHmac } from 'node:crypto'
import { postToken } from '@foyer/protocol/custody'
import { loginDevice, loginEmail, loginOtp } from '@foyer/protocol/login'
import { testEngines } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as schema from '../database/schema.ts'
import { start } from '../start.ts'
import {
  askForCode,
  giveWallet,
  logIn,
  newAddress,
  nextMail,
  openDevice,
  site,
  startTestLogin,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'

const wrong = (otp: string) => (otp === '000000' ? '000001' : '000000')
const codeRefusal = { status: 400, code: 'input-invalid' }
const say = (message: string | undefined) => message?.replace(/\d+/, 'n')

describe.each(testEngines)('on %s', (engine) => {
  let server: TestLogin
  beforeAll(async () => {
    server = await startTestLogin({
      engine,
      limits: {
        mailsOfEmailPerHour: 50,
        mailsOfEmailPerDay: 150,
      },
    })
  })
  afterAll(() => server?.stop())
  const later = (ms: number) => {
    server.clock.addMs += ms
  }
  /** Starts a new hour, so that mails of earlier tests do not count. */
  const laterAtNewHour = () => {
    later(30 * 24 * 3_600_000)
    later(3_600_000 - (server.now() % 3_600_000) + 60_000)
  }
  /** The same database for another process. */
  const kept = () => ({
    kind: 'open' as const,
    database: { ...server.database, close: async () => {} },
  })

  test('[4.5] asks a new device for the link, a known one for the code, and a logged-in one for nothing', async () => {
    const email = newAddress()
    const device = await openDevice(server)
    const first = await askForCode(server, device, email.toUpperCase().replace('MAIL', 'mail'))
    expect(first.action).toBe('VERIFY_DEVICE')
    expect(first.mail.subject).toBe('Your code')
    const { ticket } = await device.call(loginOtp, { txnId: first.txnId, otp: first.otp })
    await device.call(postToken, { grant: 'login', ticket })
    expect(await device.call(loginEmail, { email, site })).toEqual({ action: 'CONNECT' })
    // The same device on the login site's own pages has no session there, and is known.
    later(31_000)
    expect((await device.call(loginEmail, { email })).action).toBe('VERIFY_OTP')
    later(31_000)
    const other = await openDevice(server)
    const begun = await other.call(loginEmail, { email, site })
    expect(begun).toMatchObject({
      action: 'VERIFY_DEVICE',
      number: expect.stringMatching(/^\d{6}$/),
    })
    // Before the link is approved there is no code, and none is accepted.
    const early = await other.ask(loginOtp.path, {
      txnId: (begun as { txnId: string }).txnId,
      otp: '123456',
    })
    expect(early).toMatchObject(codeRefusal)
  })

  test('ends the wait when the link is denied; mails a new code without another link', async () => {
    const email = newAddress()
    const device = await openDevice(server)
    const begun = await device.call(loginEmail, { email, site })
    const { txnId } = begun as { txnId: string }
    const { links } = await server.mail.waitFor(email)
    const waiting = device.call(loginDevice, { txnId })
    await server.decide(links[0] ?? '', 'deny')
    expect(await waiting).toEqual({ status: 'denied' })
    later(31_000)
    const next = await askForCode(server, device, email)
    expect(next.action).toBe('VERIFY_DEVICE')
    later(31_000)
    const again = await askForCode(server, device, email)
    expect(again.action).toBe('VERIFY_OTP')
    // The previous code and its transaction have ended.
    expect((await device.ask(loginOtp.path, { txnId: next.txnId, otp: next.otp })).status).toBe(404)
    await device.call(loginOtp, { txnId: again.txnId, otp: again.otp })
    // The notice of a new device is sent to existing accounts only.
    expect(server.mail.inbox(email).some(({ subject }) => subject.includes('new device'))).toBe(
      false,
    )
    later(31_000)
    await logIn(server, { email })
    await expect
      .poll(
        () =>
          server.mail.inbox(email).filter(({ subject }) => subject.includes('new device')).length,
      )
      .toBe(1)
  })

  test('[T47] refuses the sixth try even with the right code, and refuses old and used codes', async () => {
    const device = await openDevice(server)
    const email = newAddress()
    const { otp, txnId } = await askForCode(server, device, email)
    for (let count = 0; count < 5; count++)
      expect(await device.ask(loginOtp.path, { txnId, otp: wrong(otp) })).toMatchObject(codeRefusal)
    expect(await device.ask(loginOtp.path, { txnId, otp })).toMatchObject(codeRefusal)
    later(31_000)
    const next = await askForCode(server, device, email)
    later(601_000)
    const late = await device.ask(loginOtp.path, { txnId: next.txnId, otp: next.otp })
    expect(late).toMatchObject(codeRefusal)
    const last = await askForCode(server, device, email)
    await device.call(loginOtp, { txnId: last.txnId, otp: last.otp })
    const used = await device.ask(loginOtp.path, { txnId: last.txnId, otp: last.otp })
    expect(used).toMatchObject(codeRefusal)
    expect(used.message).toBe(late.message)
  })

  test('[T48] asks a known device for the link again after 20 wrong codes in a day', async () => {
    const visitor = await logIn(server)
    const { device, email } = visitor
    await giveWallet(server, visitor)
    let guesses = 0
    let action = ''
    for (let hour = 0; hour < 23 && action !== 'VERIFY_DEVICE'; hour++) {
      later(3_600_000)
      // The device is logged in on the site, so only the login site's own pages ask it for a code.
      const begun = await device.call(loginEmail, { email })
      action = begun.action
      if (begun.action !== 'VERIFY_OTP') continue
      for (let count = 0; count < 5; count++) {
        const answer = await device.ask(loginOtp.path, { txnId: begun.txnId, otp: '000000' })
        expect(answer).toMatchObject(codeRefusal)
        guesses++
      }
    }
    expect(action).toBe('VERIFY_DEVICE')
    expect(guesses).toBe(20)
    // A day later the device is known again.
    later(86_400_000)
    expect((await device.call(loginEmail, { email })).action).toBe('VERIFY_OTP')
  })

  test('[T49] stores no code in the database; without the pepper, the usual hashes of the code do not match the stored value', async () => {
    const device = await openDevice(server)
    const email = newAddress()
    const { otp, txnId } = await askForCode(server, device, email)
    const [row] = (await server.database.queries.select().from(schema.codes)).filter(
      (code) => code.txnId === txnId,
    )
    const texts = [
      otp,
      `${txnId}${otp}`,
      `${txnId}\u001f${otp}`,
      `${txnId}\u001flogin\u001f${otp}`,
      `otp\u001f${txnId}\u001flogin\u001f${otp}`,
    ]
    for (const text of texts) {
      const plain = createHash('sha256').update(text).digest('base64url')
      const keyed = ['', 'foyer', txnId].map((key) =>
        createHmac('sha256', key).update(text).digest('base64url'),
      )
      expect([plain, ...keyed]).not.toContain(row!.codeHmac)
    }
    const real = createHmac('sha256', server.given.otpPepper).update(texts[4]!).digest('base64url')
    expect(row!.codeHmac).toBe(real)
    for (const table of Object.values(schema)) {
      if (typeof table !== 'object') continue
      const text = JSON.stringify(await server.database.queries.select().from(table as never))
      expect(text).not.toContain(`"${otp}"`)
      expect(text).not.toContain('@')
    }
    await device.call(loginOtp, { txnId, otp })
  })

  test('[T50] accepts exactly one of 50 concurrent uses of a code', async () => {
    const device = await openDevice(server)
    const { otp, txnId } = await askForCode(server, device, newAddress())
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => device.ask(loginOtp.path, { txnId, otp })),
    )
    const tickets = answers.filter(({ status }) => status === 200)
    expect(tickets).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(codeRefusal)
    // The ticket is valid once, for this device, for two minutes.
    const { ticket } = tickets[0]!.body as { ticket: string }
    const grant = { grant: 'login', ticket }
    const thief = await openDevice(server)
    expect(await thief.ask(postToken.path, grant)).toMatchObject({
      status: 401,
      code: 'token-invalid',
    })
    const both = await Promise.all([1, 2].map(() => device.ask(postToken.path, grant)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('[T51] refuses the right code from another device, and still accepts it from the device that requested it', async () => {
    const device = await openDevice(server)
    const { otp, txnId } = await askForCode(server, device, newAddress())
    const thief = await openDevice(server)
    expect((await thief.ask(loginOtp.path, { txnId, otp })).status).toBe(404)
    expect((await thief.ask(loginDevice.path, { txnId })).status).toBe(404)
    const stolen = await device.ask(loginOtp.path, { txnId, otp }, { proof: 'none' })
    expect(stolen).toMatchObject({ status: 401, code: 'proof-invalid' })
    expect((await device.call(loginOtp, { txnId, otp })).ticket).toMatch(/^[\w-]{43}$/)
  })

  test('[T52] [5.8] [8.9] [9.1] mails once when a code is requested every second for half a minute, and reports the seconds left', async () => {
    const email = newAddress()
    const devices = [await openDevice(server), await openDevice(server)]
    const seconds: number[] = []
    server.clock.fixedAt = Date.now()
    await devices[0]!.call(loginEmail, { email, site })
    await server.mail.waitFor(email)
    for (let count = 1; count <= 28; count++) {
      later(1000)
      const answer = await devices[count % 2]!.ask(loginEmail.path, { email, site })
      expect(answer).toMatchObject({ status: 429, code: 'email-throttled' })
      expect(say(answer.message)).toBe('Please try again after n seconds')
      seconds.push(Number(/\d+/.exec(answer.message ?? '')?.[0]))
      expect(Number(answer.headers.get('Retry-After'))).toBe(seconds.at(-1))
    }
    expect(seconds).toEqual([...seconds].sort((a, b) => b - a))
    expect(seconds[0]).toBeLessThanOrEqual(29)
    expect(seconds.at(-1)).toBeGreaterThanOrEqual(1)
    expect(server.mail.inbox(email)).toHaveLength(1)
    later(3000)
    const after = server.mail.inbox(email)[0]!.receivedAt
    await devices[0]!.call(loginEmail, { email, site })
    await server.mail.waitFor(email, { after })
    expect(server.mail.inbox(email)).toHaveLength(2)
    server.clock.fixedAt = undefined
  })

  test('[T53] answers the same for 20 addresses with and 20 without an account, and mails all of them', async () => {
    laterAtNewHour()
    const known = await Promise.all(Array.from({ length: 20 }, () => logIn(server)))
    later(31_000)
    const bare = (value: unknown) =>
      JSON.stringify(value)
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
        .replace(/\d+/g, 'n')
    const facts = async (email: string) => {
      const after = server.mail.inbox(email)[0]?.receivedAt ?? 0
      const device = await openDevice(server)
      const answer = await device.ask(loginEmail.path, { email, site })
      const { subject, text } = await nextMail(server, email, after, 'link')
      return {
        status: answer.status,
        body: bare(answer.body),
        length: JSON.stringify(answer.body).length,
        headers: [...answer.headers.keys()].sort(),
        subject,
        text: text.replace(/#t=[\w-]+/, ''),
      }
    }
    const all = await Promise.all(
      known.flatMap(({ email }) => [email, newAddress()]).map((email) => facts(email)),
    )
    expect(all[0]!.body).toBe('{"action":"VERIFY_DEVICE","txnId":"id","number":"n","expiresAt":n}')
    for (const each of all) expect(each).toEqual(all[0])
  })

  test('[T53] answers a known address, an unknown one and a wrong code after 300 ms at the earliest', async () => {
    const { email } = await logIn(server)
    later(31_000)
    const device = await openDevice(server)
    const { otp, txnId } = await askForCode(server, device, newAddress())
    const twin = await start({ ...server.given, port: 0, database: kept(), leastMs: undefined })
    try {
      const slow = await openDevice({ ...server, login: twin }, device.store)
      // The first answer brings a nonce, so that each call below is one request.
      await slow.ask(loginEmail.path, {})
      for (const [path, body, status] of [
        // Before the others: a device has one login at a time.
        [loginOtp.path, { txnId, otp: wrong(otp) }, 400],
        [loginEmail.path, { email, site }, 200],
        [loginEmail.path, { email: newAddress(), site }, 200],
      ] as const) {
        const startedAt = performance.now()
        const answer = await slow.send(path, body)
        // A timer may fire a millisecond early.
        expect(performance.now() - startedAt).toBeGreaterThanOrEqual(298)
        expect(answer.status).toBe(status)
      }
    } finally {
      await twin.stop()
    }
  })

  test('refuses an invalid address and one that contains header text; puts no text of the user into a mail', async () => {
    const device = await openDevice(server)
    for (const email of [
      'a@b@c.example',
      'a@b.example\r\nBcc: c@d.example',
      'Ada <a@b.example>',
      'ä@b.example',
      `${'a'.repeat(250)}@b.example`,
    ])
      expect(await device.ask(loginEmail.path, { email, site })).toMatchObject({
        status: 400,
        code: 'request-invalid',
      })
  })

  test('raises one alarm, in the log and in the metrics, when an hour has three times the usual number of mails', async () => {
    const { database, lines, now, readMetrics } = server
    const { rates } = schema
    const hourMs = 3_600_000
    const before = lines.length
    const alarms = () => lines.slice(before).filter((line) => line.includes('"alarm":"mails"'))
    const metric = async () =>
      /^foyer_login_mail_alarms_total\{outcome="sent"\} (\d+)$/m.exec(await readMetrics())?.[1] ??
      '0'
    laterAtNewHour()
    const hour = Math.floor(now() / hourMs)
    const keyOf = (back: number) => `mails:sent:${hour - back}`
    const fill = (counts: readonly number[]) =>
      database.queries
        .insert(rates)
        .values(
          counts.map((count, back) => ({ key: keyOf(back), count, until: now() + 200 * hourMs })),
        )
    // Twelve are usual; one hour had a hundred, and most nights had none.
    await fill([35, ...Array.from({ length: 60 }, (_, back) => [12, 12, 100, 11, 13][back % 5]!)])
    const counted = async () =>
      (await database.queries.select().from(rates)).find(({ key }) => key === keyOf(0))?.count
    await logIn(server)
    await expect.poll(counted).toBe(36)
    expect([alarms(), await metric()]).toEqual([[], '0'])
    const { device, email } = await logIn(server)
    await expect.poll(() => alarms().length).toBe(1)
    expect(JSON.parse(alarms()[0]!)).toMatchObject({ level: 'error', count: 37, limit: 36 })
    expect(await metric()).toBe('1')
    // Once an hour, whichever process sends them.
    const twin = await start({ ...server.given, port: 0, database: kept() })
    const other = { ...server, login: twin }
    const known = await openDevice(other, device.store)
    later(31_000)
    await askForCode(other, known, email, null).finally(() => twin.stop())
    // Stopping a server waits until its mails are sent.
    expect([await counted(), alarms().length, await metric()]).toEqual([38, 1, '1'])
  })

  test('has no usual number of mails on its first day, and raises no alarm while there are few mails', async () => {
    const { database, lines, now } = server
    const { rates } = schema
    const hourMs = 3_600_000
    for (const [hours, count] of [
      [20, 1000],
      [40, 28],
    ] as const) {
      laterAtNewHour()
      const hour = Math.floor(now() / hourMs)
      const before = lines.filter((line) => line.includes('"alarm":"mails"')).length
      await database.queries.insert(rates).values(
        Array.from({ length: hours }, (_, back) => ({
          key: `mails:sent:${hour - back}`,
          count: back === 0 ? count : 1,
          until: now() + 200 * hourMs,
        })),
      )
      await logIn(server)
      const counted = async () =>
        (await database.queries.select().from(rates)).find(
          ({ key }) => key === `mails:sent:${hour}`,
        )?.count
      await expect.poll(counted).toBe(count + 1)
      expect(lines.filter((line) => line.includes('"alarm":"mails"'))).toHaveLength(before)
    }
  })
})
