import { loginDevice, loginEmail } from '@foyer/protocol/login'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newAddress,
  nextMail,
  openDevice,
  site,
  startTestLogin,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'
import { en } from './i18n/en.ts'
import { type MailKind, mailOf } from './mails.ts'

const kinds = Object.keys(en.kinds) as MailKind[]

test.each(['es', 'ar'] as const)(
  'each mail has its text, its value and its language: %s',
  (language) => {
    for (const kind of kinds) {
      const value = kind.startsWith('code-') ? '012345' : 'https://id.example'
      const english = mailOf(kind, 'a@b.example', value)
      const mail = mailOf(kind, 'a@b.example', value, language)
      expect(mail.language).toBe(language)
      expect(mail.lines.length).toBe(english.lines.length)
      expect(mail.subject).not.toBe(english.subject)
      const kept = english.lines.filter((line) => line === '' || line.includes(value))
      expect(mail.lines.filter((line) => line === '' || line.includes(value))).toEqual(kept)
      // No sentence was forgotten.
      for (const line of mail.lines)
        if (!kept.includes(line)) expect(english.lines).not.toContain(line)
    }
  },
)

let server: TestLogin
beforeAll(async () => {
  server = await startTestLogin()
})
afterAll(() => server?.stop())

test.each([
  ['es-MX,en;q=0.5', 'Aprueba este dispositivo', 'Tu código', 'ltr'],
  ['ar', 'وافق على هذا الجهاز', 'رمزك', 'rtl'],
  ['fr', 'Approve this device', 'Your code', 'ltr'],
])(
  'both servers mail in the language of the page that asked: %s',
  async (language, link, code, direction) => {
    const [device, email] = [await openDevice(server), newAddress()]
    const headers = { 'accept-language': language }
    const begun = await device.call(loginEmail, { email, site }, { headers })
    if (begun.action !== 'VERIFY_DEVICE') throw new Error(begun.action)
    const first = await nextMail(server, email, 0, 'link')
    expect(first.subject).toBe(link)
    expect(first.html).toContain(`dir="${direction}"`)
    await server.decide(first.links[0] ?? '')
    // Another process may send the code, when the vault tells it: the language is stored.
    await device.call(loginDevice, { txnId: begun.txnId })
    const second = await nextMail(server, email, first.receivedAt, 'code')
    expect(second.subject).toBe(code)
    expect(second.codes[0]).toMatch(/^\d{6}$/)
  },
)
