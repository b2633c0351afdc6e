import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailbox, mailLimit } from './createMailbox.ts'
import { startMail } from './startMail.ts'

let folder: string
const warnings: string[] = []
const warn = (line: string) => void warnings.push(line)
beforeEach(async () => {
  warnings.length = 0
  folder = await mkdtemp(join(tmpdir(), 'foyer-mail-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const mailTo = (to: string, text = '') => ({
  sender: 'login',
  from: { name: '', address: 'a@b.test' },
  to: [to],
  subject: '',
  text,
  codes: [],
  links: [],
  attachments: [],
})

test('mails survive a restart in order; deleted ones do not', async () => {
  const first = await startMail({ smtpPort: 0, port: 0, folder, warn })
  const { host, pass, port, user } = first.senders.vault
  const client = createTransport({ host, port, secure: false, auth: { user, pass } })
  for (const number of [1, 2, 3])
    await client.sendMail({
      from: 'v@b.test',
      to: `${number === 3 ? 'bob' : 'ada'}@b.test`,
      subject: `Größe ${number}`,
      html: '<b>x</b>',
    })
  // The client got its answer after the write.
  const written = JSON.parse(await readFile(join(folder, 'mail.json'), 'utf8'))
  expect(written.messages).toHaveLength(3)
  const before = first.inbox('ada@b.test')
  await fetch(`http://127.0.0.1:${first.port}/api/messages?to=bob@b.test`, { method: 'DELETE' })
  await first.stop()

  const second = await startMail({ smtpPort: 0, port: 0, folder, warn })
  expect(second.inbox('ada@b.test')).toEqual(before)
  expect(before.map(({ subject }) => subject)).toEqual(['Größe 2', 'Größe 1'])
  expect(second.inbox('bob@b.test')).toEqual([])
  await second.stop()
  expect(await readdir(folder)).toEqual(['mail.json'])
  expect(warnings).toEqual([])
})

test('sets a damaged file aside and starts empty', async () => {
  const path = join(folder, 'mail.json')
  for (const torn of [
    '{"version":1,"messages":[{"id"',
    '{"version":1,"messages":[{"id":5}]}',
    '',
  ]) {
    await writeFile(path, torn)
    const mailbox = await createMailbox({ path, warn })
    expect(mailbox.list()).toEqual([])
    expect(warnings.pop()).toMatch(/can not be read .*torn-\d+; the mailbox starts empty/)
    await mailbox.add(mailTo('a@b.test'))
    await rm(path)
  }
  const kept = (await readdir(folder)).filter((name) => name.includes('torn'))
  expect(await readFile(join(folder, kept[0] as string), 'utf8')).toContain('messages')
})

test('reports a mailbox file that can not be written, and still shows the mails', async () => {
  const path = join(folder, 'mail.json')
  const mailbox = await createMailbox({ path, warn })
  // A folder is at the path of the temporary file.
  await mkdir(`${path}.draft`)
  await mailbox.add(mailTo('a@b.test'))
  expect(warnings).toEqual([expect.stringMatching(/can not be saved: .*EISDIR/)])
  expect(mailbox.list()).toHaveLength(1)
  await expect(mailbox.close()).rejects.toThrow('EISDIR')
  await rm(`${path}.draft`, { recursive: true })
  await mailbox.add(mailTo('a@b.test'))
  expect(JSON.parse(await readFile(path, 'utf8')).messages).toHaveLength(2)
})

test('keeps the last 500', async () => {
  const mailbox = await createMailbox({ path: undefined, warn })
  const adding = Array.from({ length: mailLimit + 7 }, (_, index) =>
    mailbox.add(mailTo(`${index}@b.test`)),
  )
  await Promise.all(adding)
  expect(mailLimit).toBe(500)
  expect(mailbox.list()).toHaveLength(500)
  expect(mailbox.list('6@b.test')).toEqual([])
  expect(mailbox.list()[0]?.to).toEqual(['506@b.test'])
  const moments = mailbox.list().map(({ receivedAt }) => receivedAt)
  expect(new Set(moments).size).toBe(500)
})

test('long mails push out the oldest, never the newest', async () => {
  const mailbox = await createMailbox({ path: undefined, warn })
  const long = 'x'.repeat(10_000_000)
  for (const name of ['a', 'b', 'c', 'd']) await mailbox.add(mailTo(`${name}@b.test`, long))
  expect(mailbox.list().map(({ to }) => to[0])).toEqual(['d@b.test', 'c@b.test', 'b@b.test'])
})
