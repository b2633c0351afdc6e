import { compareWork, times } from '@foyer/devnet/compareWork'
import { expect, test } from 'vitest'
import { createLog } from './createLog.ts'
import { secretsOfUrl } from './secretsOfUrl.ts'

test('[T114] redacts secrets, addresses and tokens in every line, wherever they come from', () => {
  const lines: string[] = []
  const url = 'postgresql://foyer:canary%21word@db.example/foyer?key=canary-query'
  const log = createLog({
    app: 'test',
    level: 'debug',
    secrets: ['canary"quoted', undefined, ...secretsOfUrl(url)],
    destination: { write: (line) => lines.push(line) },
  })
  const failure = Object.assign(new Error('Failed query with canary-in-a-message'), {
    name: 'DrizzleQueryError',
    params: ['canary-parameter'],
    cause: new Error(`connect ${url} canary!word`),
  })
  log.error({ error: failure, token: 'x' }, 'failed')
  log.info({ a: { token: 'canary-token' }, b: { authorization: 'canary' } }, 'canary"quoted')
  log.info('mail to canary@shop.example, https://vault.example/device#t=canary-link')
  log.info('eyJhbGciOiJFUzI1NiJ9.eyJqdGkiOiJjYW5hcnkifQ.canary-signature')
  expect(lines).toHaveLength(4)
  expect(lines.join('')).not.toMatch(/canary/)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', app: 'test', msg: 'failed' })
  log.info('a word, canary_eyJhbGciOiJFUzI1NiJ9.canary.canary.canary.canary, and another')
  expect(lines[4]).toContain('"a word, [hidden], and another"')
})

test('[T111] redacts a line in linear time', () => {
  const log = createLog({ app: 'test', destination: { write: () => {} } })
  const parts = ['a', 'eyJ', 'eyJ.', 'a@', 'a.', '#t=', 'a@a.']
  const write = (length: number) => () => {
    for (const part of parts) log.info(part.repeat(length / part.length))
  }
  expect(compareWork(write(32_768), times(16, write(2_048)))).toBeLessThan(4)
})
